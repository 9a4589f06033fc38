import { type Found, type KeywordWatch, keywordText } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useLive } from '../api/useLive.ts';
import { usePages } from '../api/usePages.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { useSoon } from '../api/useSoon.ts';
import { Banner } from '../ui/Banner.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { ago, dateTime } from '../ui/format.ts';
import { ProductTitle, Thumb } from './ProductTitle.tsx';
import { placeText } from './wanted.ts';

/** How often the list is read besides after live messages, ms. */
const EVERY_MS = 15_000;

/** The new products that the watches have found, newest first; each goes on its list with one click. */
export function FoundList({ watches }: { watches: readonly KeywordWatch[] }) {
	const [watchId, setWatchId] = useState('');
	const chosen = watches.some(({ id }) => id === watchId) ? watchId : '';
	const pages = usePages('foundProducts', chosen ? { watchId: chosen } : {}, EVERY_MS);
	const reloadSoon = useSoon(pages.reload);
	useLive({ event: reloadSoon, reset: reloadSoon });
	return (
		<section className="card" aria-labelledby="found-products">
			<div className="list-head">
				<h2 id="found-products">Found</h2>
				{watches.length > 1 && (
					<NativeSelect
						className="found-filter"
						aria-label="Found by"
						size="xs"
						value={chosen}
						onChange={(event) => setWatchId(event.currentTarget.value)}
						data={[
							{ value: '', label: 'All watches' },
							...watches.map((watch) => ({
								value: watch.id,
								label: `${placeText(watch)}: ${keywordText(watch)}`,
							})),
						]}
					/>
				)}
			</div>
			<Loaded call={pages} rows={3}>
				{(rows) => (
					<>
						<ul className="rows">
							{rows.map((found) => (
								<FoundRow key={found.id} found={found} changed={pages.reload} />
							))}
						</ul>
						{rows.length === 0 && (
							<p className="empty">
								{watches.length === 0
									? 'Nothing found: there is no watch.'
									: 'Nothing new yet. What the first search of a watch finds is not new.'}
							</p>
						)}
						<LoadMore more={pages.more} />
					</>
				)}
			</Loaded>
		</section>
	);
}

function FoundRow({ found, changed }: { found: Found; changed(): void }) {
	const { foundAt, id, image, list, listed, price, region, source, title } = found;
	const { busy, error, attempt } = useAttempt('id');

	const watch = () =>
		attempt(async () => {
			await api.foundWatch({ id });
			changed();
		});

	return (
		<li className="row found">
			<Thumb image={image} />
			<ProductTitle {...found} facts={[price ?? 'price unknown', `${source} ${region}`]} />
			<time className="dim" dateTime={new Date(foundAt).toISOString()} title={dateTime(foundAt)}>
				{ago(foundAt)}
			</time>
			<div className="found-action">
				{list === null && <span className="dim">No list takes it</span>}
				{list !== null && listed && <span className="good">On {list}</span>}
				{list !== null && !listed && (
					<Button
						variant="default"
						size="compact-sm"
						loading={busy}
						aria-label={`Put on ${list}: ${title}`}
						onClick={() => void watch()}
					>
						Put on {list}
					</Button>
				)}
				<Banner outcome={error === null ? null : { bad: true, text: error }} />
			</div>
		</li>
	);
}
