import type { Overview } from '@dropwire/contract';
import { type Knex, Monitor } from '@dropwire/db';
import type { Brand } from '@dropwire/domain';
import { isAfterPause, MISSED_CALLS } from '@dropwire/engine';

/** The most monitors that are shown, newest call first. */
const MAX = 200;

/** Stores a call of an external monitor as its heartbeat. Keeps the sources of its earlier calls. */
export async function noteHeartbeat(
	knex: Knex,
	call: { monitor: string; everyMs: number; sources: readonly Brand[]; count: number; by: string },
): Promise<void> {
	const { monitor: name, everyMs, by: reportedBy, count: lastEvents } = call;
	const now = Date.now();
	const known = await Monitor.query(knex).findById(name).select('sources', 'lastAt', 'aliveSince');
	const before = known ? (JSON.parse(known.sources) as Brand[]) : [];
	const sources = JSON.stringify([...new Set([...before, ...call.sources])].sort());
	const isPaused = !known || isAfterPause({ checkedAt: known.lastAt }, now, { everyMs });
	const aliveSince = isPaused ? now : (known.aliveSince ?? known.lastAt);
	await knex('monitors')
		.insert({ name, everyMs, sources, reportedBy, lastAt: now, lastEvents, aliveSince })
		.onConflict('name')
		.merge();
}

/** Every external monitor with its last call, and whether it is silent. */
export async function monitorRows(knex: Knex, now: number): Promise<Overview['monitors']> {
	const rows: (Monitor & { username: string | null })[] = await knex('monitors as m')
		.leftJoin('accounts as a', 'a.discordId', 'm.reportedBy')
		.orderBy('m.lastAt', 'desc')
		.limit(MAX)
		.select('m.*', 'a.username');
	return rows.map(({ name, everyMs, sources, username, reportedBy, lastAt, lastEvents }) => ({
		name,
		everyMs,
		sources: JSON.parse(sources) as Brand[],
		reportedBy: username ?? reportedBy,
		lastAt,
		lastEvents,
		silent: now - lastAt > MISSED_CALLS * everyMs,
	}));
}
