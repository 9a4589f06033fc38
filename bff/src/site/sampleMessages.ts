import type { EventKind } from '@dropwire/domain';
import { composeEvent, type ProductEvent } from '@dropwire/engine';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';

/** A message that the landing page shows. */
export interface SampleMessage {
	/** From the change that was seen to Discord's confirmation, ms: as measured in the sandbox. */
	delayMs: number;
	/** The body of the webhook call. */
	body: ReturnType<typeof composeEvent>;
}

/** The time of all changes. Pages show messages as new, whatever it is. */
const AT = Date.parse('2026-04-17T14:00:00Z');
/** Where the drawn pictures are; the page takes the path only. */
const PICTURES = 'https://landing.example/landing/';

type Level = SizeStock['level'];
type Recorded = Partial<ProductSnapshot> & Pick<ProductSnapshot, 'sku' | 'title' | 'price'>;

const levels = (names: string, level: Level): SizeStock[] =>
	names.split(' ').map((size) => ({ size, available: level !== 'OOS', level, count: null }));
const counts = (stock: Readonly<Record<string, number>>): SizeStock[] =>
	Object.entries(stock).map(([size, count]) => ({ size, available: count > 0, level: null, count }));

function snapshot(product: Recorded): ProductSnapshot {
	return {
		brand: 'NIKE',
		region: 'US',
		subtitle: null,
		category: 'SHOES',
		status: null,
		launchAt: null,
		launchMethod: null,
		available: true,
		sizes: [],
		promoExcluded: false,
		image: `${PICTURES}${product.sku}.svg`,
		url: null,
		...product,
	};
}

function sample(
	delayMs: number,
	{ kind, after, before }: { kind: EventKind; after: ProductSnapshot; before: Partial<ProductSnapshot> | null },
): SampleMessage {
	const { brand: source, sku, region } = after;
	const event: ProductEvent = {
		source,
		sku,
		region,
		kind,
		before: before && { ...after, ...before },
		after,
		at: AT,
	};
	return { delayMs, body: composeEvent(event) };
}

/**
 * Changes of products as the shops answered (`packages/sandbox/recordings`), as messages. The engine composes them, so the
 * landing page always shows what Discord would.
 */
export function sampleMessages(): SampleMessage[] {
	return [
		sample(73, {
			kind: 'SHOCK_DROP',
			before: { status: 'HOLD', available: false, sizes: [] },
			after: snapshot({
				sku: 'CK9246-101',
				title: 'Air Jordan 3 Retro',
				subtitle: "Women's Shoes",
				status: 'ACTIVE',
				price: { current: 20_500, full: 20_500, currency: 'USD' },
				sizes: [
					...levels('5', 'MEDIUM'),
					...levels('6 7 7.5 8 8.5 9 9.5 10', 'HIGH'),
					...levels('13', 'LOW'),
					...levels('12.5 14', 'OOS'),
				],
			}),
		}),
		sample(25, {
			kind: 'RESTOCK',
			before: { available: false, sizes: counts({ '6.5': 0, '7': 0, '8': 0, '9': 0, '10': 0, '11': 0 }) },
			after: snapshot({
				brand: 'ADIDAS',
				category: 'HOT1',
				sku: 'EG4959',
				title: 'Superstar Shoes',
				price: { current: 10_000, full: 10_000, currency: 'USD' },
				sizes: counts({ '6.5': 3, '7': 15, '8': 12, '9': 15, '10': 6, '11': 0 }),
			}),
		}),
		sample(58, {
			kind: 'PRICE',
			before: { price: { current: 19_999, full: 19_999, currency: 'GBP' } },
			after: snapshot({
				region: 'GB',
				sku: 'IQ0627-001',
				title: 'Nike Vomero Premium SP',
				subtitle: "Men's shoes",
				status: 'ACTIVE',
				price: { current: 13_999, full: 19_999, currency: 'GBP' },
				sizes: [...levels('5 5.5 6', 'LOW'), ...levels('8 8.5 9 9.5 10 11', 'MEDIUM'), ...levels('7 7.5', 'OOS')],
			}),
		}),
		sample(114, {
			kind: 'STATUS',
			before: { status: 'HOLD', available: false },
			after: snapshot({
				sku: 'BV7114-001',
				title: 'Nike Air Max 97 (Doernbecher Freestyle)',
				subtitle: "Women's Shoe",
				status: 'ACTIVE',
				price: { current: 17_000, full: 17_000, currency: 'USD' },
				sizes: [...levels('5 6 7 8 9 10', 'LOW'), ...levels('11', 'OOS')],
			}),
		}),
	];
}
