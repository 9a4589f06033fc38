import { databaseClock, type Knex } from '@dropwire/db';
import { DEAD_AFTER_MS, FORGET_AFTER_MS } from './workers.ts';

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

/** An engine process that runs, or is silent. */
export interface EngineProcess extends SilentEngine {
	startedAt: number;
	/** The age of its last heartbeat by the database's clock, ms; negative after that was set back. */
	ageMs: number;
}

/**
 * The engine processes without a heartbeat for more than a minute: killed, frozen, or without their database. One that
 * started later on the same address replaces one of them. After a day they count as gone.
 */
export async function readSilentEngines(knex: Knex): Promise<SilentEngine[]> {
	const engines = await readEngines(knex);
	return engines.filter(isSilent).map(({ id, egress, lastAt }) => ({ id, egress, lastAt }));
}

/** The engine processes that run, and the silent ones. */
export async function readEngines(knex: Knex): Promise<EngineProcess[]> {
	const clock = databaseClock({ knex });
	const rows: EngineProcess[] = await knex('workers')
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

/** Whether its heartbeat is young enough. */
export function isLive({ ageMs }: EngineProcess): boolean {
	return Math.abs(ageMs) <= DEAD_AFTER_MS;
}

function isSilent({ ageMs }: EngineProcess): boolean {
	return ageMs > SILENT_MS;
}

/** The engines of one address without the silent ones for which another one started later. */
function unreplaced(rows: readonly EngineProcess[]): EngineProcess[] {
	const starts = rows.map(({ startedAt }) => startedAt).sort((a, b) => a - b);
	return rows
		.toSorted((a, b) => b.lastAt - a.lastAt)
		.filter((row) => {
			if (!isSilent(row) || (starts.at(-1) ?? 0) <= row.lastAt) return true;
			starts.pop();
			return false;
		});
}
