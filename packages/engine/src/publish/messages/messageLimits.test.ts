import { address, choices, hostileKind, hostileProduct, requestJudge, text } from '@dropwire/sandbox/testing';
import { expect, test } from 'vitest';
import { applyOverlay, withoutSender } from '../../message/body.ts';
import { aSnapshot } from '../../testing.ts';
import type { EditableMessage } from '../edits.ts';
import { postName } from '../subscriptions/filter.ts';
import { composeAnnouncement } from './composeAnnouncement.ts';
import { composeEvent } from './composeEvent.ts';
import { composeTest } from './composeTest.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');
const WEBHOOK = '/webhooks/400000000000000011/token';
const EDIT = `${WEBHOOK}/messages/500000000000000001`;
/** How many products are tried; `FUZZ_RUNS=100000` tries more than CI has time for. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000);

const judge = await requestJudge();

/** The messages about a product that changed, and what Discord would reject about them. */
function problemsOf(seed: number): string[] {
	const choose = choices(seed);
	const { one, number } = choose;
	const [product, other] = [hostileProduct(choose), hostileProduct(choose)];
	const [before, after] = one([
		[product, other],
		[null, product],
		[product, null],
		[product, { ...product, sizes: product.sizes.toReversed(), available: one([true, false, null]) }],
	]);
	const { brand: source, sku, region } = product;
	const event = { source, sku, region, kind: hostileKind(choose), before, after, at: AT };
	const seen = new Set(product.sizes.map(({ size }) => size));
	const edited: EditableMessage = {
		messageId: 1,
		kind: hostileKind(choose),
		at: AT - number(1e9),
		before,
		after,
		seen,
	};
	const counted = one([null, 'https://dropwire.example/s/abcdefghijkl', address(choose)]);
	const message = composeEvent(event, null, counted);
	const overlay = {
		name: text(choose).slice(0, 80),
		avatar: address(choose),
		parts: [{ mentions: ['123456789012345678'] }],
		post: { name: postName(one(['{title}', '{sku}', '{brand} {title}', '\u200B', text(choose)]), event) },
	};
	const sending = { at: AT, isEdit: false, isNew: true, isNewPost: true, hasButtons: true };
	const words = { title: text(choose), description: text(choose), imageUrl: address(choose), logoUrl: address(choose) };
	return [
		...judge('POST', WEBHOOK, message),
		...judge('POST', WEBHOOK, applyOverlay(message, overlay, sending)),
		...judge('PATCH', EDIT, withoutSender(composeEvent(event, edited, counted))),
		...judge('POST', WEBHOOK, composeAnnouncement({ ...words, at: AT })),
		...judge('POST', WEBHOOK, composeTest({ label: text(choose), at: AT })),
	];
}

test(
	'Discord accepts every message, whatever a product, an announcement or the options are',
	() => {
		const refused = Array.from({ length: RUNS }, (_, seed) => ({ seed, problems: problemsOf(seed) })).filter(
			({ problems }) => problems.length > 0,
		);
		expect(refused.slice(0, 5)).toEqual([]);
		expect(refused).toHaveLength(0);
	},
	RUNS * 100,
);

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
	expect(judge('POST', WEBHOOK, body)).toEqual([]);
	const text = body.embeds[0].fields.map(({ value }) => value).join('\n');
	expect(text.match(/\]\(https:\/\/shop\.example/g) ?? []).toHaveLength(links);
	for (const { size } of sizes) expect(text).toMatch(new RegExp(`\\b${size}\\b`));
	expect(compose()).toEqual(body);
});
