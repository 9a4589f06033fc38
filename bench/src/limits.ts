import { Dispatcher } from '@dropwire/engine/delivery/dispatcher';
import { queueEvent } from '@dropwire/engine/delivery/outbox';
import { anEvent, log, openBenchDatabase, spawnSandbox, subscribeAll } from './world.ts';

const WEBHOOKS = 200;
const MESSAGES = 20;
const PER_SECOND = 50;
/** The global limit lets 50 out at once and 50 more with every second that begins. */
const LEAST_MS = (Math.ceil((WEBHOOKS * MESSAGES) / PER_SECOND) - 1) * 1000;

/** How close the sender comes to the least time that Discord's limits allow, without breaking one. */
export async function limits(): Promise<string[]> {
	const sandbox = await spawnSandbox();
	const db = await openBenchDatabase('SQLite');
	if (!db) throw new Error('There is no database');
	await subscribeAll(db, await sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true }));
	for (let n = 0; n < MESSAGES; n++) await queueEvent(db, anEvent(n));
	const dispatcher = new Dispatcher({
		db,
		log,
		discordUrl: sandbox.origin,
		requestsPerSecond: PER_SECOND,
		worker: 'bench',
	});
	const at = performance.now();
	await dispatcher.start();
	await sandbox.control.waitForMessages({ count: WEBHOOKS * MESSAGES }, LEAST_MS * 2);
	const ms = performance.now() - at;
	const { limitBroken, answered } = await sandbox.control.stats();
	await dispatcher.stop();
	await db.close();
	sandbox.stop();
	return [
		`${MESSAGES} messages to each of ${WEBHOOKS} webhooks against Discord's limits (5 per 2 s and webhook, 30 a minute and channel, ${PER_SECOND} a second in all):`,
		'',
		`${(ms / 1000).toFixed(1)} s; the least that the limits allow is ${(LEAST_MS / 1000).toFixed(1)} s: ${(ms / LEAST_MS).toFixed(3)} times. Limits broken: ${limitBroken}; refused with 429: ${answered['429'] ?? 0}.`,
	];
}
