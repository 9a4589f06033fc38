import { setImmediate } from 'node:timers/promises';
import { type Knex, lastCheck, type Product } from '@dropwire/db';
import { type Brand, chunks, type Offer, type Region } from '@dropwire/domain';

/** When a product was last checked, with what came of it. Times in epoch ms. */
export interface LastCheck {
	/** False until the first answer was read: there is no check that counts. */
	seen: boolean;
	checkedAt: number;
	changedAt: number | null;
	blockedSince: number | null;
	blockedReason: string | null;
}

/** SKUs per statement. */
const CHUNK = 500;

/** Reads when these SKUs were last checked, without their snapshots. SKUs that are not stored are missing. */
export async function readLastChecks(
	knex: Knex,
	place: { source: Brand; offer: Offer; region: Region },
	skus: readonly string[],
): Promise<Map<string, LastCheck>> {
	const checks = new Map<string, LastCheck>();
	for (const some of chunks(skus, CHUNK)) {
		const rows: (Omit<LastCheck, 'seen'> & Pick<Product, 'sku' | 'state'>)[] = await knex('products')
			.where(place)
			.whereIn('sku', some)
			.select('sku', 'state', 'changedAt', 'blockedSince', 'blockedReason')
			.select(knex.raw('? as ??', [lastCheck(knex), 'checkedAt']));
		for (const { sku, state, ...check } of rows) checks.set(sku, { seen: state !== 'unseen', ...check });
		// SQLite runs in this thread: other work goes on between the statements.
		await setImmediate();
	}
	return checks;
}
