import { openThroughProxy } from '@dropwire/db/testing';
import { sandboxSources } from '@dropwire/engine/testing';
import { startEngine } from '@dropwire/engine';
import { queueEvent } from '@dropwire/engine';
import { anEvent, log, openBenchDatabase, spawnSandbox, subscribeAll } from './setup.ts';

const WEBHOOKS = 200;
const SECONDS = [10, 30, 60];
const ANSWER_AFTER_MS = 50;

/** Disconnects the database in the middle of a fan-out, and counts lost and repeated messages. */
export async function outages(): Promise<string[]> {
	const lines = [
		`MariaDB behind a proxy that goes away after 40 of ${WEBHOOKS} messages, all of which are due.`,
		'',
		'| engines | the database | for | lost | sent twice | all sent, after it was back |',
		'|---|---|---|---|---|---|',
	];
	for (const engines of [1, 3]) {
		for (const how of ['cut', 'hang'] as const) {
			for (const seconds of SECONDS) lines.push(await outage(engines, how, seconds));
		}
	}
	return lines;
}

async function outage(engineCount: number, how: 'cut' | 'hang', seconds: number): Promise<string> {
	const db = await openBenchDatabase('MariaDB');
	if (!db) throw new Error('There is no MariaDB');
	const sandbox = await spawnSandbox({ SANDBOX_LIMITS: 'off' });
	await subscribeAll(db, await sandbox.control.createWebhooks({ count: WEBHOOKS, ownChannels: true }));
	await sandbox.control.failDiscord({ times: 'forever', fault: { answerAfterMs: ANSWER_AFTER_MS } });
	const away = await openThroughProxy(db.url);
	const engines = await Promise.all(
		Array.from({ length: engineCount }, () =>
			startEngine({
				db: away.db,
				log,
				dataDir: db.dataDir,
				discordUrl: sandbox.origin,
				discordRequestsPerSecond: 100,
				sources: sandboxSources(sandbox.origin, 60),
				pollIntervalMs: 60_000,
				retentionDays: 30,
				auditDays: 365,
			}),
		),
	);
	await queueEvent(db, anEvent());
	while ((await sandbox.control.stats()).stored < 40) await pause(2);
	away.proxy[how]();
	await pause(seconds * 1000);
	away.proxy.heal();
	const back = performance.now();
	const sent = async () =>
		Number((await db.knex('deliveries').where({ status: 'sent' }).count({ n: '*' }).first())?.['n']);
	while ((await sent()) < WEBHOOKS) await pause(20);
	const tookMs = performance.now() - back;
	const messages = await sandbox.control.messages();
	const reached = new Set(messages.map(({ webhookId }) => webhookId)).size;
	await Promise.all(engines.map((engine) => engine.stop()));
	await away.close();
	sandbox.stop();
	await db.close();
	const what = how === 'cut' ? 'refuses' : 'hangs';
	return `| ${engineCount} | ${what} | ${seconds} s | ${WEBHOOKS - reached} | ${messages.length - reached} | ${(tookMs / 1000).toFixed(1)} s |`;
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
