import { databaseClock, type Knex } from '@dropwire/db';
import { FORGET_AFTER_MS } from './workers.ts';

/** How long an engine must be silent before operators should know, ms: a restart takes less. */
const SILENT_MS = 60_000;

/** An engine process that has neither signed off nor been replaced. */
export interface SilentEngine {
	id: string;
	/** The name of the address that it sends from. */
	egress: string;
	/** Its last heartbeat by the database's clock, epoch ms. */
	lastAt: number;
}

type Row = SilentEngine & { startedAt: number; ageMs: number };

/**
 * The engine processes without a heartbeat for more than a minute: killed, frozen, or without their database. One that
 * started later on the same address replaces one of them. After a day they count as gone.
 */
export async function readSilentEngines(knex: Knex): Promise<SilentEngine[]> {
	const clock = databaseClock({ knex });
	const rows: Row[] = await knex('workers')
		.where('heartbeatAt', '>', knex.raw('? - ?', [clock, FORGET_AFTER_MS]))
		.select(
			'id',
			'egress',
			'startedAt',
			'heartbeatAt as lastAt',
			knex.raw('? - ?? as ??', [clock, 'heartbeatAt', 'ageMs']),
		);
	return [...Map.groupBy(rows, ({ egress }) => egress).values()].flatMap(unreplaced);
}

/** Of the engines of one address, the silent ones for which none started later. */
function unreplaced(rows: readonly Row[]): SilentEngine[] {
	const starts = rows.map(({ startedAt }) => startedAt).sort((a, b) => a - b);
	return rows
		.filter(({ ageMs }) => ageMs > SILENT_MS)
		.sort((a, b) => b.lastAt - a.lastAt)
		.filter(({ lastAt }) => {
			if ((starts.at(-1) ?? 0) <= lastAt) return true;
			starts.pop();
			return false;
		})
		.map(({ id, egress, lastAt }) => ({ id, egress, lastAt }));
}
