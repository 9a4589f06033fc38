import { ANNOUNCEMENT_LOOK } from '@dropwire/bff/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { AnnouncementText } from './AnnouncementForm.tsx';
import { Markdown, MarkdownLine } from './Markdown.tsx';

/** A picture is asked for once nobody has typed for so long. */
const TYPED_MS = 400;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const color = `#${ANNOUNCEMENT_LOOK.color.toString(16).padStart(6, '0')}`;

/** The message as Discord will show it; the engine composes it of the same parts (composeAnnouncement.ts). */
export function EmbedPreview({ title, imageURL, description }: AnnouncementText) {
	const [address] = useDebouncedValue(imageURL.trim(), TYPED_MS);
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
						<Markdown text={empty ? 'What you write appears here as Discord will show it.' : description.trim()} />
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

/** Its place is kept, so that nothing moves when it comes. */
function Thumbnail({ address }: { address: string }) {
	const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
	// The console loads nothing over plain HTTP but from itself; Discord fetches it by its own means.
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
	const note = address === '' ? 'Thumbnail' : allowed ? 'No picture there' : 'Cannot be shown here';
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
