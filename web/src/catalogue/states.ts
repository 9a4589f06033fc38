import { formatMoney } from '@dropwire/contract';
import { counted } from '../ui/format.ts';
import type { HistoryState } from './history.ts';

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** `Nov 3, 2026, 12:05 PM`, in the browser's language and zone. */
export function moment(at: number): string {
	return moments.format(at);
}

/** A state in words: price, full price, status, stock. */
export function stateText({ price, full, currency, status, available, inStock, gap }: HistoryState): string {
	if (gap) return 'not watched';
	const money = (minor: number) => (currency === null ? String(minor) : formatMoney(minor, currency));
	const parts = [
		price === null ? 'no price' : money(price),
		price !== null && full !== null && full > price && `full price ${money(full)}`,
		status,
		stockText({ available, inStock }),
	];
	return parts.filter(Boolean).join(', ');
}

/** `5 sizes in stock`, `sold out`; what is not known is no stock. */
function stockText({ available, inStock }: Pick<HistoryState, 'available' | 'inStock'>): string {
	if (inStock !== null && inStock > 0) return `${counted(inStock, 'size')} in stock`;
	if (available === null) return 'stock unknown';
	return available ? 'in stock' : 'sold out';
}

/** The index of the state that is in force at a time; 0 before the first one. */
export function stateAt(states: readonly Pick<HistoryState, 'at'>[], at: number): number {
	let [low, high] = [0, states.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((states[middle]?.at ?? 0) <= at) low = middle;
		else high = middle - 1;
	}
	return low;
}
