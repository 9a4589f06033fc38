import type { CallOutput, Contract } from '@dropwire/contract';
import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { ago, counted, dateTime } from '../ui/format.ts';
import type { CallState } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';

type ShortUrl = CallOutput<Contract['shortUrls']>['data'][number];
const NOTE_MS = 3000;

/** The short URLs with their clicks, newest first. */
export function ShortUrls({
	pages,
	filtered,
}: {
	pages: CallState<ShortUrl[]> & { more: (() => void) | null };
	filtered: boolean;
}) {
	return (
		<Loaded call={pages} rows={6}>
			{(rows) => (
				<>
					<ul className="rows">
						{rows.map((row) => (
							<Row key={row.slug} row={row} />
						))}
					</ul>
					{rows.length === 0 && (
						<p className="empty">
							{filtered
								? 'No short URL matches the filter.'
								: 'No short URLs yet. Shorten a URL above to count its clicks here.'}
						</p>
					)}
					<LoadMore more={pages.more} mt={12} />
				</>
			)}
		</Loaded>
	);
}

function Row({ row: { shortUrl, originalUrl, clicks, createdAt } }: { row: ShortUrl }) {
	const clipboard = useClipboard({ timeout: NOTE_MS });
	const note = clipboard.error
		? 'The browser blocked copying. Select the text and copy it.'
		: 'URL copied to clipboard!';
	return (
		<li className="row short-url">
			<ActionIcon
				variant="subtle"
				color="gray"
				size={32}
				aria-label={`Copy ${shortUrl}`}
				title="Copy"
				onClick={() => clipboard.copy(shortUrl)}
			>
				{clipboard.copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
			</ActionIcon>
			<span className="short-url-texts">
				<span className="mono">{shortUrl}</span>
				<a className="dim" href={originalUrl} title={originalUrl} target="_blank" rel="noreferrer">
					{originalUrl}
				</a>
			</span>
			<span className="clicks">{counted(clicks, 'click')}</span>
			<time className="dim" dateTime={new Date(createdAt).toISOString()} title={dateTime(createdAt)}>
				{ago(createdAt)}
			</time>
			<span role="status" className={clipboard.error ? 'row-note bad' : 'visually-hidden'}>
				{clipboard.copied || clipboard.error ? note : ''}
			</span>
		</li>
	);
}
