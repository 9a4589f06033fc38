import { expect, test } from 'vitest';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import { aSnapshot } from '../../testing.ts';
import { composeEvent } from './composeEvent.ts';

type Change = Partial<ProductSnapshot>;

const AT = Date.parse('2026-04-20T12:00:00Z');

function messageOf(before: Change, after: Change) {
	const [old, now] = [aSnapshot(before), aSnapshot(after)];
	const event = { source: 'NIKE', sku: 'X', region: 'US', kind: 'STATUS', before: old, after: now, at: AT } as const;
	return composeEvent(event).embeds[0];
}

/** The fields of the message of a change, by name. */
function fieldsOf(before: Change, after: Change): Record<string, string> {
	return Object.fromEntries(messageOf(before, after).fields.map(({ name, value }) => [name, value]));
}

const descriptionOf = (before: Change, after: Change) => messageOf(before, after).description;

const usd = (current: number, full: number): Change => ({ price: { current, full, currency: 'USD' } });

test.each([
	['a sale that begins without a lower price', usd(12_000, 12_000), usd(12_000, 16_000), '$120.00 → $160.00'],
	['a sale that ends at its price', usd(12_000, 16_000), usd(12_000, 12_000), '$160.00 → $120.00'],
	['another full price', usd(12_000, 16_000), usd(12_000, 15_000), '$160.00 → $150.00'],
])('%s changes the full price, and not what the product costs', (_, before, after, full) => {
	const [was, now] = full.split(' → ');
	expect(fieldsOf(before, after)).toMatchObject({ Price: `**$120.00** · full price ~~${was}~~ → ${now}` });
});

test('a price that fell, and one that is the same as before, are shown with what they were', () => {
	expect(fieldsOf(usd(16_000, 16_000), usd(12_000, 16_000))).toMatchObject({ Price: '~~$160.00~~ → **$120.00**' });
	expect(fieldsOf(usd(12_000, 16_000), usd(9_000, 16_000))).toMatchObject({
		Price: '~~$120.00~~ → **$90.00** · full price $160.00',
	});
	expect(fieldsOf(usd(12_000, 16_000), usd(9_000, 15_000))).toMatchObject({
		Price: '~~$120.00~~ → **$90.00** · full price ~~$160.00~~ → $150.00',
	});
	expect(fieldsOf(usd(12_000, 16_000), usd(16_000, 16_000))).toMatchObject({ Price: '~~$120.00~~ → **$160.00**' });
	expect(fieldsOf(usd(12_000, 16_000), usd(12_000, 16_000))).toMatchObject({ Price: '~~$160.00~~ **$120.00**' });
});

test('a price that this check did not read is shown with its age, and never as the current one', () => {
	const readBefore = (agoMs: number) => ({ ...usd(12_000, 16_000), priceAt: AT - agoMs });
	for (const [agoMs, age] of [
		[5000, '1 min'],
		[59 * 60_000, '59 min'],
		[3.5 * 3_600_000, '3 h'],
		[50 * 3_600_000, '2 d'],
	] as const) {
		expect(fieldsOf(usd(12_000, 16_000), readBefore(agoMs))).toMatchObject({ Price: `$120.00 · read ${age} ago` });
	}
	expect(fieldsOf(readBefore(5000), usd(9000, 16_000))).toMatchObject({ Price: expect.stringContaining('**$90.00**') });
});

test('a price in another currency is shown without what it was in the former one', () => {
	const price = { current: 90_000, full: 100_000, currency: 'HKD' };
	expect(fieldsOf(usd(12_000, 16_000), { price })).toMatchObject({ Price: '~~HK$1,000.00~~ **HK$900.00**' });
});

test('a state besides in stock is named: of the product in its status, of sizes as a group', () => {
	const size = (label: string, change: Partial<SizeStock> = {}) => ({
		size: label,
		available: false,
		level: null,
		count: null,
		...change,
	});
	const queue = { available: false, state: 'queue' } as const;
	expect(fieldsOf({}, queue)).toMatchObject({
		Status: '~~ACTIVE~~ → **ACTIVE · Queue**',
		'Sizes (0/2) · Queue': '8 ▰▰▰',
		'Sold out': '9',
	});
	expect(fieldsOf({ ...queue, status: null }, { status: null })).toMatchObject({ Status: '~~Queue~~ → **available**' });
	const sizes = [
		size('8', { available: true }),
		size('9', { state: 'preorder', count: 3 }),
		size('10', { state: 'in_store' }),
	];
	expect(fieldsOf({ sizes }, { sizes })).toMatchObject({
		'Sizes (1/3)': '8',
		'Pre-order': '9 · 3',
		'In store only': '10',
	});
	expect(descriptionOf({}, queue)).toBe("**Status change** · sold out · Queue · Men's Shoes");
	expect(descriptionOf({ available: false }, queue)).toBe("**Status change** · Queue · Men's Shoes");
});

test('a refurbished offer is named in the title and the footer', () => {
	const embed = messageOf({ category: 'REFURBISHED' }, { category: 'REFURBISHED', evidence: 'size' });
	expect(embed.title).toBe('Refurbished: Zoom Vomero 5');
	expect(embed.footer.text).toMatch(/^Dropwire · Nike Refurbished · /);
});

test('a launch that was cancelled is struck through', () => {
	expect(fieldsOf({ launchAt: 1_790_000_000_000 }, { launchAt: null })).toMatchObject({
		Launch: '~~<t:1790000000:F>~~ → **no date**',
	});
	expect(fieldsOf({ launchAt: null }, { launchAt: null })).not.toHaveProperty('Launch');
});

test('of a product that is sold out no size is shown as in stock, whatever the shop lists', () => {
	const size = (label: string, available: boolean, level: SizeStock['level']) => ({
		size: label,
		available,
		level,
		count: null,
	});
	const sizes = [size('8', true, 'HIGH'), size('9', true, 'LOW'), size('10', false, 'OOS')];
	const fields = fieldsOf({ sizes }, { sizes, available: false });
	expect(fields).toMatchObject({
		'Sizes (0/3) · Sold out': '~~8~~, ~~9~~, 10',
	});
	expect(JSON.stringify(fieldsOf({ sizes, available: false }, { sizes, available: false }))).not.toContain('⬆');
});

test('a level or count that changed is shown with what it was', () => {
	const [level, count] = [
		(label: string, value: SizeStock['level']) => ({ size: label, available: true, level: value, count: null }),
		(label: string, value: number | null) => ({ size: label, available: true, level: null, count: value }),
	];
	const before = [level('8', 'HIGH'), level('9', 'LOW'), count('10', 5), count('11', null)];
	const after = [level('8', 'LOW'), level('9', 'LOW'), count('10', 2), count('11', 3)];
	expect(fieldsOf({ sizes: before }, { sizes: after })).toMatchObject({
		'Sizes (4/4)': '8 ▰▱▱ (was ▰▰▰)\n9 ▰▱▱',
		'\u200B': '10 · 2 (was 5)\n11 · 3',
	});
	// Nothing could be bought of a product that was sold out.
	expect(fieldsOf({ sizes: before, available: false }, { sizes: after })).toMatchObject({
		'Sizes (4/4)': '8 ▰▱▱ ⬆\n9 ▰▱▱ ⬆',
	});
});

test('a product on sale without sizes says when it is sold out', () => {
	const [inStock, soldOut] = [
		{ sizes: [], available: true },
		{ sizes: [], available: false },
	];
	expect(fieldsOf(inStock, soldOut)).toMatchObject({ Status: '~~ACTIVE~~ → **ACTIVE · sold out**' });
	expect(fieldsOf(soldOut, inStock)).toMatchObject({ Status: '~~ACTIVE · sold out~~ → **ACTIVE**' });
});
