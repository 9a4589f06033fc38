import type { HistoryPoint } from '@dropwire/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openChunk, pack, unpack } from './packed.ts';

const SIZES = ['M 9 / W 10.5', '9', 'EU 42⅔', 'XL', ''];
const amount = fc.option(fc.oneof(fc.nat(50_000), fc.maxSafeNat()), { nil: null });
const sizes = fc.subarray(SIZES);

const point = fc.record({
	waited: fc.oneof(fc.nat(100_000), fc.nat(10 ** 12)),
	price: amount,
	full: amount,
	currency: fc.constantFrom('USD', 'JPY', null),
	status: fc.constantFrom('ACTIVE', 'HOLD', null),
	available: fc.constantFrom(true, false, null),
	sizes: fc.option(sizes, { nil: null }),
	mark: fc.oneof(
		{ weight: 6, arbitrary: fc.constant({}) },
		{ weight: 1, arbitrary: fc.constant({ gap: true } as const) },
		{ weight: 1, arbitrary: fc.record({ noRestock: fc.oneof(fc.constant(true as const), sizes) }) },
		{
			weight: 1,
			arbitrary: fc.record({
				day: fc.record({ low: amount, high: amount, minutesAvailable: fc.nat(1440), restocks: fc.nat(500) }),
			}),
		},
	),
});
const histories = fc.array(point, { minLength: 1, maxLength: 400 }).map((parts) => {
	let at = 1_790_000_000_000;
	return parts.map(({ waited, mark, ...state }): HistoryPoint => {
		at += waited;
		return { at, ...state, inStock: state.sizes?.length ?? null, ...mark };
	});
});

/** The order of sizes is no part of a point. */
const ordered = (points: readonly HistoryPoint[]) =>
	points.map((one) => ({ ...one, sizes: one.sizes?.toSorted() ?? null }));

test('packed points are the same after unpacking', () => {
	fc.assert(
		fc.property(histories, (points) => {
			const chunks = pack(points);
			const unpacked = chunks.map(({ packed }) => unpack(packed));
			expect(ordered(unpacked.flat())).toEqual(ordered(points));
			expect(unpacked.map(([first]) => first?.at)).toEqual(chunks.map(({ firstAt }) => firstAt));
		}),
	);
});

test('points that are added one by one make chunks of the same points', () => {
	fc.assert(
		fc.property(histories, (points) => {
			const chunks: Uint8Array[] = [];
			for (const one of points) {
				const longer = chunks.length > 0 ? openChunk(chunks.at(-1)!).with(one) : null;
				if (longer) chunks[chunks.length - 1] = longer;
				else chunks.push(pack([one])[0]!.packed);
			}
			const together = pack(points).map(({ packed }) => ordered(unpack(packed)));
			expect(chunks.map((chunk) => ordered(unpack(chunk)))).toEqual(together);
		}),
	);
});

test('a product with hundreds of sizes has many points in a chunk', () => {
	const all = Array.from({ length: 300 }, (_, n) => `M ${n} / W ${n + 1.5}`);
	const points = Array.from({ length: 1000 }, (_, n): HistoryPoint => {
		const sizes = all.filter((_size, index) => index !== n % 300);
		const state = { price: 9000, full: 9000, currency: 'USD', status: 'ACTIVE', available: true } as const;
		return { at: 1_790_000_000_000 + n * 60_000, ...state, inStock: sizes.length, sizes };
	});
	const chunks = pack(points);
	expect(ordered(chunks.flatMap(({ packed }) => unpack(packed)))).toEqual(ordered(points));
	expect(chunks.length).toBeLessThan(10);
});

test('a chunk that is cut off is no shorter history', () => {
	const [chunk] = pack([
		{ at: 1, price: 1, full: 1, currency: 'USD', status: null, available: true, inStock: null, sizes: null },
	]);
	expect(() => unpack(chunk!.packed.subarray(0, -1))).toThrow('cut off');
});
