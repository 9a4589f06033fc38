import { openDeliveries } from '@dropwire/db';
import { queueEvent, startEngine } from '@dropwire/engine';
import { anEvent, openAsEngine, productionLog, type Target } from '../setup.ts';
import type { Contender } from './contender.ts';

/**
 * Dropwire: stores the event, its message and a row per webhook, sends the messages and records the results. The whole
 * engine runs, with the log level of production, to a file.
 */
export async function dropwire(origin: string, database: { url: string; dataDir: string }): Promise<Contender> {
	const { dataDir } = database;
	const db = await openAsEngine(database);
	const engine = await startEngine({
		db,
		log: productionLog({ dataDir }),
		dataDir,
		discordUrl: origin,
		discordRequestsPerSecond: 1_000_000,
		sources: [],
		pollIntervalMs: 60_000,
		retentionDays: 30,
		auditDays: 365,
		historyDetailDays: 400,
	});
	let wanted: readonly Target[] = [];
	let number = 0;

	/**
	 * Only of this message: a grown log has others, whose webhooks are paused. By the index of open deliveries, since it is
	 * asked often, in the time that is measured.
	 */
	async function someOpen(messageId: number): Promise<boolean> {
		return (await openDeliveries(db.knex).where({ messageId }).first('id')) !== undefined;
	}
	async function sentOf(messageId: number): Promise<number> {
		const row = await db.knex('deliveries').where({ messageId, status: 'sent' }).count({ sent: '*' }).first();
		return Number(row?.['sent']);
	}

	return {
		async prepare(targets) {
			wanted = targets;
		},
		async run() {
			const queued = await queueEvent(db, anEvent(number++));
			if (!queued) throw new Error('The event was not queued');
			engine.wake();
			const { id: messageId } = (await db.knex('messages').where({ eventId: queued.eventId }).first('id'))!;
			const tick = () => new Promise((resolve) => setTimeout(resolve, 2));
			const held = () => engine.pulse().heldWebhooks > 0;
			while (!held()) await tick();
			// Counted only when nothing of it is open, because counting costs time: either all deliveries are recorded, or the
			// next ones are being stored.
			for (;;) {
				await tick();
				if (!held() && !(await someOpen(messageId)) && (await sentOf(messageId)) === wanted.length) return;
			}
		},
		async close() {
			await engine.stop();
			await db.close();
		},
	};
}
