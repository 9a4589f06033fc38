import { Grant, type Knex } from '@dropwire/db';
import type { Givers } from '../guilds/pausing.ts';
import { carryOut, pause } from './carryOut.ts';

/** A grant as its provider states it. */
export type Stated = Pick<
	Grant,
	'provider' | 'externalId' | 'subject' | 'subjectId' | 'payerId' | 'plan' | 'startsAt' | 'endsAt' | 'reportedAt'
>;

/** What a change of which makes the grant another one for the people who have it. */
const TERMS = ['subject', 'subjectId', 'plan', 'startsAt', 'endsAt'] as const;

export function hasSameTerms(
	a: Pick<Stated, (typeof TERMS)[number]>,
	b: Pick<Stated, (typeof TERMS)[number]>,
): boolean {
	return TERMS.every((field) => a[field] === b[field]);
}

/**
 * Stores what a provider states, and carries it out in the same transaction. A statement that is not newer than the stored
 * one changes nothing.
 * @returns the grant as it is now
 */
export async function storeStated(trx: Knex, stated: Stated, givers: Givers, now: number): Promise<Grant> {
	const { provider, externalId } = stated;
	// Of two servers that learn of a new grant at once, the second waits for the first one's row.
	await trx(Grant.tableName)
		.insert({ ...stated, reportedAt: 0 })
		.onConflict(['provider', 'externalId'])
		.ignore();
	const before = (await Grant.query(trx).findOne({ provider, externalId }).forUpdate()) as Grant;
	if (before.reportedAt >= stated.reportedAt) return before;
	const isMoved = before.subject !== stated.subject || before.subjectId !== stated.subjectId;
	const isOver = stated.endsAt !== null && stated.endsAt <= now;
	const again = isMoved || before.plan !== stated.plan || stated.startsAt > now || (before.endedAt !== null && !isOver);
	const change = {
		...stated,
		...(again && { beganAt: null }),
		...(!isOver && { endedAt: null }),
		...(before.endsAt !== stated.endsAt && { warnedAt: null }),
	};
	await Grant.query(trx).findById(before.id).patch(change);
	const grant = Object.assign(Grant.fromJson({}), before, change);
	if (isMoved) await pause(trx, before, givers, now);
	return carryOut(trx, grant, givers, now);
}
