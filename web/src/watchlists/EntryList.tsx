import './watchlists.css';
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { CallState } from '../api/useCall.ts';
import { SourceLine } from '../freshness/SourceLine.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { ListTools } from '../ui/ListTools.tsx';
import { useSelection } from '../ui/useSelection.ts';
import { type Entry, type EntryContent, EntryRow } from './EntryRow.tsx';
import { ListFilters } from './ListFilters.tsx';
import type { ListPage } from './useListPage.ts';
import { PinForm } from './PinForm.tsx';
import { useRemoval } from './useRemoval.ts';

interface Props<E> {
	pages: CallState<E[]> & { more: (() => void) | null };
	page: ListPage;
	/** The call that reads the list; it runs again after a removal. */
	read: 'skus' | 'hotSkus';
	/** The list's name in addresses and calls, and its name on the screen. */
	list: string;
	name: string;
	/** What the list is for. */
	purpose: string;
	/** The content of an entry. */
	row(entry: E): EntryContent;
}

/** The height of a row before it is measured, px. */
const ROW_PX = 56;
/** Rows rendered outside the visible area, so that the keyboard can move to the next one. */
const OVERSCAN = 6;

/** The entries of a SKU list; only the visible rows are rendered. Users can filter them, remove them one by one or together, and undo a removal. */
export function EntryList<E extends Entry>({ pages, page, read, list, name, purpose, row }: Props<E>) {
	const selection = useSelection();
	const { keyOf, erase, isPendingDelete } = useRemoval(list, read, selection);
	const entries = (pages.data ?? []).filter((entry) => !isPendingDelete(entry));
	const [pinned, setPinned] = useState<Entry | null>(null);
	const place = useRef<HTMLDivElement>(null);
	// oxlint-disable-next-line react/incompatible-library -- the React compiler is not used, so nothing memoizes this component
	const seen = useVirtualizer({
		count: entries.length,
		getScrollElement: () => place.current,
		estimateSize: () => ROW_PX,
		getItemKey: (index) => entries[index]?.sku ?? index,
		overscan: OVERSCAN,
	});
	useMore(pages, entries.length, seen.getVirtualItems().at(-1)?.index ?? 0);
	return (
		<>
			<ListFilters list={list} name={name} page={page} />
			<ListTools
				selection={selection}
				keyOf={keyOf}
				shown={entries}
				of={`of ${name}`}
				note={purpose}
				action="Remove selected"
				actionLabel={`Remove selected of ${name}`}
				act={erase}
			/>
			<SourceLine list={list} />
			<PinForm list={list} entry={pinned} close={() => setPinned(null)} />
			<div ref={place} className="scroll-list" tabIndex={0} role="region" aria-label={`SKUs on ${name}`}>
				<Loaded call={pages} rows={8}>
					{() => (
						<>
							<ul className="rows entries" style={{ height: seen.getTotalSize() }}>
								{seen.getVirtualItems().map(({ index, start }) => {
									const entry = entries[index];
									if (!entry) return null;
									return (
										<EntryRow
											key={entry.sku}
											place={{ ref: seen.measureElement, index, start }}
											entry={entry}
											{...row(entry)}
											selected={selection.has(keyOf(entry))}
											select={(on) => selection.set([keyOf(entry)], on)}
											pin={() => setPinned(entry)}
											remove={() => erase([entry])}
										/>
									);
								})}
							</ul>
							{entries.length === 0 && (
								<p className="empty">
									{page.filtered ? 'No SKU matches the filter.' : `No SKUs yet. ${purpose}. Add the first above.`}
								</p>
							)}
							{pages.more && (
								<Button variant="default" size="compact-sm" fullWidth onClick={pages.more}>
									Show more
								</Button>
							)}
						</>
					)}
				</Loaded>
			</div>
		</>
	);
}

/** Reads the next page when the last rows come into sight, once for each page. */
function useMore({ data, more }: Pick<Props<Entry>['pages'], 'data' | 'more'>, count: number, last: number): void {
	const asked = useRef(0);
	const loaded = data?.length ?? 0;
	useEffect(() => {
		if (!more || asked.current === loaded || last < count - OVERSCAN) return;
		asked.current = loaded;
		more();
	}, [more, loaded, count, last]);
}
