import { compareSizes, formatMoney, OFFERS, offerOf, type OtherState, STATE_NAMES } from '@dropwire/contract';
import { dateTime } from '../ui/format.ts';

/** A product as an event stores it: the fields that people see. The contract does not define a snapshot's fields. */
export interface Snapshot {
	title?: string;
	subtitle?: string | null;
	image?: string | null;
	url?: string | null;
	status?: string | null;
	category?: string;
	price?: { current: number; full: number; currency: string } | null;
	/** When a check last read the price, epoch ms; unset for the check's own. */
	priceAt?: number;
	launchAt?: number | null;
	available?: boolean | null;
	state?: OtherState;
	sizes?: readonly Size[];
}
interface Size {
	size: string;
	available: boolean | null;
	state?: OtherState;
	level?: string | null;
	count?: number | null;
}

/** What a field says before and after an event. */
export interface FieldChange {
	field: string;
	before: string;
	after: string;
	changed: boolean;
}

const FIELDS: Readonly<Record<string, (product: Snapshot) => string | null>> = {
	Title: ({ title }) => title ?? null,
	Offer: ({ category = '' }) => (offerOf(category) === 'NEW' ? null : OFFERS[offerOf(category)].name),
	Status: ({ status }) => status ?? null,
	Price: ({ price, priceAt }) =>
		price
			? `${formatMoney(price.current, price.currency)}${priceAt === undefined ? '' : ` (read ${dateTime(priceAt)})`}`
			: null,
	'Full price': ({ price }) => (price ? formatMoney(price.full, price.currency) : null),
	Launch: ({ launchAt }) => (launchAt ? dateTime(launchAt) : null),
	Available: ({ available = null, state }) => stockOf({ available, ...(state && { state }) }),
};

/** The fields of a product that are known before or after, those that changed first. */
export function fieldChanges(before: Snapshot | null, after: Snapshot | null): FieldChange[] {
	const fields = Object.entries(FIELDS).flatMap(([field, textOf]) => {
		const [old, now] = [before && textOf(before), after && textOf(after)];
		if (old === null && now === null) return [];
		const [was, is] = [before ? (old ?? 'unknown') : 'not listed', after ? (now ?? 'unknown') : 'gone'];
		return { field, before: was, after: is, changed: was !== is };
	});
	return fields.toSorted((a, b) => Number(b.changed) - Number(a.changed));
}

/** What each size says before and after, from the smallest. */
export function sizeChanges(before: Snapshot | null, after: Snapshot | null): FieldChange[] {
	const had = sizesOf(before);
	const has = sizesOf(after);
	return [...new Set([...has.keys(), ...had.keys()])].sort(compareSizes).map((field) => {
		const [old, now] = [had.get(field) ?? 'not listed', has.get(field) ?? 'not listed'];
		return { field, before: old, after: now, changed: old !== now };
	});
}

function sizesOf(product: Snapshot | null): Map<string, string> {
	return new Map(product?.sizes?.map((size) => [size.size, sizeText(size)]));
}

function sizeText(size: Size): string {
	const { available, level, count } = size;
	const amount = count != null ? String(count) : (level?.toLowerCase() ?? '');
	return `${stockOf(size)}${amount && available ? ` (${amount})` : ''}`;
}

function stockOf({ available, state }: Pick<Size, 'available' | 'state'>): string {
	if (state !== undefined) return STATE_NAMES[state].toLowerCase();
	if (available === null) return 'unknown';
	return available ? 'in stock' : 'sold out';
}
