import { type Knex, Worker } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { DEAD_AFTER_MS } from '@dropwire/engine';
import type { Pulse } from '../../contract/health.ts';

const HOUR = 3_600_000;

/** How the service fares, as far as its database tells: the same whichever process is asked. */
export async function readPulse(knex: Knex, now: number): Promise<Pulse> {
	const [engines, event, message, waiting, hour, off, watched, blocked] = await Promise.all([
		Worker.query(knex)
			.where('heartbeatAt', '>', now - DEAD_AFTER_MS)
			.resultSize(),
		knex('events').max({ at: 'at' }).first(),
		knex('messages').max({ at: 'queuedAt' }).first(),
		knex('deliveries')
			.whereIn('status', [...OPEN_STATUSES])
			.count({ count: '*' })
			.min({ first: 'queuedAt' })
			.first(),
		outcomesSince(knex, now - HOUR),
		knex('webhooks').where({ active: false }).count({ count: '*' }).first(),
		knex('products').count({ count: '*' }).first(),
		blockedRegions(knex),
	]);
	const outcome = (...statuses: string[]) =>
		hour.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
	return {
		engines,
		lastEventAt: numberOf(event?.['at']),
		lastMessageAt: numberOf(message?.['at']),
		open: Number(waiting?.['count'] ?? 0),
		oldestOpenAt: numberOf(waiting?.['first']),
		lastHour: { sent: outcome('sent'), failed: outcome('failed', 'expired') },
		webhooksOff: Number(off?.['count'] ?? 0),
		watched: Number(watched?.['count'] ?? 0),
		blocked,
	};
}

/** How many deliveries of the messages since then stand in each status. */
async function outcomesSince(knex: Knex, since: number): Promise<{ status: string; count: number }[]> {
	return knex('deliveries')
		.whereIn('messageId', (messages) => {
			void messages.from('messages').where('queuedAt', '>', since).select('id');
		})
		.groupBy('status')
		.select('status')
		.count({ count: '*' });
}

async function blockedRegions(knex: Knex): Promise<Pulse['blocked']> {
	const rows: { source: string; region: string; since: number }[] = await knex('products')
		.whereNotNull('blockedSince')
		.groupBy('source', 'region')
		.orderBy(['source', 'region'])
		.select('source', 'region')
		.min({ since: 'blockedSince' });
	return rows;
}

function numberOf(value: unknown): number | null {
	return value === null || value === undefined ? null : Number(value);
}
