import type { Answer } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { GONE_AFTER_PAUSE, GONE_TOGETHER } from '../../sources/outage.ts';
import { aSnapshot } from '../../testing.ts';
import type { ProductState } from '../state/products.ts';
import { withoutOutage } from './wholeShop.ts';

const AT = 1_790_000_000_000;
const ROUND = 30_000;
const DAY = 86_400_000;

const read: ProductState = {
	id: 1,
	version: 1,
	seen: true,
	digest: 'digest',
	launchAt: null,
	unknownSince: null,
	goneChecks: 0,
	stockPublishedAt: null,
	checkedAt: AT - 10,
	buyableSince: null,
	blockedSince: null,
	blockedReason: null,
};
/** The state of a product before the answer. The first one was missed a round ago. */
const STATES: Readonly<Record<string, ProductState | undefined>> = {
	r: read,
	/** Not checked since the first one was missed. */
	w: { ...read, checkedAt: AT - ROUND - 10 },
	b: { ...read, blockedReason: 'wall (403)', blockedSince: AT },
	/** Unreadable for days. */
	l: { ...read, blockedReason: 'changed format: no name', blockedSince: AT - 2 * DAY },
	/** Its link shows another product. */
	i: { ...read, blockedReason: 'now shows: "Other"', blockedSince: AT },
	m: { ...read, goneChecks: 1, checkedAt: AT - ROUND },
	o: { ...read, blockedReason: GONE_TOGETHER, blockedSince: AT - ROUND, checkedAt: AT - 2 * ROUND },
	/** In an outage for longer than a day. */
	c: { ...read, blockedReason: GONE_TOGETHER, blockedSince: AT - DAY - 1, checkedAt: AT - DAY - ROUND },
	/** Not checked for longer than a day, or unreadable. */
	p: { ...read, checkedAt: AT - DAY - 1 },
	u: { ...read, blockedReason: 'wall (403)', blockedSince: AT - DAY, checkedAt: AT - DAY - 1 },
	/** Missed once since then. */
	q: { ...read, blockedReason: GONE_AFTER_PAUSE, blockedSince: AT - ROUND, checkedAt: AT - DAY - ROUND },
	/** Not listed at the shop. */
	n: { ...read, digest: null },
	/** Not loaded. */
	'?': undefined,
};

/** @param shop a letter of `STATES` for each product @param answers `g` gone or `r` read for the first ones */
function judged(shop: string, answers: string): string {
	const skus = [...shop].map((_, index) => `SKU-${index}`);
	const states = new Map(
		skus.flatMap((sku, index) => {
			const state = STATES[shop[index] ?? ''];
			return state ? [[sku, state]] : [];
		}),
	);
	const given = new Map<string, Answer>(
		[...answers].map((answer, index) => [
			skus[index] ?? '',
			answer === 'g' ? { kind: 'gone' } : { kind: 'read', snapshot: aSnapshot() },
		]),
	);
	const passed = withoutOutage(given, skus, states, AT);
	return skus
		.slice(0, answers.length)
		.map((sku) => passed.get(sku)?.kind ?? 'held')
		.join(' ');
}

test.each([
	['of a shop whose other products are there', 'mrrrrrrr', 'g', 'gone'],
	['with another one', 'mmrrrrrr', 'g', 'gone'],
	['with half of the shop', 'mmmmmrrrrr', 'g', 'gone'],
	['of a shop with four products that are all missing', 'mmmm', 'g', 'gone'],
	['of a shop whose other products are not listed', 'mmmmnnnn', 'g', 'gone'],
	['for the first time, in an outage', 'roooooo', 'g', 'gone'],
	['with five of five', 'mmmmm', 'g', 'blocked'],
	['with more than half of the shop', 'mmmmmmrrrrr', 'g', 'blocked'],
	['with most of the shop, one of which blocks', 'mmmmbr', 'g', 'held'],
	['before most others are checked again', 'mwwwwwww', 'g', 'held'],
	['before most others are loaded', 'm???????', 'g', 'held'],
	['while most others cannot be read', 'mbbbbbbb', 'g', 'held'],
	['while most others have been unreadable for days', 'mllllllllrrrr', 'g', 'gone'],
	['while the links of most others show other products', 'miiiiiiiirrrr', 'g', 'gone'],
	['with all others that could be read', 'mmmmmlllllllll', 'g', 'blocked'],
	['during an outage that others have seen', 'ooooorr', 'g', 'blocked'],
	['after an outage, while some others are missing', 'ooorrrr', 'g', 'gone'],
	['after an outage of more than a day', 'cccccc', 'g', 'gone'],
	['for the first time after a pause', 'prrrrrrr', 'g', 'blocked'],
	['for the first time after a day of walls', 'urrrrrrr', 'g', 'blocked'],
	['for the second time after a pause', 'qrrrrrrr', 'g', 'gone'],
	['before most others are checked after a pause', 'qppppppp', 'g', 'held'],
	['after a pause, with all others', 'qqqqqq', 'g', 'blocked'],
	['in an answer that misses all', 'mmmmmm', 'gggggg', 'blocked blocked blocked blocked blocked blocked'],
	['in an answer that has most others', 'mmwwwwww', 'ggrrrrrr', 'gone gone read read read read read read'],
	['in an answer that misses most others for the first time', 'mwwwww', 'gggggg', 'blocked gone gone gone gone gone'],
])('a product that is missing %s', (_, shop, answers, expected) => {
	expect(judged(shop, answers)).toBe(expected);
});
