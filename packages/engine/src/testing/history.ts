import type { HistorySeries, Knex } from '@dropwire/db';
import type { HistoryPoint } from '@dropwire/domain';
import { pack } from '../history/packed.ts';

/** Stores histories as if their points had been recorded one after the other. */
export async function storeHistories(
	knex: Knex,
	histories: readonly (Pick<HistorySeries, 'source' | 'sku' | 'region' | 'offer'> & {
		points: readonly HistoryPoint[];
	})[],
): Promise<void> {
	const last = await knex('history_series').max({ id: 'id' }).first();
	const packed = histories.map(({ points, ...series }, index) => {
		const chunks = pack(points);
		const { packed: tail = new Uint8Array() } = chunks.pop() ?? {};
		const [firstAt = 0, lastAt = 0] = [points[0]?.at, points.at(-1)?.at];
		const id = Number(last?.id ?? 0) + 1 + index;
		return { row: { id, ...series, firstAt, lastAt, points: points.length, detailAt: firstAt, tail }, chunks };
	});
	await knex('history_series').insert(packed.map(({ row }) => row));
	const chunks = packed.flatMap((one) => one.chunks.map((chunk) => ({ seriesId: one.row.id, ...chunk })));
	if (chunks.length > 0) await knex('history_chunks').insert(chunks);
}

/**
 * A year of a product that changes 20 times a day: its sizes sell out and come back, and its price changes once in five days.
 * @param end epoch ms
 * @param random 0 to 1
 */
export function aYear(end: number, { days = 365, perDay = 20, random = Math.random } = {}): HistoryPoint[] {
	const sizes = ['7', '7.5', '8', '8.5', '9', '9.5', '10', '10.5', '11', '11.5', '12', '13', '14'];
	const inStock = new Set(sizes.filter(() => random() < 0.5));
	const every = 86_400_000 / perDay;
	const full = 15_000;
	let price = full;
	return Array.from({ length: days * perDay }, (_, n): HistoryPoint => {
		const at = Math.round(end - (days * perDay - n - random()) * every);
		if (n % (5 * perDay) === 0) price = Math.round(full * (0.7 + 0.3 * random()));
		else for (let changes = 1 + Math.floor(random() * 2); changes > 0; changes--) toggle(inStock, sizes, random);
		const available = sizes.filter((size) => inStock.has(size));
		const stock = { available: available.length > 0, inStock: available.length, sizes: available };
		return { at, price, full, currency: 'USD', status: 'ACTIVE', ...stock };
	});
}

function toggle(inStock: Set<string>, sizes: readonly string[], random: () => number): void {
	const size = sizes[Math.floor(random() * sizes.length)] as string;
	if (!inStock.delete(size)) inStock.add(size);
}
