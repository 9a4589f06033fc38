import { Grant, type Knex } from '@dropwire/db';
import type { Givers } from '../guilds/pausing.ts';
import { carryOut, pause } from './carryOut.ts';

/** A grant as its provider states it. */
export type Stated = Pick<
	Grant,
	'provider' | 'externalId' | 'subject' | 'subjectId' | 'payerId' | 'plan' | 'startsAt' | 'endsAt' | 'reportedAt'
>;
/** A grant as it is stored: with what was carried out. */
export type Stored = Stated & Pick<Grant, 'beganAt' | 'warnedAt' | 'endedAt'>;

/**
 * What is stored after a statement.
 * @param before as `Stored`; null for a grant that is not known
 * @returns null for a statement that is not newer than the stored one
 */
export function afterStated(before: Stored | null, stated: Stated, now: number): Stored | null {
	if (!before) return { ...stated, beganAt: null, warnedAt: null, endedAt: null };
	if (before.reportedAt >= stated.reportedAt) return null;
	const isOver = stated.endsAt !== null && stated.endsAt <= now;
	const isAnother = isMoved(before, stated) || before.plan !== stated.plan;
	const beginsAgain = isAnother || stated.startsAt > now || (before.endedAt !== null && !isOver);
	return {
		...stated,
		beganAt: beginsAgain ? null : before.beganAt,
		warnedAt: before.endsAt === stated.endsAt ? before.warnedAt : null,
		endedAt: isOver ? before.endedAt : null,
	};
}

function isMoved(before: Stated, after: Stated): boolean {
	return before.subject !== after.subject || before.subjectId !== after.subjectId;
}

/** Stores what a provider states, and carries it out in the same transaction. @returns the grant as it is now */
export async function storeStated(trx: Knex, stated: Stated, givers: Givers, now: number): Promise<Grant> {
	const { provider, externalId } = stated;
	// Of two servers that learn of a new grant at once, the second waits for the first one's row.
	await trx(Grant.tableName)
		.insert({ ...stated, reportedAt: 0 })
		.onConflict(['provider', 'externalId'])
		.ignore();
	const before = (await Grant.query(trx).findOne({ provider, externalId }).forUpdate()) as Grant;
	const after = afterStated(before, stated, now);
	if (!after) return before;
	await Grant.query(trx).findById(before.id).patch(after);
	const grant = Object.assign(Grant.fromJson({}), before, after);
	if (isMoved(before, after)) await pause(trx, before, givers, now);
	return carryOut(trx, grant, givers, now);
}
