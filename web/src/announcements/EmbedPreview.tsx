import '../message/message.css';
import { ANNOUNCEMENT_LOOK } from '@dropwire/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { AnnouncementText } from './useDraft.ts';
import { Markdown, MarkdownLine } from '../message/Markdown.tsx';

/** The thumbnail loads when its URL has not changed for this long, ms. */
const DEBOUNCE_MS = 400;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const color = `#${ANNOUNCEMENT_LOOK.color.toString(16).padStart(6, '0')}`;

/** The message as Discord will show it; the engine builds it from the same parts (composeAnnouncement.ts). */
export function EmbedPreview({ title, imageURL, description }: AnnouncementText) {
	const [address] = useDebouncedValue(imageURL.trim(), DEBOUNCE_MS);
	const empty = !title.trim() && !description.trim();
	return (
		<section className="card discord night" aria-label="Preview">
			<header>
				<img src={ANNOUNCEMENT_LOOK.logo} alt="" width={40} height={40} />
				<b>{ANNOUNCEMENT_LOOK.username}</b> <span className="app">APP</span> <time>{clock.format(new Date())}</time>
			</header>
			<div className="embed" style={{ borderLeftColor: color }}>
				<div className="embed-texts">
					<p className={`embed-title ${empty ? 'dim' : ''}`}>
						<MarkdownLine text={empty ? 'Title' : title.trim()} />
					</p>
					<div className={`embed-description ${empty ? 'dim' : ''}`}>
						<Markdown text={empty ? 'Your text appears here as Discord will show it.' : description.trim()} />
					</div>
				</div>
				<Thumbnail key={address} address={address} />
				<footer>
					<img src={ANNOUNCEMENT_LOOK.logo} alt="" width={20} height={20} />
					{ANNOUNCEMENT_LOOK.footer} • Today at {clock.format(new Date())}
				</footer>
			</div>
		</section>
	);
}

/** The thumbnail. The page reserves its space, so that nothing moves when it loads. */
function Thumbnail({ address }: { address: string }) {
	const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
	// The console's content security policy allows plain HTTP only from its own origin. Discord can load other URLs.
	const allowed = URL.canParse(address) && (address.startsWith('https://') || new URL(address).origin === origin());
	useEffect(() => {
		if (!allowed) return undefined;
		const image = new Image();
		let left = false;
		image.src = address;
		image.decode().then(
			() => !left && setState('shown'),
			() => !left && setState('failed'),
		);
		return () => {
			left = true;
		};
	}, [address, allowed]);
	const note = address === '' ? 'Thumbnail' : allowed ? 'Could not load the picture' : 'No preview for this address';
	return (
		<div className="embed-thumbnail">
			{state === 'shown' ? (
				<img src={address} alt="Thumbnail" />
			) : (
				<span>{allowed && state === 'waiting' ? '' : note}</span>
			)}
		</div>
	);
}

const origin = () => location.origin;
