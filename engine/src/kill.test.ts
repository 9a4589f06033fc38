import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Delivery, Webhook, Worker } from '@dropwire/db';
import { TEST_SECRET_KEY } from '@dropwire/db/testing';
import { afterEach, expect, test } from 'vitest';
import { MAX_IN_FLIGHT } from './delivery/dispatcher.ts';
import { queueEvent } from './delivery/outbox.ts';
import { aSnapshot, openStage, type Stage, until } from './testing.ts';

let stage: Stage;
const processes: ChildProcess[] = [];
afterEach(async () => {
	for (const child of processes.splice(0)) child.kill('SIGKILL');
	await stage.close();
});

/** A real engine process on the stage's database, as `npm run engine` starts it. */
async function spawnEngine(): Promise<ChildProcess> {
	const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
		env: {
			...process.env,
			DATABASE_URL: stage.db.url,
			SECRET_KEY: TEST_SECRET_KEY,
			DISCORD_URL: stage.sandbox.origin,
			DISCORD_REQUESTS_PER_SECOND: '100000',
			NIKE_API_URL: stage.sandbox.nikeUrl,
			NIKE_CALLS_PER_MINUTE: '60000',
			POLL_INTERVAL_MS: '300',
			LOG_LEVEL: 'info',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	processes.push(child);
	await new Promise<void>((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`The engine ended at once with ${code}`)));
		child.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('the engine runs') && resolve());
	});
	return child;
}

function kill(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		child.once('exit', () => resolve());
		child.kill('SIGKILL');
	});
}

const tell = (n: number) =>
	queueEvent(stage.db, {
		source: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		kind: 'STATUS',
		before: aSnapshot({ status: 'HOLD' }),
		after: aSnapshot({ title: `Message ${n}` }),
		at: Date.now(),
	});
const allSent = (count: number) =>
	until(
		`${count} deliveries are recorded as sent`,
		async () => (await Delivery.query(stage.db.knex).where({ status: 'sent' }).resultSize()) === count,
		40_000,
	);
/** How often each message came to each webhook. */
async function arrivals(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { webhookId, body } of await stage.sandbox.control.messages()) {
		const key = `${webhookId} ${(body as { embeds: { title: string }[] }).embeds[0]?.title}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}
const duplicates = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count - 1, 0);

test('kill -9 with 300 deliveries in flight and Discord failing: after a restart every webhook has its message', async () => {
	stage = await openStage();
	const webhooks = await stage.sandbox.control.createWebhooks({ count: 300, ownChannels: true });
	await stage.subscribeAll(webhooks);
	// Half of the first attempts fail, the rest are slow enough to be under way when the process dies.
	await stage.sandbox.control.failDiscord({ times: 150, fault: { status: 500 } });
	await stage.sandbox.control.failDiscord({ times: 150, fault: { delayMs: 300 } });
	await tell(1);
	const first = await spawnEngine();
	await until('Discord is being asked', async () => (await stage.sandbox.control.stats()).requests >= 150);
	await kill(first);
	expect(await Delivery.query(stage.db.knex).where({ status: 'sent' }).resultSize()).toBeLessThan(300);

	await spawnEngine();
	await allSent(300);
	const counts = await arrivals();
	expect(counts.size).toBe(300);
	expect(duplicates(counts)).toBeLessThanOrEqual(MAX_IN_FLIGHT);
}, 90_000);

test('killed again and again while messages keep coming, nothing is lost', async () => {
	stage = await openStage();
	await stage.subscribeAll(await stage.sandbox.control.createWebhooks({ count: 40, ownChannels: true }));
	for (let round = 0; round < 3; round++) {
		await stage.sandbox.control.failDiscord({ times: 20, fault: { drop: true } });
		const engine = await spawnEngine();
		await tell(round);
		const { stored } = await stage.sandbox.control.stats();
		await until('some of it arrived', async () => (await stage.sandbox.control.stats()).stored > stored, 20_000);
		await kill(engine);
	}
	await spawnEngine();
	await allSent(120);
	expect((await arrivals()).size).toBe(120);
}, 120_000);

test('two processes on one server share the work, each message once; killing one leaves nothing behind', async () => {
	stage = await openStage();
	// The embedded database has one writing process by design: this promise is the server's.
	const processCount = stage.db.dialect === 'mysql' ? 2 : 1;
	await stage.subscribeAll(await stage.sandbox.control.createWebhooks({ count: 200, ownChannels: true }));
	const engines = await Promise.all(Array.from({ length: processCount }, spawnEngine));
	expect(await Worker.query(stage.db.knex).resultSize()).toBe(processCount);
	for (let n = 0; n < 5; n++) await tell(n);
	await allSent(1000);
	const counts = await arrivals();
	expect(counts.size).toBe(1000);
	expect(duplicates(counts)).toBe(0);
	if (processCount === 1) return;

	await stage.sandbox.control.failDiscord({ times: 300, fault: { delayMs: 150 } });
	for (let n = 5; n < 8; n++) await tell(n);
	await until(
		'both are at it',
		async () => (await Webhook.query(stage.db.knex).whereNotNull('claimedBy').resultSize()) > 0,
	);
	await kill(engines[0] as ChildProcess);
	await allSent(1600);
	expect((await arrivals()).size).toBe(1600);
}, 120_000);

test('a watched change that two processes see is told once', async () => {
	stage = await openStage();
	const processCount = stage.db.dialect === 'mysql' ? 2 : 1;
	const [webhook] = await stage.sandbox.control.createWebhooks({ count: 1 });
	await stage.subscribeAll([webhook!]);
	await stage.watch('MONITOR1', 'BV7114-001');
	await Promise.all(Array.from({ length: processCount }, spawnEngine));
	await until(
		'it was looked at',
		async () => (await stage.db.knex('products').where({ region: 'US', state: 'read' })).length === 1,
	);
	await stage.sandbox.control.setProduct({ sku: 'BV7114-001', region: 'US', change: { status: 'ACTIVE' } });
	await stage.sandbox.control.waitForMessages({ count: 1 });
	const { count } = await stage.sandbox.control.nikeRequests();
	await until(
		'it was looked at a few times more',
		async () => (await stage.sandbox.control.nikeRequests()).count > count + 64,
	);
	expect(await stage.sandbox.control.messages()).toHaveLength(1);
}, 60_000);
