import { type EventKind, KINDS } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import type { WebhookBody } from '../../message/body.ts';
import { aSnapshot } from '../../testing.ts';
import { composeAnnouncement } from './composeAnnouncement.ts';
import { composeDigest } from './composeDigest.ts';
import { composeEvent } from './composeEvent.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');
/** When the product of `aSnapshot` launched. */
const LAUNCHED_AT = 1_760_000_000_000;
const message = (change: Partial<Parameters<typeof composeEvent>[0]> = {}) =>
	composeEvent({
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'STATUS',
		before: aSnapshot({ status: 'HOLD' }),
		after: aSnapshot(),
		at: AT,
		...change,
	});
const field = (body: WebhookBody, name: string) =>
	body.embeds[0].fields.find((entry) => entry.name.startsWith(name))?.value;

test('a message says title, status old and new, price, region, SKU, launch, sizes, link, picture and time', () => {
	const body = message({
		kind: 'RESTOCK',
		before: aSnapshot({
			status: 'HOLD',
			price: { current: 16_000, full: 16_000, currency: 'USD' },
			sizes: [{ size: '9', available: true, level: 'LOW', count: null }],
		}),
		after: aSnapshot({
			price: { current: 12_000, full: 16_000, currency: 'USD' },
			sizes: [
				{ size: '8', available: true, level: 'HIGH', count: null },
				{ size: '9', available: false, level: 'OOS', count: null },
				{ size: '10', available: true, level: null, count: 3 },
			],
		}),
	});
	const [embed] = body.embeds;
	expect(embed).toMatchObject({
		title: 'Zoom Vomero 5',
		url: 'https://www.nike.com/t/vomero/CK9246-101',
		description: "**Restock** · Men's Shoes",
		thumbnail: { url: 'https://static.nike.com/a/images/vomero.jpg' },
		timestamp: '2026-04-20T12:00:00.000Z',
	});
	expect(field(body, 'Status')).toBe('~~HOLD~~ → **ACTIVE**');
	expect(field(body, 'Price')).toBe('~~$160.00~~ → **$120.00**');
	expect(field(body, 'Region')).toBe('US · United States');
	expect(field(body, 'SKU')).toBe('`CK9246-101`');
	expect(embed.footer.text).toBe('Dropwire · Nike · ▰▰▰ high, ▰▰▱ medium, ▰▱▱ low stock');
	expect(field(body, 'Sizes (2/3)')).toBe('8 ▰▰▰ ⬆');
	expect(field(body, '\u200B')).toBe('10 · 3 ⬆');
	expect(field(body, 'Sold out')).toBe('~~9~~');
	expect(body.allowed_mentions).toEqual({ parse: [] });
});

test('an edit shows what changed since the message began: sizes that went are struck through, and when it sold out', () => {
	const named = (...available: string[]) =>
		aSnapshot({
			available: available.length > 0,
			sizes: ['8', '9', '10'].map((size) => ({
				size,
				available: available.includes(size),
				level: null,
				count: null,
			})),
		});
	const edited = {
		messageId: 1,
		kind: 'LIVE',
		at: AT - 252_000,
		before: aSnapshot({ status: 'HOLD', available: false, sizes: [] }),
		after: named('8', '9'),
		seen: new Set(['8', '9', '10']),
	} as const;
	const edit = (kind: EventKind, before: ProductSnapshot, after: ProductSnapshot) =>
		composeEvent({ source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before, after, at: AT }, edited);
	const fewer = edit('STOCK', named('8', '9'), named('9'));
	expect(fewer.embeds[0]).toMatchObject({
		description: "**Live now** · Men's Shoes",
		color: KINDS.LIVE.color,
		footer: { text: 'Dropwire · Nike · updated' },
	});
	expect(field(fewer, 'Status')).toBe('~~HOLD~~ → **ACTIVE**');
	expect(field(fewer, 'Sizes (1/3)')).toBe('9 ⬆');
	expect(field(fewer, 'Sold out')).toBe('~~8~~, ~~10~~');
	const none = edit('STOCK', named('9'), named());
	expect(none.embeds[0]).toMatchObject({
		description: "**Live now** · sold out after 4 min 12 s · Men's Shoes",
		color: KINDS.STOCK.color,
	});
	expect(none.allowed_mentions).toEqual({ parse: [] });
	expect(edit('RESTOCK', named(), named('9')).embeds[0].description).toBe("**Live now** · Men's Shoes");
});

test('a size that sold out and is no longer listed is struck through', () => {
	const sizes = [inStock('8'), inStock('9'), inStock('10', { available: false })];
	const body = message({ kind: 'STOCK', before: aSnapshot({ sizes }), after: aSnapshot({ sizes: [inStock('8')] }) });
	expect(field(body, 'Sizes (1/1)')).toBe('8');
	expect(field(body, 'Sold out')).toBe('~~9~~');
});

test('more sizes than fit are cut at a whole size, and the others are counted', () => {
	const labels = Array.from({ length: 150 }, (_, n) => `M ${n} / W ${n + 1.5}`);
	const [sold, gone, unknown] = [
		labels.map((label) => inStock(label)),
		labels.map((label) => inStock(label, { available: false })),
		labels.map((label) => inStock(label, { available: null })),
	];
	const body = message({ kind: 'STOCK', before: aSnapshot({ sizes: sold }), after: aSnapshot({ sizes: gone }) });
	const struck = field(body, 'Sizes (0/150) · Sold out');
	expect(struck?.length).toBeLessThanOrEqual(1024);
	const whole = struck?.match(/~~M \d+ \/ W [\d.]+~~/g) ?? [];
	expect(whole.length).toBeGreaterThan(40);
	expect(struck).toBe(`${whole.join(', ')}, … and ${150 - whole.length} more`);
	const open = field(
		message({ kind: 'STOCK', before: null, after: aSnapshot({ sizes: unknown }) }),
		'Sizes (0/150, 150 unknown) · Stock unknown',
	);
	expect(open).toMatch(/W [\d.]+, … and \d+ more$/);
});

const cart = (size: string) => `https://shop.example/cart/${size}:1`;
const inStock = (size: string, change: Partial<SizeStock> = {}): SizeStock => ({
	size,
	available: true,
	level: null,
	count: null,
	...change,
});

test('sizes link to the cart; unknown sizes are a group of their own, and sizes that went lose their link', () => {
	const sizes = [
		inStock('8', { count: 15, countIsMinimum: true, url: cart('8') }),
		inStock('9', { url: 'https://shop.example/cart/(9)?a=b c' }),
		inStock('10', { available: null, url: cart('10') }),
		inStock('11', { available: null }),
		inStock('12', { available: false, level: 'OOS', url: cart('12') }),
		inStock('13', { available: false, level: 'OOS', url: cart('13') }),
	];
	const before = aSnapshot({ sizes: [inStock('12'), inStock('9', { available: null })] });
	const body = message({ kind: 'RESTOCK', before, after: aSnapshot({ sizes }) });
	expect(field(body, 'Sizes (2/6, 2 unknown)')).toBe(`[8](${cart('8')}) · 15+ ⬆`);
	expect(field(body, '\u200B')).toBe('[9](https://shop.example/cart/%289%29?a=b%20c)');
	expect(field(body, 'Stock unknown')).toBe(`[10](${cart('10')}), 11`);
	expect(field(body, 'Sold out')).toBe('~~12~~, 13');
	const edited = {
		messageId: 1,
		kind: 'RESTOCK',
		at: AT,
		before,
		after: aSnapshot({ sizes }),
		seen: new Set(['8']),
	} as const;
	const after = aSnapshot({ sizes: [inStock('8', { available: false, url: cart('8') }), ...sizes.slice(1)] });
	const edit = composeEvent(
		{ source: 'NIKE', sku: 'X', region: 'US', kind: 'STOCK', before: aSnapshot({ sizes }), after, at: AT },
		edited,
	);
	expect(field(edit, 'Sold out')).toBe('~~8~~, ~~12~~, 13');
});

test('an answer that does not say whether the product is in stock is neither available nor sold out', () => {
	const known = aSnapshot({ status: null, sizes: [] });
	const unknown = aSnapshot({ status: null, available: null, sizes: [] });
	expect(field(message({ before: known, after: unknown }), 'Status')).toBe('~~available~~ → **stock unknown**');
	const edited = {
		messageId: 1,
		kind: 'RESTOCK',
		at: AT - 60_000,
		before: null,
		after: known,
		seen: new Set<string>(),
	} as const;
	const edit = (after: ProductSnapshot) =>
		composeEvent({ source: 'HP', sku: 'X', region: 'US', kind: 'STOCK', before: known, after, at: AT }, edited);
	expect(edit(unknown).embeds[0].description).not.toContain('sold out');
	expect(edit({ ...unknown, available: false }).embeds[0].description).toContain('sold out after 1 min');
	const onlyUnknown = aSnapshot({ sizes: [inStock('8', { available: null })] });
	expect(field(message({ after: onlyUnknown }), 'Sizes (0/1, 1 unknown) · Stock unknown')).toBe('8');
});

test('the link that counts clicks is named after the shop; the title links to the shop itself', () => {
	const counted = 'https://dropwire.example/s/abcdefghijkl';
	const event = {
		source: 'NIKE',
		sku: 'X',
		region: 'US',
		kind: 'NEW',
		before: null,
		after: aSnapshot(),
		at: AT,
	} as const;
	const body = composeEvent(event, null, counted);
	const at = (url: string, short: string) =>
		field(composeEvent({ ...event, after: aSnapshot({ url }) }, null, short), 'SKU');
	expect(at('https://shop-x.com/p', counted)).toBe(`\`X\` · [Buy at shop-x.com](${counted})`);
	expect(at('https://shop-x.com/p', 'https://dropwire/s/abcdefghijkl')).toBe(
		'`X` · [Buy at shop-x.com](https://shop-x.com/p)',
	);
	expect(field(body, 'SKU')).toBe(`\`X\` · [Buy at nike.com](${counted})`);
	expect(body.embeds[0].url).toBe(aSnapshot().url);
	expect(field(composeEvent({ ...event, before: event.after, after: null }, null, counted), 'SKU')).toBe('`X`');
});

test.each(['HOLD', 'INACTIVE', 'CANCEL'] as const)('a product on %s has a page, and nothing to buy', (status) => {
	const counted = 'https://dropwire.example/s/abcdefghijkl';
	const sizes = [inStock('9', { level: 'HIGH', url: cart('9') })];
	const [before, after] = [aSnapshot({ sizes }), aSnapshot({ status, sizes, promoExcluded: true })];
	const event = { source: 'NIKE', sku: 'X', region: 'US', kind: 'STATUS', before, after, at: AT } as const;
	const edited = {
		messageId: 1,
		kind: 'RESTOCK',
		at: AT - 60_000,
		before,
		after: before,
		seen: new Set(['9']),
	} as const;
	for (const body of [composeEvent(event, null, counted), composeEvent(event, edited, counted)]) {
		expect(field(body, 'SKU')).toBe(`\`X\` · [Page](${counted})`);
		expect(JSON.stringify(body)).not.toMatch(/cart|Buy|promotions/);
		expect(field(body, 'Sizes')).toBe(status === 'HOLD' ? '9 ▰▰▰' : undefined);
	}
});

test('the exclusion from promotions is named where a discounted product can be bought', () => {
	const price = { current: 12_000, full: 16_000, currency: 'USD' };
	const described = (change: Partial<ProductSnapshot>) =>
		message({ after: aSnapshot({ promoExcluded: true, ...change }) }).embeds[0].description;
	expect(described({ price })).toContain('excluded from promotions');
	expect(described({})).not.toContain('promotions');
	expect(described({ price, available: false })).not.toContain('promotions');
});

test('sizes are sorted, whatever the order of the shop', () => {
	const sizes = ['10', 'M 3.5 / W 5', '9', 'XL', 'S'].map((size) => inStock(size));
	const { fields } = message({ after: aSnapshot({ sizes }), before: aSnapshot({ sizes }) }).embeds[0];
	expect(fields.slice(-3).map(({ value }) => value)).toEqual(['M 3.5 / W 5\n9', '10\nS', 'XL']);
});

test('a product that is gone is shown as no longer listed, with its last state', () => {
	const body = message({ after: null, before: aSnapshot() });
	expect(body.embeds[0].description).toBe("**No longer listed** · Men's Shoes");
	expect(field(body, 'Status')).toBe('~~ACTIVE~~ → **not listed**');
});

test.each([
	['DAN', 1_760_000_600_000, 'draw, entries until <t:1760000600:f>'],
	['DAN', undefined, 'draw'],
	['LEO', undefined, 'short entry window, random order'],
	['FLOW', undefined, 'first come, first served'],
] as const)('the launch method %s is described in words', (launchMethod, entriesUntil, words) => {
	const after = aSnapshot({ launchMethod, ...(entriesUntil && { entriesUntil }) });
	expect(field(message({ kind: 'LIVE', before: after, after, at: LAUNCHED_AT }), 'Launch')).toBe(
		`<t:1760000000:F> (<t:1760000000:R>) · ${words}`,
	);
});

test('a launch that moved shows both dates', () => {
	const [before, after] = [1_760_000_000_000, 1_770_000_000_000].map((launchAt) =>
		aSnapshot({ launchAt, launchMethod: null }),
	) as [ProductSnapshot, ProductSnapshot];
	expect(field(message({ before, after, at: LAUNCHED_AT }), 'Launch')).toBe(
		'~~<t:1760000000:F>~~ → **<t:1770000000:F>** (<t:1770000000:R>)',
	);
});

test('a launch is shown with its age for a week, and later if its date changed', () => {
	const after = aSnapshot({ launchMethod: null });
	const launchAt = (at: number) => field(message({ kind: 'LIVE', before: after, after, at }), 'Launch');
	expect(launchAt(LAUNCHED_AT + 7 * 86_400_000)).toBe('<t:1760000000:F> (<t:1760000000:R>)');
	expect(launchAt(LAUNCHED_AT + 7 * 86_400_000 + 1)).toBeUndefined();
	const moved = message({ before: aSnapshot({ launchAt: 1_750_000_000_000 }), after, at: AT });
	expect(field(moved, 'Launch')).toBe('~~<t:1750000000:F>~~ → **<t:1760000000:F>**');
});

test('amounts in yen have no decimals', () => {
	const body = message({
		after: aSnapshot({ price: { current: 17_380, full: 17_380, currency: 'JPY' } }),
		before: null,
	});
	expect(field(body, 'Price')).toBe('**¥17,380**');
});

test("a product's texts cannot ping, link or format", () => {
	const evil = '@everyone [click](https://evil.example) **bold** `code` <@123> ~~x~~';
	const body = message({
		after: aSnapshot({
			title: evil,
			subtitle: evil,
			sizes: [{ size: evil, available: true, level: 'LOW', count: null }],
		}),
	});
	const text = `${body.embeds[0].description?.replace(/^\*\*[\w ]+\*\*/, '')} ${field(body, 'Sizes')}`;
	expect(body.embeds[0].title).not.toMatch(/(?<!\\)[*~`]/);
	expect(text).not.toMatch(/(?<!\\)\]\(/);
	expect(text).not.toMatch(/(?<!\\)<@/);
	expect(text).not.toMatch(/(?<!\\)@everyone/);
	expect(text).not.toMatch(/(?<!\\)[*~`]/);
});

test.each([
	'not an address',
	'javascript:alert(1)',
	'ftp://shop.example/x',
	'http://shop:8080/p/1',
	'http://localhost./x.png',
	'https://shop_a.example/x.png',
	'https://user:password@shop.example/x.png',
	'https://[2001:db8::1]/x.png',
	'https://shop.example:8/x.png',
	`https://shop.example/${'x'.repeat(2048)}`,
])('an address that Discord rejects is left out instead of losing the message: %s', (address) => {
	const product = aSnapshot({ url: address, image: address, sizes: [inStock('9', { url: address })] });
	const body = message({ after: product });
	expect(body.embeds[0]).not.toHaveProperty('url');
	expect(body.embeds[0]).not.toHaveProperty('thumbnail');
	expect(field(body, 'Sizes')).toBe('9 ⬆');
	const { embeds } = composeAnnouncement({ title: 'x', description: 'x', imageUrl: address, logoUrl: address, at: AT });
	expect(embeds[0]).not.toHaveProperty('thumbnail');
	expect(embeds[0].footer).toEqual({ text: 'Dropwire Stock Numbers' });
});

test.each([
	['https://cdn.example.com/EU Long 3.png', 'https://cdn.example.com/EU%20Long%203.png'],
	['http://127.0.0.1:4000/a|b[1]?c={d}#e^f', 'http://127.0.0.1:4000/a%7Cb%5B1%5D?c=%7Bd%7D#e%5Ef'],
	['https://müller.example/100%/ü', 'https://xn--mller-kva.example/100%25/%C3%BC'],
])('the address %s is encoded', (image, encoded) => {
	expect(message({ after: aSnapshot({ image }) }).embeds[0].thumbnail).toEqual({ url: encoded });
});

test('a title and the label of a link are escaped only where a character has a meaning', () => {
	const title = 'Air Max 1 \'86 OG - "Big Bubble" (White) #1: [a] <b> *c* d_e';
	const sizes = [inStock('M 8 - W 9 (EU)', { url: cart('8') }), inStock('[9]*', { url: cart('9') })];
	const body = message({ after: aSnapshot({ title, url: 'https://shop-x.com/p', sizes }) });
	expect(body.embeds[0].title).toBe('Air Max 1 \'86 OG - "Big Bubble" (White) #1: [a] <b> \\*c\\* d\\_e');
	expect(field(body, 'Sizes')).toBe(`[M 8 - W 9 (EU)](${cart('8')}) ⬆`);
	expect(field(body, '\u200B')).toBe(`[\\[9\\]\\*](${cart('9')}) ⬆`);
});

test('a list of new products says how each can be had that is not in stock', () => {
	const stocks = [{ available: true }, { available: false }, { available: false, state: 'draw' }] as const;
	const events = stocks.map((stock) => {
		const after = { ...aSnapshot({ title: 'Shoe', url: null, price: null }), ...stock };
		return { source: 'NIKE', sku: 'A', region: 'US', kind: 'NEW', before: null, after, at: AT } as const;
	});
	expect(composeDigest(events).embeds[0].description).toBe('Shoe\nShoe · sold out\nShoe · Draw');
});
