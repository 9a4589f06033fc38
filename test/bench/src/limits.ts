import { join } from 'node:path';
import { queueEvent } from '@dropwire/engine';
import { Dispatcher } from '@dropwire/engine/testing';
import { anEvent, openBenchDatabase, productionLog, spawnSandbox, subscribeAll } from './setup.ts';

const WEBHOOKS = 200;
const MESSAGES = 20;
const PER_SECOND = 50;
/** The minimum time, ms: the global limit allows 50 requests immediately and 50 more at the start of each second. */
const MIN_MS = (Math.ceil((WEBHOOKS * MESSAGES) / PER_SECOND) - 1) * 1000;

/** Compares the sender's time with the minimum time that Discord's limits allow, and checks that it breaks no limit. */
export async function limits(): Promise<string[]> {
	const sandbox = await spawnSandbox();
	const db = await openBenchDatabase('SQLite');
	if (!db) throw new Error('There is no database');
	await subscribeAll(db, await sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true }));
	for (let n = 0; n < MESSAGES; n++) await queueEvent(db, anEvent(n));
	const dispatcher = new Dispatcher({
		db,
		log: productionLog(db),
		discordUrl: sandbox.origin,
		requestsPerSecond: PER_SECOND,
		worker: 'bench',
		live: () => ['bench'],
		continueFanout: async () => false,
		journalFolder: join(db.dataDir, 'journal'),
	});
	const at = performance.now();
	await dispatcher.start();
	await sandbox.control.waitForMessages({ count: WEBHOOKS * MESSAGES }, MIN_MS * 2);
	const ms = performance.now() - at;
	const { limitBroken, answered } = await sandbox.control.stats();
	await dispatcher.stop();
	await db.close();
	sandbox.stop();
	return [
		`${MESSAGES} messages to each of ${WEBHOOKS} webhooks against Discord's limits (5 per 2 s and webhook, 30 a minute and channel, ${PER_SECOND} a second in all):`,
		'',
		`${(ms / 1000).toFixed(1)} s; the least that the limits allow is ${(MIN_MS / 1000).toFixed(1)} s: ${(ms / MIN_MS).toFixed(3)} times. Limits broken: ${limitBroken}; refused with 429: ${answered['429'] ?? 0}.`,
	];
}
