import { type KeywordWatch, keywordText } from '@dropwire/contract';
import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { ago, counted, dateTime } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';

const keyOf = ({ id }: KeywordWatch) => `keywords/${id}`;

/** The keyword watches: what each looks for, where, when it searched last, what it found, and what is wrong. */
export function WatchList({ watches }: { watches: readonly KeywordWatch[] }) {
	const { remove, isPendingDelete } = useUndo();
	const shown = watches.filter((watch) => !isPendingDelete(keyOf(watch)));
	if (shown.length === 0) return <p className="empty">No watches yet. Add one above.</p>;
	return (
		<ul className="rows">
			{shown.map((watch) => {
				const words = keywordText(watch);
				const end = () =>
					remove(
						keyOf(watch),
						{ done: `Removed the watch for ${words}`, infinitive: `remove the watch for ${words}` },
						async () => {
							try {
								await api.keywordWatchDelete({ id: watch.id });
							} finally {
								await refresh('keywordWatches');
							}
						},
					);
				return (
					<li className={`row ${watch.problem === null ? '' : 'noted'}`} key={watch.id}>
						<div className="keyword-watch">
							<span>{words}</span>
							<span
								className="dim"
								title={watch.checkedAt === null ? undefined : `Searched ${dateTime(watch.checkedAt)}`}
							>
								{placeText(watch)} · {counted(watch.found, 'new product')} found ·{' '}
								{watch.checkedAt === null ? 'not searched yet' : `searched ${ago(watch.checkedAt)}`}
							</span>
						</div>
						<ActionIcon
							variant="subtle"
							color="gray"
							size={32}
							aria-label={`Remove the watch for ${words}`}
							title={`Remove the watch for ${words}`}
							onClick={end}
						>
							<Trash2 size={16} aria-hidden="true" />
						</ActionIcon>
						{watch.problem !== null && <p className="row-note bad">{watch.problem}</p>}
						{watch.notice !== null && <p className="row-note">{watch.notice}</p>}
					</li>
				);
			})}
		</ul>
	);
}

/** `ADIDAS US`, `shop.example`. */
export function placeText({ source, region, shop }: KeywordWatch): string {
	return shop === null ? `${source} ${region}` : new URL(shop).host;
}
