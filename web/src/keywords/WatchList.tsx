import { type KeywordWatch, keywordText } from '@dropwire/contract';
import { ActionIcon } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { ago, dateTime, grouped } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import { placeText } from './wanted.ts';

/** Dialogs load with the first one. */
const EditWatch = lazy(async () => ({ default: (await import('./EditWatch.tsx')).EditWatch }));

const keyOf = ({ id }: KeywordWatch) => `keywords/${id}`;

/** The keyword watches: what each looks for, where, when it searched last, what it found, and what is wrong. */
export function WatchList({ watches, filter }: { watches: readonly KeywordWatch[]; filter: string }) {
	const { remove, isPendingDelete } = useUndo();
	const [edited, setEdited] = useState<KeywordWatch | null>(null);
	const wanted = filter.trim().toLowerCase();
	const all = watches.filter((watch) => !isPendingDelete(keyOf(watch)));
	const shown = all.filter((watch) => `${keywordText(watch)}\n${placeText(watch)}`.toLowerCase().includes(wanted));
	if (all.length === 0) return <p className="empty">No watches yet. Add one above.</p>;
	if (shown.length === 0) return <p className="empty">No watch matches the filter.</p>;
	const end = (watch: KeywordWatch) => {
		const words = keywordText(watch);
		const what = { done: `Removed the watch for ${words}`, infinitive: `remove the watch for ${words}` };
		remove(keyOf(watch), what, async () => {
			try {
				await api.keywordWatchDelete({ id: watch.id });
			} finally {
				await refresh('keywordWatches');
			}
		});
	};
	return (
		<>
			<table className="watch-table">
				<thead>
					<tr>
						<th scope="col">Words</th>
						<th scope="col">Where</th>
						<th scope="col" className="number">
							Found
						</th>
						<th scope="col">Searched</th>
						<th scope="col">
							<span className="visually-hidden">Actions</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{shown.map((watch) => (
						<Row key={watch.id} watch={watch} edit={() => setEdited(watch)} end={() => end(watch)} />
					))}
				</tbody>
			</table>
			<Suspense fallback={null}>
				{edited && <EditWatch key={edited.id} watch={edited} close={() => setEdited(null)} />}
			</Suspense>
		</>
	);
}

function Row({ watch, edit, end }: { watch: KeywordWatch; edit(): void; end(): void }) {
	const words = keywordText(watch);
	const { checkedAt, found, problem, notice } = watch;
	return (
		<tr>
			<td className="words">
				{words}
				{problem !== null && <p className="row-note bad">{problem}</p>}
				{notice !== null && <p className="row-note">{notice}</p>}
			</td>
			<td>{placeText(watch)}</td>
			<td className="number">{grouped(found)}</td>
			<td className="dim" title={checkedAt === null ? undefined : dateTime(checkedAt)}>
				{checkedAt === null ? 'not yet' : ago(checkedAt)}
			</td>
			<td className="actions">
				<ActionIcon
					variant="subtle"
					color="gray"
					size={28}
					aria-label={`Edit the watch for ${words}`}
					title="Edit"
					onClick={edit}
				>
					<Pencil size={16} aria-hidden="true" />
				</ActionIcon>
				<ActionIcon
					variant="subtle"
					color="gray"
					size={28}
					aria-label={`Remove the watch for ${words}`}
					title="Remove"
					onClick={end}
				>
					<Trash2 size={16} aria-hidden="true" />
				</ActionIcon>
			</td>
		</tr>
	);
}
