import type { Knex } from '@dropwire/db';

/** The longest that a notice waits for its turn or another attempt, ms: a longer wait means that the clock was set back. */
export const LONGEST_WAIT_MS = 60_000;
/** The events that take turns while more notices are due than are read at a time: the oldest ones. */
const MAX_EVENTS = 50;

/**
 * The people to whom notices are due next, those of the oldest notices first. While more notices wait than are read at a time,
 * the events take turns: an event that thousands watch does not delay the few who watch another product.
 * @param limit how many notices are read
 * @param isDirectHeld whether people who get direct messages wait
 * @returns the people, and whether there may be more
 */
export async function dueInTurn(
	knex: Knex,
	now: number,
	limit: number,
	isDirectHeld = false,
): Promise<{ people: ReadonlySet<string>; isMore: boolean }> {
	const due = (max: number) => ready(knex, now, isDirectHeld).limit(max);
	const oldest: string[] = await due(limit).pluck('n.discordId');
	if (oldest.length < limit) return { people: new Set(oldest), isMore: false };
	const events: number[] = await ready(knex, now, isDirectHeld)
		.clearOrder()
		.whereNotNull('n.eventId')
		.groupBy('n.eventId')
		.orderBy('n.eventId')
		.limit(MAX_EVENTS)
		.pluck('n.eventId');
	const each = Math.ceil(limit / Math.max(1, events.length));
	const lines: string[][] = [];
	for (const id of events) lines.push(await due(each).where('n.eventId', id).pluck('n.discordId'));
	const inTurn = Array.from({ length: each }, (_, n) => lines.flatMap((line) => line.slice(n, n + 1))).flat();
	return { people: new Set([...inTurn, ...oldest]), isMore: true };
}

/** Whether a message to the person waits for another attempt. */
export async function isDeferred(knex: Knex, discordId: string, now: number): Promise<boolean> {
	return (await retries(knex, now).where('r.discordId', discordId).first('r.id')) !== undefined;
}

/** Limits a query to the notices that do not wait. */
export function whereDue(query: Knex.QueryBuilder, now: number, column = 'notBefore'): void {
	void query.where(column, '<=', now).orWhere(column, '>', now + LONGEST_WAIT_MS);
}

/** Notices (`r`) that were tried and wait for another attempt. Their person gets no others until then: notices keep their order. */
function retries(knex: Knex, now: number): Knex.QueryBuilder {
	return knex('watch_notices as r')
		.where({ 'r.status': 'queued' })
		.whereNotNull('r.sentWith')
		.where('r.notBefore', '>', now)
		.where('r.notBefore', '<=', now + LONGEST_WAIT_MS);
}

/** Notices (`n`) that are due and whose person can be written to, or is unreachable, so that they fail; the oldest first. */
function ready(knex: Knex, now: number, isDirectHeld: boolean): Knex.QueryBuilder {
	const ofSamePerson = retries(knex, now).whereRaw('?? = ??', ['r.discordId', 'n.discordId']);
	return (
		knex('watch_notices as n')
			.join('watch_places as p', 'p.discordId', 'n.discordId')
			.where({ 'n.status': 'queued' })
			.where((due) => whereDue(due, now, 'n.notBefore'))
			// By the index of a person: MariaDB reads the whole table for `not exists`.
			.whereRaw('(?) is null', [ofSamePerson.limit(1).select('r.id')])
			.where((reached) => {
				void reached
					.where('p.unreachableUntil', '>', now)
					.orWhere((thread) => void thread.whereNotNull('p.guildId').where('p.directUntil', '<=', now));
				if (!isDirectHeld) void reached.orWhereNotNull('p.directId');
			})
			.orderBy('n.id')
	);
}
