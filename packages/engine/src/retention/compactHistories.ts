import type { Database } from '@dropwire/db';
import { compactHistory, detailsEnd } from '../history/compact.ts';
import { DeletionPacer } from './deletionPacer.ts';

/** Histories that are found together. */
const FOUND = 100;

/**
 * Replaces the points of histories that are older than `days` by one for each UTC day; no history is deleted. Each
 * transaction compacts several days of one product, and is followed by a pause. It can end after any of them.
 * @param signal stops it after the current transaction
 * @returns the number of points that were replaced
 */
export async function compactHistories(
	db: Pick<Database, 'knex' | 'dialect' | 'transaction'>,
	days: number,
	{ now = Date.now(), signal = new AbortController().signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> {
	const before = detailsEnd(days, now);
	const pace = new DeletionPacer(db, signal);
	const old = () =>
		db.knex('history_series').where('detailAt', '<', before).orderBy('detailAt').limit(FOUND).pluck('id');
	let replaced = 0;
	for (let ids: number[] = await pace.find(old); ids.length > 0 && !pace.stopped; ids = await pace.find(old)) {
		for (const id of ids) {
			if (pace.stopped) break;
			replaced += await pace.find(() => db.transaction((trx) => compactHistory(trx, id, before)));
		}
	}
	return replaced;
}
