import type { Database } from '@dropwire/db';
import { Dispatcher } from '@dropwire/engine/delivery/dispatcher';
import { queueEvent } from '@dropwire/engine/delivery/outbox';
import { anEvent, log } from '../world.ts';
import type { Contender } from './target.ts';

/** Ours: the event, its message and a row per webhook stored in one transaction, sent, and recorded. */
export function dropwire(name: string, db: Database, origin: string): Contender {
	const dispatcher = new Dispatcher({ db, log, discordUrl: origin, requestsPerSecond: 1_000_000, worker: 'bench' });
	const started = dispatcher.start();
	return {
		name,
		async prepare() {
			await started;
		},
		async run() {
			const queued = await queueEvent(db, anEvent());
			dispatcher.wake();
			const held = () => dispatcher.figures().heldWebhooks > 0;
			const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
			while (!held()) await tick();
			for (let done = 0; done < (queued?.deliveries ?? 0);) {
				await tick();
				if (held()) continue;
				// Nothing is held: all of it is recorded, or the next are being claimed.
				const row = await db.knex('deliveries').where({ status: 'pending' }).count({ open: '*' }).first();
				if (Number(row?.['open']) === 0) done = queued?.deliveries ?? 0;
			}
		},
		async close() {
			await dispatcher.stop();
			await db.close();
		},
	};
}
