import type { BrandScreen, OperatorRow } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type ReactNode, lazy, startTransition, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { WEBHOOK_BULK } from '../bulk/kinds.ts';
import { ListTools } from '../ui/ListTools.tsx';
import { flushDeletions, useUndo } from '../ui/Undo.tsx';
import { refresh } from '../api/useCall.ts';
import { useSelection } from '../ui/useSelection.ts';
import { useFilter } from '../ui/useFilter.ts';
import { counted } from '../ui/format.ts';
import { useFolds } from '../ui/useFolds.ts';
import { SourceLine } from '../freshness/SourceLine.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { sectionsOf } from './brands.ts';
import { AddSku, useSkuList } from './customSkus.tsx';
import { itemsOf, rowKey } from './items.ts';
import { StateFilter, useStateFilter } from './StateFilter.tsx';
import { Lines } from './Lines.tsx';
import { changeRows, deleteRows, refreshOperatorRows, useOperatorRows } from './useOperatorRows.ts';
import { OperatorLine } from './OperatorLine.tsx';
import { useActions } from '../ui/useActions.ts';

const AddWebhook = lazy(() => import('./AddWebhook.tsx'));

/** The operators' webhooks of a brand's screen: collapsible sections, groups, rows, and a panel to add a webhook. */
export function Manager({ screen, above }: { screen: BrandScreen; above?: ReactNode }) {
	const sections = useMemo(() => sectionsOf(screen), [screen]);
	const skuSection = useMemo(() => screen.skus && { id: 'USCustom', title: screen.skus.title }, [screen]);
	const folds = useFolds(
		screen.id,
		[...sections, ...(skuSection ? [skuSection] : [])].map(({ id }) => id),
	);
	const call = useOperatorRows(screen);
	const skus = useSkuList(screen.skus?.list);
	const { remove, isPendingDelete } = useUndo();
	// Null before the panel is first opened; then it is loaded, and keeps its fields while closed.
	const [adding, setAdding] = useState<boolean | null>(null);
	const [filter, setFilter] = useFilter();
	const wanted = useDeferredValue(filter);
	const [stateFilter, changeState] = useStateFilter(sections);
	const { state = null, region: section = null } = stateFilter;
	const selection = useSelection();
	const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

	const changed = () => Promise.all([refreshOperatorRows(), refresh('operatorCounts')]);
	const actions = useActions({
		async save(row: OperatorRow, value: string, before: string) {
			await flushDeletions();
			await changeRows('UPDATE', [{ ...row, value, before }]);
			await changed();
		},
		erase(rows: readonly OperatorRow[]) {
			const what = rows.length === 1 ? (rows[0]?.label ?? '') : counted(rows.length, 'webhook');
			const keys = rows.map(rowKey);
			remove(keys, { done: `Deleted ${what}`, infinitive: `delete ${what}` }, async () => {
				selection.set(keys, false);
				try {
					await deleteRows(rows);
				} finally {
					await changed();
				}
			});
		},
		changed,
		select: (row: OperatorRow, on: boolean) => selection.set([rowKey(row)], on),
		edit: (row: OperatorRow, on: boolean) =>
			setEdited((old) => {
				const next = new Set(old);
				if (on) next.add(rowKey(row));
				else next.delete(rowKey(row));
				return next;
			}),
	});
	// Rendering an opened section may take a moment; the page stays responsive in the meantime.
	const fold = (section: string) => startTransition(() => folds.toggle(section));
	const items = useMemo(
		() =>
			itemsOf({
				rows: call.data ?? [],
				sections,
				skus: skuSection && skus.call.data ? { section: skuSection, group: 'SKUs', skus: skus.call.data } : null,
				filter: wanted,
				state,
				section,
				isFolded: folds.isFolded,
				isPendingDelete,
			}),
		[call.data, sections, skuSection, skus.call.data, wanted, state, section, folds.isFolded, isPendingDelete],
	);

	// Bulk actions leave out rows that a filter or a folded section hides.
	const shown = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? item.row : [])), [items]);

	return (
		<>
			<div className="page-head">
				<h1>{screen.title}</h1>
				<div className="tools">
					<BulkButton kind={WEBHOOK_BULK} done={() => void changed()} />
					<TextInput
						aria-label="Filter by label"
						placeholder="Filter by label"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
					<StateFilter screen={screen} filter={stateFilter} change={changeState} />
					<Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
						Add webhook
					</Button>
				</div>
			</div>
			<SourceLine families={screen.families} />
			{above}
			<Loaded call={call} rows={12}>
				{() => (
					<>
						<ListTools
							selection={selection}
							keyOf={rowKey}
							shown={shown}
							of="webhooks"
							note={call.partial ? 'Loading more …' : counted(shown.length, 'webhook')}
							act={actions.erase}
						/>
						<Lines items={items} kept={edited} toggle={wanted.trim() || state ? null : fold} removeSku={skus.remove}>
							{({ key, row }) => <OperatorLine row={row} selected={selection.has(key)} actions={actions} />}
						</Lines>
					</>
				)}
			</Loaded>
			{screen.skus && (
				<Loaded call={skus.call} rows={2}>
					{() => null}
				</Loaded>
			)}
			{adding !== null && (
				<Suspense fallback={null}>
					<AddWebhook
						screen={screen}
						opened={adding}
						close={() => setAdding(false)}
						add={async (places, label, value) => {
							// The label and the URL of a deleted row can be used again at once.
							await flushDeletions();
							await changeRows(
								'INSERT',
								places.map((place) => ({ ...place, label, value })),
							);
							await changed();
						}}
						{...(screen.skus && {
							other: { name: 'SKU', form: <AddSku list={screen.skus.list} close={() => setAdding(false)} /> },
						})}
					/>
				</Suspense>
			)}
		</>
	);
}
