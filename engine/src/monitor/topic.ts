import type { Brand, EventKind, Topic } from '@dropwire/db/topics';
import type { ProductEvent } from './event.ts';

/** The topic's status by kind, where a retailer has no product statuses; `else` for the kinds not named, null for none. */
type StatusByKind = Partial<Record<EventKind, string>> & { else: string | null };

/** What each retailer's events become (contract: "Which event goes to which topic"). Nike's go by product status. */
const BY_KIND: Readonly<Partial<Record<Brand, StatusByKind>>> = {
	HP: { else: 'LAPTOPS' },
	ADIDAS: { else: 'HOT1' },
	ASICS: { RESTOCK: 'RESTOCK', NEW: 'RESTOCK', else: null },
	JD: { NEW: 'NEW', RESTOCK: 'RESTOCK', else: 'CHANGE' },
	FNL: { NEW: 'NEW', RESTOCK: 'RESTOCK', else: 'CHANGE' },
};

/** Nike's product statuses that have a group; the others go to the broadcast list only. */
const NIKE_GROUPS: ReadonlySet<string> = new Set(['ACTIVE', 'CLOSEOUT', 'HOLD']);

/** The topic that an event belongs to; null when the broadcast list alone gets it. */
export function topicFor(event: ProductEvent): Omit<Topic, 'toolsName'> | null {
	const product = event.after ?? event.before;
	if (!product) return null;
	const status = statusFor(event, product.category);
	return status === null ? null : { brand: event.source, category: product.category, region: event.region, status };
}

function statusFor(event: ProductEvent, category: string): string | null {
	if (event.source !== 'NIKE') {
		const byKind = BY_KIND[event.source];
		return byKind?.[event.kind] ?? byKind?.else ?? null;
	}
	if (category === 'REFURBISHED') return 'SHOES';
	if (event.region === 'US' && event.kind === 'PRICE' && hasFallen(event)) return 'DISCOUNT';
	const status = event.after?.status ?? null;
	return status !== null && NIKE_GROUPS.has(status) ? status : null;
}

function hasFallen({ before, after }: ProductEvent): boolean {
	return before?.price != null && after?.price != null && after.price.current < before.price.current;
}
