import '../data/lists.css';
import './shortener.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { api } from '../data/client.ts';
import { CopyLine } from '../data/CopyLine.tsx';
import { reasonOf } from '../data/useCall.ts';
import { usePages } from '../data/usePages.ts';
import { ShortUrls } from './ShortUrls.tsx';

const COPIED = 'URL copied to clipboard!';
/** How often clicks are asked for while the page is seen, and how long one types before it is searched, ms. */
const EVERY_MS = 5000;
const TYPED_MS = 250;

/** Two short addresses for a long one, and what became of all of them. */
export default function Shortener() {
	const [originalUrl, setOriginalUrl] = useState('');
	const [made, setMade] = useState<{ shortUrl: string; secondShortUrl: string } | null>(null);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const [filter, setFilter] = useState('');
	const [text] = useDebouncedValue(filter.trim(), TYPED_MS);
	const pages = usePages('shortUrls', text ? { text } : {}, EVERY_MS);

	async function submit(event: FormEvent) {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			setMade(await api.urlShorten({ originalUrl: originalUrl.trim() }));
			setOriginalUrl('');
			pages.again();
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'originalUrl')}`);
		}
		setBusy(false);
	}

	return (
		<>
			<div className="page-head">
				<h1>URL Shortener</h1>
			</div>
			<section className="card shortener" aria-label="Shorten">
				<form className="sku-form" onSubmit={(event) => void submit(event)}>
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
				<CopyLine label="First short URL" value={made?.shortUrl ?? null} button="Copy First Url" copied={COPIED} />
				<CopyLine
					label="Second short URL"
					value={made?.secondShortUrl ?? null}
					button="Copy Second Url"
					copied={COPIED}
				/>
			</section>
			<section className="card" aria-labelledby="short-urls">
				<div className="list-head">
					<h2 id="short-urls">Short URLs</h2>
					<TextInput
						aria-label="Filter short URLs"
						placeholder="Filter by address"
						size="xs"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
				<ShortUrls pages={pages} filtered={text !== ''} />
			</section>
		</>
	);
}
