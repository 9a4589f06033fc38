import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { useUndo } from '../ui/Undo.tsx';
import type { Selection } from '../ui/useSelection.ts';

interface Entry {
	sku: string;
}

/** Removes entries from a list in one call, with Undo. */
export function useRemoval(list: string, read: 'skus' | 'hotSkus', selection: Selection) {
	const { remove, isPendingDelete } = useUndo();
	const keyOf = ({ sku }: Entry) => `${list}/${sku}`;
	return {
		keyOf,
		isPendingDelete: (entry: Entry) => isPendingDelete(keyOf(entry)),
		erase(entries: readonly Entry[]): void {
			const keys = entries.map(keyOf);
			const what = entries.length === 1 ? (entries[0]?.sku ?? '') : counted(entries.length, 'SKU');
			remove(keys, { done: `Removed ${what}`, infinitive: `remove ${what}` }, async () => {
				selection.set(keys, false);
				try {
					await api.bulkSkus({ rows: entries.map(({ sku }) => ({ action: 'UNSET', type: list, sku })) });
				} finally {
					await refresh(read, 'skuStates');
				}
			});
		},
	};
}
