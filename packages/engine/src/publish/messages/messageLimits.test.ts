import { EVENT_KINDS, PRODUCT_STATUSES, REGIONS } from '@dropwire/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSnapshot } from '../../testing.ts';
import type { WebhookBody } from './body.ts';
import { composeEvent } from './composeEvent.ts';
import { composeTest } from './composeTest.ts';
import { embedLength } from './truncateEmbed.ts';
import { MESSAGE_LIMITS as LIMITS } from './limits.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');

/** Any text: whole characters, lone surrogates, very long text, whitespace, markup. */
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
		available: fc.option(fc.boolean()),
		launchAt: fc.option(fc.double({ min: -1e16, max: 1e16, noNaN: true })),
		price: fc.option(
			fc.record({
				current: fc.integer(),
				full: fc.integer(),
				// XXX is ISO 4217's code for no currency.
				currency: fc.oneof(fc.constantFrom('USD', 'JPY', 'XXX'), texts),
			}),
		),
		sizes: fc.array(
			fc.record({
				size: texts,
				available: fc.option(fc.boolean()),
				level: fc.constantFrom('HIGH', 'LOW', 'OOS', null),
				count: fc.option(fc.integer()),
				url: texts.map((text) => `https://shop.example/${text}`),
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

/** Counts UTF-16 units, which are never fewer than characters, so the message is within the limits by either count. */
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
				const change = { before: gone ? after : before, after: gone ? null : after };
				const event = { source: 'NIKE', sku, region, kind, ...change, at: AT } as const;
				expectWithinLimits(composeEvent(event));
				const seen = new Set(after.sizes.map(({ size }) => size));
				expectWithinLimits(composeEvent(event, { messageId: 1, kind, at: AT - 1e6, before, after, seen }));
			},
		),
		{ numRuns: 300 },
	);
});

test('a test message is inside the limits whatever the label is', () => {
	fc.assert(fc.property(texts, (label) => expectWithinLimits(composeTest({ label, at: AT }))));
});

test.each([
	[20, 40, 20],
	[60, 100, 24],
	[3, 600, 0],
])('of %i sizes with links of %i characters, %i are links; all sizes are named', (count, length, links) => {
	const url = (n: number) => `https://shop.example/${String(n).padEnd(length - 21, '-')}`;
	const sizes = Array.from({ length: count }, (_, n) => {
		return { size: `S${n}`, available: true, level: null, count: null, url: url(n) };
	});
	const event = { source: 'NIKE', sku: 'X', region: 'US', kind: 'STOCK', at: AT } as const;
	const compose = () => composeEvent({ ...event, before: aSnapshot(), after: aSnapshot({ sizes }) });
	const body = compose();
	expectWithinLimits(body);
	const text = body.embeds[0].fields.map(({ value }) => value).join('\n');
	expect(text.match(/\]\(https:\/\/shop\.example/g) ?? []).toHaveLength(links);
	for (const { size } of sizes) expect(text).toMatch(new RegExp(`\\b${size}\\b`));
	expect(compose()).toEqual(body);
});
