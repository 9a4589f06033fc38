import { type Database, Grant, type Knex } from '@dropwire/db';
import { GRANT_SUBJECTS } from '@dropwire/domain';
import type { Givers } from '../guilds/pausing.ts';
import { carryOut, warn } from './carryOut.ts';

/** How long before its end a grant is announced to end, ms. */
const WARNED_BEFORE_MS = 7 * 86_400_000;
/** Grants per check and kind; the next check goes on. */
const BATCH = 200;

/**
 * Carries out beginnings, warnings and ends whose time has come. Several servers can check at once: what one has done, the
 * grant's row records.
 * @returns whether servers can have been paused or resumed
 */
export async function settleGrants(db: Database, givers: Givers, now = Date.now()): Promise<boolean> {
	const { knex } = db;
	const open = () =>
		Grant.query(knex).whereNull('endedAt').whereIn('subject', GRANT_SUBJECTS).select('id').limit(BATCH);
	const due = [
		...(await Grant.query(knex)
			.whereNull('beganAt')
			.whereNull('endedAt')
			.where('startsAt', '<=', now)
			.select('id')
			.limit(BATCH)),
		...(await open().where('endsAt', '<=', now)),
	];
	const ending = await open()
		.whereBetween('endsAt', [now + 1, now + WARNED_BEFORE_MS])
		.whereNull('warnedAt');
	const change = (id: number, work: (trx: Knex, grant: Grant) => Promise<unknown>) =>
		db.transaction(async (trx) => {
			const grant = await Grant.query(trx).findById(id).forUpdate();
			if (grant) await work(trx, grant);
		});
	for (const { id } of due) await change(id, (trx, grant) => carryOut(trx, grant, givers, now));
	for (const { id } of ending) {
		await change(id, async (trx, grant) => {
			if (grant.warnedAt === null && grant.endedAt === null) await warn(trx, grant, givers, now);
		});
	}
	return due.length > 0;
}
