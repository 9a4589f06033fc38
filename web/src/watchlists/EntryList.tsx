import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Capped } from '../data/Capped.tsx';
import { ListTools } from '../data/ListTools.tsx';
import type { Question } from '../data/useCall.ts';
import { useChosen } from '../data/useChosen.ts';
import { useFilter } from '../data/useFilter.ts';
import { Loaded } from '../shell/Loading.tsx';
import { useRemoval } from './useRemoval.ts';

interface Props<E> {
	question: Question<{ data: E[] }>;
	/** The call that reads it: asked again once something is off it. */
	read: 'skus' | 'hotSkus';
	/** As addresses and calls name the list; and as people do. */
	list: string;
	name: string;
	label: string;
	placeholder: string;
	/** What to do where nothing is on it. */
	empty: string;
	/** Rows that are expected. */
	rows: number;
	/** What the filter looks through. */
	textOf(entry: E): string;
	/** What went wrong with an entry, below it. */
	noteOf?(entry: E): ReactNode;
	/** Said of the whole list, over it. */
	note?: ReactNode;
	children(entry: E): ReactNode;
}

/** What is on a list of SKUs now: filtered, and taken off one by one or together, with a way back. */
export function EntryList<E extends { sku: string }>({
	question,
	read,
	list,
	name,
	label,
	placeholder,
	empty,
	rows,
	textOf,
	noteOf = () => null,
	note,
	children,
}: Props<E>) {
	const [filter, setFilter, input] = useFilter(list);
	const chosen = useChosen();
	const { keyOf, erase, isGoing } = useRemoval(list, read, chosen);
	const wanted = filter.trim().toLowerCase();
	const standing = (question.data?.data ?? []).filter((entry) => !isGoing(entry));
	const found = standing.filter((entry) => textOf(entry).toLowerCase().includes(wanted));
	const row = (entry: E) => {
		const { sku } = entry;
		const entryNote = noteOf(entry);
		return (
			<li className={`row ${entryNote ? 'noted' : ''}`} key={sku}>
				<Checkbox
					size="xs"
					aria-label={`Choose ${sku}`}
					checked={chosen.has(keyOf(entry))}
					onChange={(event) => chosen.set([keyOf(entry)], event.currentTarget.checked)}
				/>
				{children(entry)}
				<ActionIcon
					variant="subtle"
					color="gray"
					size={32}
					aria-label={`Remove ${sku}`}
					title={`Remove ${sku}`}
					onClick={() => erase([entry])}
				>
					<Trash2 size={16} aria-hidden="true" />
				</ActionIcon>
				{entryNote && <p className="row-note bad">{entryNote}</p>}
			</li>
		);
	};
	return (
		<>
			<TextInput
				ref={input}
				aria-label={`Filter ${name}`}
				placeholder={placeholder}
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<ListTools
				chosen={chosen}
				keyOf={keyOf}
				rows={standing}
				shown={found}
				of={`of ${name}`}
				note={question.data ? `${standing.length} on the list` : ''}
				action="Remove chosen"
				actionLabel={`Remove chosen of ${name}`}
				act={erase}
			/>
			{note}
			<div className="scroll-list" tabIndex={0} role="region" aria-label={label}>
				<Loaded question={question} rows={rows}>
					{() => (
						<>
							<Capped rows={found}>{(shown) => <ul className="rows">{shown.map(row)}</ul>}</Capped>
							{found.length === 0 && <p className="empty">{wanted ? 'None like that.' : empty}</p>}
						</>
					)}
				</Loaded>
			</div>
		</>
	);
}
