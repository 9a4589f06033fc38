import type { SubscriptionOptions, EventKind } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ProductSnapshot } from '@dropwire/retailers';
import { applyOverlay } from '../../message/body.ts';
import { aSnapshot } from '../../testing.ts';
import { decide, factsOf, mergeStyles, postName, prepareFilter } from './filter.ts';

const sized = (available: string[]): Partial<ProductSnapshot> => ({
	sizes: ['8', '9', 'W 10'].map((size) => ({ size, available: available.includes(size), level: null, count: null })),
});
const price = (current: number, full = current, currency = 'USD') => ({ price: { current, full, currency } });

function ruleOf(
	options: SubscriptionOptions,
	after: Partial<ProductSnapshot> | null = {},
	{ kind = 'NEW', before = null }: { kind?: EventKind; before?: Partial<ProductSnapshot> | null } = {},
) {
	const snapshot = (change: Partial<ProductSnapshot> | null) => change && aSnapshot(change);
	const facts = factsOf({ kind, sku: 'CK9246-101', before: snapshot(before), after: snapshot(after) });
	return decide(prepareFilter(options), facts);
}

// The product is Zoom Vomero 5, CK9246-101, for 160 USD, with size 8 available and size 9 not.
test.each<[string, string | null, Parameters<typeof ruleOf>]>([
	['nothing', null, [{}]],
	['a pause', 'paused', [{ paused: true, kinds: ['STOCK'] }]],
	['the kind', null, [{ kinds: ['NEW', 'LIVE'] }]],
	['another kind', 'kinds', [{ kinds: ['RESTOCK'], include: ['dunk'] }]],
	['a word in another case', null, [{ include: ['VOMERO'] }]],
	['a word with an accent', null, [{ include: ['vomero'] }, { title: 'Zoom Voméro' }]],
	['part of a word', 'include', [{ include: ['vomer'] }]],
	['a prefix', null, [{ include: ['vom*'] }]],
	['a phrase', null, [{ include: ['dunk', 'vomero 5'] }]],
	['a phrase with an open end', null, [{ include: ['zoom vom*'] }]],
	['a phrase across title and SKU', 'include', [{ include: ['5 CK9246'] }]],
	['the SKU', null, [{ include: ['ck9246-101'] }]],
	['an excluded word', 'exclude', [{ include: ['zoom'], exclude: ['vomero'] }]],
	['other excluded words', null, [{ exclude: ['kids', 'toddler*'] }]],
	['an available size', null, [{ sizes: ['8', '44'] }]],
	['a size that is sold out', 'sizes', [{ sizes: ['9'] }]],
	['a size of a product without sizes', null, [{ sizes: ['9'] }, { sizes: [] }]],
	['a size that came back', null, [{ sizes: ['w 10'] }, sized(['W 10']), { kind: 'RESTOCK', before: sized([]) }]],
	[
		'a size of a product that was sold out',
		null,
		[{ sizes: ['8'] }, {}, { kind: 'RESTOCK', before: { available: false } }],
	],
	[
		'a size that did not change',
		'sizes',
		[{ sizes: ['8'] }, sized(['8', '9']), { kind: 'STOCK', before: sized(['8']) }],
	],
	['a color that a monitor reports', null, [{ include: ['volt'] }, { color: 'Black/Volt' }]],
	['a color of another shop product', 'exclude', [{ exclude: ['volt'] }, { color: 'Black/Volt' }]],
	['a phrase across SKU and color', 'include', [{ include: ['101 black'] }, { color: 'Black/Volt' }]],
	['the lowest price', null, [{ minPrice: 160 }]],
	['a price below', 'price', [{ minPrice: 160.01 }]],
	['the highest price', null, [{ maxPrice: 160 }]],
	['a price in a currency without cents', null, [{ maxPrice: 17_380 }, price(17_380, 20_000, 'JPY')]],
	['an unknown price', 'price', [{ maxPrice: 1000 }, { price: null }]],
	['a discount rounded down', 'discount', [{ minDiscount: 30 }, price(14_001, 20_000)]],
	['the discount', null, [{ minDiscount: 30 }, price(14_000, 20_000)]],
	['the last state of a product that is gone', null, [{ include: ['vomero'] }, null, { kind: 'STATUS', before: {} }]],
])('%s: held back by %s', (_, rule, given) => {
	expect(ruleOf(...given)).toBe(rule);
});

const stockOfSizes = (
	sizes: Record<string, boolean | 'HIGH' | 'LOW' | number | null>,
	available: boolean | null = true,
) => ({
	available,
	sizes: Object.entries(sizes).map(([size, stock]) => ({
		size,
		available: typeof stock === 'boolean' ? stock : stock !== null,
		level: typeof stock === 'string' ? stock : null,
		count: typeof stock === 'number' ? stock : null,
	})),
});
const unknownNine = (sizes: Record<string, boolean>, available: boolean | null = true) => {
	const known = stockOfSizes(sizes, available);
	return { available, sizes: [...known.sizes, { size: '9', available: null, level: null, count: null }] };
};

test.each<[string, string | null, Partial<ProductSnapshot>, Partial<ProductSnapshot>]>([
	[
		'a level that is unknown now',
		'sizes',
		stockOfSizes({ '9': 'HIGH', '10': false }),
		stockOfSizes({ '9': true, '10': true }),
	],
	[
		'a level that was unknown',
		'sizes',
		stockOfSizes({ '9': true, '10': false }),
		stockOfSizes({ '9': 'HIGH', '10': true }),
	],
	['another level', null, stockOfSizes({ '9': 'HIGH', '10': false }), stockOfSizes({ '9': 'LOW', '10': true })],
	['a count that was unknown', 'sizes', stockOfSizes({ '9': true, '10': false }), stockOfSizes({ '9': 3, '10': true })],
	['another count', null, stockOfSizes({ '9': 4, '10': false }), stockOfSizes({ '9': 3, '10': true })],
	['sold out after unknown', 'sizes', unknownNine({ '10': false }), stockOfSizes({ '9': false, '10': true })],
	['in stock after unknown', 'sizes', unknownNine({ '10': false }), stockOfSizes({ '9': true, '10': true })],
	['unknown after in stock', 'sizes', stockOfSizes({ '9': true, '10': false }), unknownNine({ '10': true })],
	['in stock after sold out', null, stockOfSizes({ '9': false, '10': true }), stockOfSizes({ '9': true, '10': true })],
	['listed now', null, stockOfSizes({ '10': true }), stockOfSizes({ '9': true, '10': true })],
	['listed now, of unknown stock', 'sizes', stockOfSizes({ '10': false }), unknownNine({ '10': true })],
	[
		'of a product that is sold out now',
		null,
		stockOfSizes({ '9': true, '10': true }),
		unknownNine({ '10': false }, false),
	],
	[
		'in stock, of a product that was sold out',
		null,
		unknownNine({ '10': false }, false),
		stockOfSizes({ '9': true, '10': true }),
	],
	// Nothing later would say that it came back.
	['unknown, of a product that came back', null, stockOfSizes({ '9': false, '10': false }, false), unknownNine({})],
	['unknown, of a product without sizes that came back', null, { available: false, sizes: [] }, unknownNine({})],
])('size 9 %s, and another one that came back: held back by %s', (_, rule, before, after) => {
	expect(ruleOf({ sizes: ['9'] }, after, { kind: 'RESTOCK', before })).toBe(rule);
});

const preorder = { available: false, state: 'preorder' } as const;
const sizedIn = (change: Partial<ProductSnapshot['sizes'][0]>) => ({
	sizes: [
		{ size: '8', available: false, level: null, count: null },
		{ size: '9', available: false, level: null, count: null, ...change },
	],
});
const entered = { kind: 'STOCK', before: { available: false } } as const;

test.each<[string, string | null, Parameters<typeof ruleOf>]>([
	['a state that counts, for restocks', null, [{ kinds: ['RESTOCK'], states: ['preorder'] }, preorder, entered]],
	['another state', 'kinds', [{ kinds: ['RESTOCK'], states: ['queue'] }, preorder, entered]],
	['no states', 'kinds', [{ kinds: ['RESTOCK'] }, preorder, entered]],
	['stock changes, with and without states', null, [{ kinds: ['STOCK'], states: ['preorder'] }, preorder, entered]],
	['every kind', null, [{}, preorder, entered]],
	['other kinds only', 'kinds', [{ kinds: ['PRICE'], states: ['preorder'] }, preorder, entered]],
	[
		'a state that was entered before',
		'kinds',
		[{ kinds: ['RESTOCK'], states: ['preorder'] }, preorder, { kind: 'STOCK', before: preorder }],
	],
	[
		'a state after unknown stock',
		'kinds',
		[
			{ kinds: ['RESTOCK'], states: ['preorder'] },
			{ ...preorder, sizes: [] },
			{ kind: 'STOCK', before: { available: null, sizes: [] } },
		],
	],
	[
		'a lower price with the state',
		null,
		[{ kinds: ['RESTOCK'], states: ['preorder'] }, preorder, { kind: 'PRICE', before: { available: false } }],
	],
	[
		'another status with the state',
		'kinds',
		[{ kinds: ['RESTOCK'], states: ['preorder'] }, preorder, { kind: 'STATUS', before: { available: false } }],
	],
	[
		'a size that entered the state',
		null,
		[
			{ kinds: ['RESTOCK'], states: ['backorder'], sizes: ['9'] },
			sizedIn({ state: 'backorder' }),
			{ kind: 'STOCK', before: sizedIn({}) },
		],
	],
	[
		'another size',
		'sizes',
		[
			{ kinds: ['RESTOCK'], states: ['backorder'], sizes: ['8'] },
			sizedIn({ state: 'backorder' }),
			{ kind: 'STOCK', before: sizedIn({}) },
		],
	],
	['a size in the state, in a new product', null, [{ states: ['draw'], sizes: ['9'] }, sizedIn({ state: 'draw' })]],
	['a size in another state', 'sizes', [{ states: ['queue'], sizes: ['9'] }, sizedIn({ state: 'draw' })]],
	['a size in the state, without states', 'sizes', [{ sizes: ['9'] }, sizedIn({ state: 'draw' })]],
	[
		'listed stock of a product in the state',
		null,
		[{ kinds: ['RESTOCK'], states: ['queue'], sizes: ['8'] }, { available: false, state: 'queue' }, entered],
	],
])('states besides in stock: %s: held back by %s', (_, rule, given) => {
	expect(ruleOf(...given)).toBe(rule);
});

const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind: 'NEW', before: null, at: 0 } as const;
const NIGHT = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
const styleOf = (options: SubscriptionOptions) => prepareFilter(options).style;
const body = { username: 'Dropwire', embeds: [] as never, allowed_mentions: { parse: [] as [] } };

test('mentions are joined without those of quiet subscriptions, and a message is silent only if all are quiet', () => {
	const quiet = styleOf({ mentions: ['100000000000000001'], quiet: NIGHT, name: 'Oldest' });
	const loud = styleOf({
		mentions: ['100000000000000002', '100000000000000003'],
		name: 'Younger',
		avatar: 'https://x.example/a.png',
	});
	const product = { ...event, after: aSnapshot() };
	const send = (styles: Parameters<typeof mergeStyles>[0], time: string, isEdit = false) =>
		applyOverlay(body, mergeStyles(styles, [product])!, {
			at: Date.parse(time),
			isEdit,
			isNew: !isEdit,
			isNewPost: false,
			hasButtons: true,
		});
	const [noon, night] = ['2026-01-10T12:00:00Z', '2026-01-10T05:59:00Z'];
	expect(send([quiet, loud], noon)).toMatchObject({
		username: 'Oldest',
		content: '<@&100000000000000001> <@&100000000000000002> <@&100000000000000003>',
		allowed_mentions: { parse: [], roles: ['100000000000000001', '100000000000000002', '100000000000000003'] },
	});
	expect(send([quiet, loud], night)).toMatchObject({ content: '<@&100000000000000002> <@&100000000000000003>' });
	expect(send([quiet, loud], night)).not.toHaveProperty('flags');
	expect(send([quiet], night)).toEqual({ ...body, username: 'Oldest', flags: 4096 });
	expect(send([quiet, null], night)).toEqual({ ...body, username: 'Oldest' });
	const edited = send([quiet], noon, true);
	expect(edited).not.toHaveProperty('content');
	expect(edited.allowed_mentions.roles).toEqual(['100000000000000001']);
	expect(mergeStyles([null, null], [product])).toBeNull();
});

test('the name of a post has the product, and never more characters than Discord accepts', () => {
	const product = { ...event, after: aSnapshot({ title: '👟'.repeat(80) }) };
	expect(postName('{brand} {sku}: {title}', product)).toMatch(/^Nike CK9246-101: 👟/);
	expect(postName('{title}', product).length).toBeLessThanOrEqual(100);
	expect(postName('{title}', { ...product, after: aSnapshot({ title: ' ' }) })).toBe('CK9246-101');
});
