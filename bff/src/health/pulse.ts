import { type Knex, Worker } from '@dropwire/db';
import { aliveBetween, readSilentEngines, type SourceRow } from '@dropwire/engine';
import type { Pulse } from '@dropwire/contract';
import { readOpen } from './openDeliveries.ts';
import { recentOutcomes } from './outcomes.ts';
import { blockedOf, freshnessOf } from './sources.ts';

const HOUR_IN_MINUTES = 60;

/** The state of the service from the database, the same in every process. */
export async function readPulse(knex: Knex, sources: readonly SourceRow[], now: number): Promise<Pulse> {
	const [engines, silent, event, message, waiting, hour, off] = await Promise.all([
		Worker.query(knex).whereBetween('heartbeatAt', aliveBetween({ knex })).resultSize(),
		readSilentEngines(knex),
		knex('events').max({ at: 'at' }).first(),
		knex('messages').max({ at: 'queuedAt' }).first(),
		readOpen(knex, now),
		recentOutcomes(knex, now, HOUR_IN_MINUTES),
		knex('webhooks').where({ active: 0 }).count({ count: '*' }).first(),
	]);
	return {
		engines,
		silentEngines: silent.length,
		lastEventAt: numberOf(event?.['at']),
		lastMessageAt: numberOf(message?.['at']),
		open: waiting.count,
		retrying: waiting.retrying,
		oldestOpenAt: waiting.oldestAt,
		lastHour: {
			sent: hour.reduce((sum, { sent }) => sum + sent, 0),
			failed: hour.reduce((sum, { failed, expired }) => sum + failed + expired, 0),
		},
		webhooksOff: Number(off?.['count'] ?? 0),
		watched: sources.reduce((sum, { watched }) => sum + watched, 0),
		blocked: blockedOf(sources, now),
		sources: freshnessOf(sources, now),
	};
}

function numberOf(value: unknown): number | null {
	return value === null || value === undefined ? null : Number(value);
}
