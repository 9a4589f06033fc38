import { api } from '../data/client.ts';
import type { Chosen } from '../data/useChosen.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh } from '../data/useCall.ts';

interface Entry {
	sku: string;
}

/** Takes entries off a list, together in one go and with a way back. */
export function useRemoval(list: string, read: 'skus' | 'hotSkus', chosen: Chosen) {
	const { remove, isGoing } = useUndo();
	const keyOf = ({ sku }: Entry) => `${list}/${sku}`;
	return {
		keyOf,
		isGoing: (entry: Entry) => isGoing(keyOf(entry)),
		erase(entries: readonly Entry[]): void {
			const keys = entries.map(keyOf);
			const text = entries.length === 1 ? `Removed ${entries[0]?.sku}` : `Removed ${entries.length} SKUs`;
			remove(keys, text, async () => {
				chosen.set(keys, false);
				try {
					await api.bulkSkus({ rows: entries.map(({ sku }) => ({ action: 'UNSET', type: list, sku })) });
				} finally {
					await refresh(read);
				}
			});
		},
	};
}
