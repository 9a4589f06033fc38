import './shortener.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { CopyLine } from '../ui/CopyLine.tsx';
import { ListCard } from '../ui/ListCard.tsx';
import { useAttempt } from '../api/useAttempt.ts';
import { usePages } from '../api/usePages.ts';
import { ShortUrls } from './ShortUrls.tsx';

const COPIED = 'URL copied to clipboard!';
/** How often the clicks are read while the page is visible, and the pause in typing before a filter is sent, ms. */
const EVERY_MS = 5000;
const DEBOUNCE_MS = 250;

/** Creates two short URLs for a long one, and lists all short URLs. */
export default function Shortener() {
	const [originalUrl, setOriginalUrl] = useState('');
	const [created, setCreated] = useState<{ shortUrl: string; secondShortUrl: string } | null>(null);
	const { busy, error, attempt } = useAttempt('originalUrl');
	const [filter, setFilter] = useState('');
	const [text] = useDebouncedValue(filter.trim(), DEBOUNCE_MS);
	const pages = usePages('shortUrls', text ? { text } : {}, EVERY_MS);

	function submit(event: FormEvent) {
		event.preventDefault();
		void attempt(async () => {
			setCreated(await api.urlShorten({ originalUrl: originalUrl.trim() }));
			// The next URL may have been typed in the meantime.
			setOriginalUrl((now) => (now === originalUrl ? '' : now));
			pages.reload();
		});
	}

	return (
		<>
			<div className="page-head">
				<h1>URL Shortener</h1>
			</div>
			<section className="card shortener" aria-label="Shorten">
				<form className="sku-form" onSubmit={submit}>
					<TextInput
						label="Enter your long URL"
						type="url"
						required
						placeholder="https://…"
						spellCheck={false}
						inputWrapperOrder={['label', 'input', 'error']}
						value={originalUrl}
						onChange={(event) => setOriginalUrl(event.currentTarget.value)}
						aria-invalid={error !== null}
						aria-describedby={error === null ? undefined : 'shorten-error'}
					/>
					<Button type="submit" loading={busy}>
						Shorten URL
					</Button>
				</form>
				<p id="shorten-error" className="shorten-error bad" role="alert">
					{error}
				</p>
				<CopyLine label="First short URL" value={created?.shortUrl ?? null} button="Copy First Url" copied={COPIED} />
				<CopyLine
					label="Second short URL"
					value={created?.secondShortUrl ?? null}
					button="Copy Second Url"
					copied={COPIED}
				/>
			</section>
			<ListCard
				id="short-urls"
				title="Short URLs"
				filterLabel="Filter short URLs"
				placeholder="Filter by address"
				filter={filter}
				setFilter={setFilter}
			>
				<ShortUrls pages={pages} filtered={text !== ''} />
			</ListCard>
		</>
	);
}
