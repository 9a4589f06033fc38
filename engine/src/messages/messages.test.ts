import { EVENT_KINDS, PRODUCT_STATUSES, REGIONS } from '@dropwire/db/topics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSnapshot } from '../testing.ts';
import type { WebhookBody } from './body.ts';
import { composeEvent } from './composeEvent.ts';
import { composeTest } from './composeTest.ts';
import { embedLength } from './fitted.ts';
import { MESSAGE_LIMITS as LIMITS } from './limits.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');
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
	expect(field(body, 'Launch')).toContain('<t:1760000000:F>');
	expect(field(body, 'Sizes (2/3)')).toBe('8 ▰▰▰ ⬆');
	expect(field(body, '\u200B')).toBe('10 · 3 ⬆');
	expect(field(body, 'Sold out')).toBe('~~9~~');
	expect(body.allowed_mentions).toEqual({ parse: [] });
});

test('a product that is gone says so, with what was known of it', () => {
	const body = message({ after: null, before: aSnapshot() });
	expect(body.embeds[0].description).toBe("**No longer listed** · Men's Shoes");
	expect(field(body, 'Status')).toBe('~~ACTIVE~~ → **not listed**');
});

test('yen have no cents', () => {
	const body = message({
		after: aSnapshot({ price: { current: 17_380, full: 17_380, currency: 'JPY' } }),
		before: null,
	});
	expect(field(body, 'Price')).toBe('**¥17,380**');
});

test("a product's texts cannot ping, link or format", () => {
	const evil = '@everyone [click](https://evil.example) **bold** `code` <@123> ~~x~~';
	const body = message({
		after: aSnapshot({ subtitle: evil, sizes: [{ size: evil, available: true, level: 'LOW', count: null }] }),
	});
	const text = `${body.embeds[0].description} ${field(body, 'Sizes')}`;
	expect(text).not.toMatch(/(?<!\\)\]\(/);
	expect(text).not.toMatch(/(?<!\\)<@/);
	expect(text).not.toMatch(/(?<!\\)@everyone/);
});

test('an address that is none is left out instead of losing the message', () => {
	const [embed] = message({ after: aSnapshot({ url: 'javascript:alert(1)', image: 'not an address' }) }).embeds;
	expect(embed).not.toHaveProperty('url');
	expect(embed).not.toHaveProperty('thumbnail');
});

/** Any text: whole characters, lone surrogates, very long, white space, markup. */
const texts = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('\uD83D', '\uDE00', '😀', '*', '\\', '`', '\n', ' ', 'a'), maxLength: 600 }),
	fc.integer({ min: 0, max: 10_000 }).map((length) => 'W'.repeat(length)),
);
const products = fc
	.record({
		title: texts,
		subtitle: fc.option(texts),
		status: fc.option(fc.constantFrom(...PRODUCT_STATUSES)),
		available: fc.boolean(),
		launchAt: fc.option(fc.double({ min: -1e16, max: 1e16, noNaN: true })),
		price: fc.option(
			fc.record({
				current: fc.integer(),
				full: fc.integer(),
				// XXX is ISO 4217's word for no currency.
				currency: fc.oneof(fc.constantFrom('USD', 'JPY', 'XXX'), texts),
			}),
		),
		sizes: fc.array(
			fc.record({
				size: texts,
				available: fc.boolean(),
				level: fc.constantFrom('HIGH', 'LOW', 'OOS', null),
				count: fc.option(fc.integer()),
			}),
			{ maxLength: 200 },
		),
		image: fc.option(texts),
		url: fc.option(
			fc.oneof(
				texts,
				texts.map((text) => `https://shop.example/${text}`),
			),
		),
	})
	.map((change) => aSnapshot(change));

/** By UTF-16 units, which are never fewer than characters: inside the limit by either count. */
function expectWithinLimits({ embeds: [embed], username }: WebhookBody): void {
	expect(username.length).toBeGreaterThan(0);
	expect(embed.title.length).toBeGreaterThan(0);
	expect(embed.title.length).toBeLessThanOrEqual(LIMITS.title);
	expect(embed.description?.length ?? 1).toBeGreaterThan(0);
	expect(embed.description?.length ?? 0).toBeLessThanOrEqual(LIMITS.description);
	expect(embed.fields.length).toBeLessThanOrEqual(LIMITS.fields);
	for (const { name, value } of embed.fields) {
		expect(name.length).toBeGreaterThan(0);
		expect(value.trim().length).toBeGreaterThan(0);
		expect(name.length).toBeLessThanOrEqual(LIMITS.fieldName);
		expect(value.length).toBeLessThanOrEqual(LIMITS.fieldValue);
	}
	expect(embedLength(embed)).toBeLessThanOrEqual(LIMITS.total);
	if (embed.url) expect(embed.url.length).toBeLessThanOrEqual(LIMITS.url);
	expect(JSON.stringify(embed).isWellFormed()).toBe(true);
	expect(Number.isNaN(Date.parse(embed.timestamp))).toBe(false);
}

test("whatever a product's texts are, the message is inside Discord's limits", () => {
	fc.assert(
		fc.property(
			fc.option(products),
			products,
			fc.constantFrom(...EVENT_KINDS),
			fc.constantFrom(...REGIONS),
			texts.filter((sku) => sku.trim() !== ''),
			fc.boolean(),
			(before, after, kind, region, sku, gone) => {
				expectWithinLimits(
					composeEvent({
						source: 'NIKE',
						sku,
						region,
						kind,
						before: gone ? after : before,
						after: gone ? null : after,
						at: AT,
					}),
				);
			},
		),
		{ numRuns: 300 },
	);
});

test('a test message is inside the limits whatever the label is', () => {
	fc.assert(fc.property(texts, (label) => expectWithinLimits(composeTest({ label, at: AT }))));
});
