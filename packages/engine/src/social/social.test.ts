import { createRequire } from 'node:module';
import type * as TwitterText from 'twitter-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesKeyword, wordKey } from '../product/words.ts';
import { aSnapshot } from '../testing.ts';
import { composePost, fitsPost } from './composePost.ts';
import { postLength } from './postLength.ts';

const event = (title: string) =>
	({
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'RESTOCK',
		before: aSnapshot({ title }),
		after: aSnapshot({ title }),
		at: 1,
	}) as const;

test.each([
	['Air Jordan 4 Retro', 'jordan 4', true],
	['AIR-JORDAN/4', 'Jordan 4', true],
	['Nike Pégasus', 'pegasus', true],
	['Pegasus', 'PÉGASUS', true],
	['Jordan 40', 'jordan 4', false],
	['Air Jordanesque', 'jordan', false],
	['4 Jordan', 'jordan 4', false],
	['エア ジョーダン', 'ジョーダン', true],
	['anything', '!!', false],
	['ﬁne', 'fine', true],
])('"%s" has the words "%s": %s', (title, words, expected) => {
	expect(matchesKeyword(wordKey(title), wordKey(words))).toBe(expected);
});

test("a post fits X's length", () => {
	const text = fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }));
	fc.assert(
		fc.property(
			text,
			fc.array(fc.record({ promocode: text, description: text }), { maxLength: 12 }),
			(title, codes) => {
				const post = composePost(event(title), codes);
				expect(fitsPost(post)).toBe(true);
				expect(post.endsWith('https://www.nike.com/t/vomero/CK9246-101')).toBe(true);
			},
		),
		{ numRuns: 200 },
	);
});

test('wide characters count 2 and links count 23', () => {
	expect(fitsPost('字'.repeat(140))).toBe(true);
	expect(fitsPost('字'.repeat(141))).toBe(false);
	expect(fitsPost(`${'a'.repeat(256)} https://example.com/${'b'.repeat(200)}`)).toBe(true);
	expect(fitsPost(`${'a'.repeat(257)} https://example.com/x`)).toBe(false);
});

test('promo codes are removed before the title is cut', () => {
	const codes = Array.from({ length: 6 }, (_, n) => ({ promocode: `CODE${n}`, description: 'x'.repeat(40) }));
	const post = composePost(event('A shoe with a name'), codes);
	expect(post).toContain('A shoe with a name');
	expect(post).toContain('CODE0');
	expect(post).not.toContain('CODE5');
});

test('a post of a product that was taken down does not praise what it was', () => {
	const codes = [{ promocode: 'CODE', description: '10% off' }];
	const post = composePost({ ...event('A shoe'), kind: 'STATUS', after: null }, codes);
	expect(post).toMatch(/^No longer listed: A shoe\nCK9246-101 · US · 1970-01-01 00:00:00 UTC\nhttps:/);
});

test.each([
	['sold out', aSnapshot({ available: false }), 'CK9246-101 · US · sold out · $'],
	[
		'without a size',
		aSnapshot({ sizes: [{ size: '8', available: false, level: null, count: null }] }),
		'US · sold out · $',
	],
	['for pre-order', aSnapshot({ available: false, state: 'preorder' }), 'US · Pre-order · $'],
	['in stock', aSnapshot(), 'CK9246-101 · US · $'],
	['not sold yet', aSnapshot({ available: false, launchAt: 4_000_000_000_000 }), 'CK9246-101 · US · $'],
	['on hold', aSnapshot({ available: false, status: 'HOLD' }), 'CK9246-101 · US · $'],
])('a post says whether a product can be bought: one that is %s', (_, after, text) => {
	const at = 1_790_000_000_000;
	expect(composePost({ ...event('A shoe'), kind: 'STOCK', after, at }, [])).toContain(text);
});

// X's own library, as CommonJS, which Node.js can load completely.
const { parseTweet } = createRequire(import.meta.url)('twitter-text') as typeof TwitterText;

test("a post is never counted shorter than X's own library counts it", () => {
	const pieces = fc.array(
		fc.oneof(
			fc.constantFrom(
				'nike.com',
				'https://www.nike.com/t/x?y=1#z',
				'SNKRS',
				'字',
				'👟',
				'👩‍👩‍👧',
				'🏳️‍🌈',
				'é',
				'ジョーダン',
				'$150.00',
				'a.b.c',
				'…',
				'—',
			),
			fc.string({ unit: 'grapheme', maxLength: 12 }),
		),
		{ maxLength: 12 },
	);
	fc.assert(
		fc.property(pieces, (parts) => {
			const text = parts.join(' ');
			expect(postLength(text)).toBeGreaterThanOrEqual(parseTweet(text).weightedLength);
		}),
		{ numRuns: 500 },
	);
});
