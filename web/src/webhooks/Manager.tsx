import type { OperatorRow } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useState } from 'react';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { WEBHOOK_BULK } from '../bulk/kinds.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh } from '../data/useCall.ts';
import { useChosen } from '../data/useChosen.ts';
import { useFilter } from '../data/useFilter.ts';
import { useFolds } from '../data/useFolds.ts';
import { Loaded } from '../shell/Loading.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { type BrandScreen, sectionsOf } from './brands.ts';
import { AddSku, useSkuList } from './customSkus.tsx';
import { itemsOf, rowKey } from './items.ts';
import { Lines } from './Lines.tsx';
import { changeRows, refreshOperatorRows, useOperatorRows } from './useOperatorRows.ts';
import { OperatorLine } from './OperatorLine.tsx';
import { useActions } from '../data/useActions.ts';

/** The operators' webhooks of one screen, whatever the brand: sections that fold, groups, rows, and a panel to add. */
export function Manager({ screen, above }: { screen: BrandScreen; above?: ReactNode }) {
	const sections = useMemo(() => sectionsOf(screen), [screen]);
	const skuSection = useMemo(() => screen.skus && { id: 'USCustom', title: screen.skus.title }, [screen]);
	const folds = useFolds(
		screen.id,
		[...sections, ...(skuSection ? [skuSection] : [])].map(({ id }) => id),
	);
	const question = useOperatorRows(screen);
	const skus = useSkuList(screen.skus?.list);
	const { remove, isGoing } = useUndo();
	const [adding, setAdding] = useState(false);
	const [filter, setFilter] = useFilter();
	const wanted = useDeferredValue(filter);
	const chosen = useChosen();
	const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

	const changed = () => Promise.all([refreshOperatorRows(), refresh('operatorCounts')]);
	const actions = useActions({
		async save(row: OperatorRow, value: string) {
			await changeRows('UPDATE', [{ ...row, value }]);
			await changed();
		},
		erase(rows: readonly OperatorRow[]) {
			const text = rows.length === 1 ? `Deleted ${rows[0]?.label}` : `Deleted ${rows.length} webhooks`;
			const keys = rows.map(rowKey);
			remove(keys, text, async () => {
				chosen.set(keys, false);
				await changeRows('UNSET', rows);
				await changed();
			});
		},
		choose: (row: OperatorRow, on: boolean) => chosen.set([rowKey(row)], on),
		edit: (row: OperatorRow, on: boolean) =>
			setEdited((old) => {
				const next = new Set(old);
				if (on) next.add(rowKey(row));
				else next.delete(rowKey(row));
				return next;
			}),
	});
	// Drawing what comes into sight may take a moment, in which the page still answers.
	const fold = (section: string) => startTransition(() => folds.toggle(section));
	const items = useMemo(
		() =>
			itemsOf({
				rows: question.data ?? [],
				sections,
				skus:
					skuSection && skus.question.data ? { section: skuSection, group: 'SKUs', skus: skus.question.data } : null,
				filter: wanted,
				isFolded: folds.isFolded,
				isGoing,
			}),
		[question.data, sections, skuSection, skus.question.data, wanted, folds.isFolded, isGoing],
	);

	const chosenRows = (question.data ?? []).filter((row) => chosen.has(rowKey(row)) && !isGoing(rowKey(row)));

	return (
		<>
			<div className="page-head">
				<h1>{screen.title}</h1>
				<div className="tools">
					{chosenRows.length > 0 && (
						<Button variant="default" onClick={() => actions.erase(chosenRows)}>
							Delete {chosenRows.length} chosen
						</Button>
					)}
					<BulkButton kind={WEBHOOK_BULK} done={() => void changed()} />
					<TextInput
						aria-label="Filter by label"
						placeholder="Filter by label"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
			</div>
			{above}
			<Loaded question={question} rows={12}>
				{() => (
					<Lines items={items} kept={edited} toggle={wanted.trim() ? null : fold} removeSku={skus.remove}>
						{({ key, row }) => <OperatorLine row={row} chosen={chosen.has(key)} actions={actions} />}
					</Lines>
				)}
			</Loaded>
			{screen.skus && (
				<Loaded question={skus.question} rows={2}>
					{() => null}
				</Loaded>
			)}
			<Button
				className="fab"
				size="md"
				leftSection={<Plus size={18} aria-hidden="true" />}
				onClick={() => setAdding(true)}
			>
				Add webhook
			</Button>
			<AddWebhook
				screen={screen}
				opened={adding}
				close={() => setAdding(false)}
				add={async (places, label, value) => {
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
		</>
	);
}
