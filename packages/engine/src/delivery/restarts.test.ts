import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVault, databaseClock, Delivery, Webhook } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { HOST_EGRESS } from '../process/egress.ts';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { switchOff, switchOnAgain } from '../webhooks/switchOff.ts';
import { record } from './record.ts';

const deliveries = useDeliveries();
afterEach(() => vi.useRealTimers());
const { withWebhooks, publish, titles, settled } = deliveries;

test('leases of dead processes are taken over after they expire', async () => {
	await withWebhooks(2);
	await publish();
	await deliveries.fixture.db.knex('webhooks').update({ claimedBy: 'a-dead-process', leaseUntil: Date.now() + 700 });
	await deliveries.fixture.start();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('stopping releases all webhooks', async () => {
	await withWebhooks(20);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 'forever', fault: { status: 503 } });
	await publish();
	const first = await deliveries.fixture.start();
	await until('it was tried', async () => (await deliveries.fixture.sandbox.control.stats()).requests >= 20);
	await first.stop();
	expect(await Webhook.query(deliveries.fixture.db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
	await deliveries.fixture.sandbox.control.healDiscord();
	await deliveries.fixture.start();
	await settled(20);
	expect(await titles()).toHaveLength(20);
});

test('a pause that Discord ordered is kept across a restart', async () => {
	await withWebhooks(1);
	const fault = { limited: { retryAfter: 2, scope: 'user' } } as const;
	await deliveries.fixture.sandbox.control.failDiscord({ times: 1, fault });
	await publish();
	const first = await deliveries.fixture.start();
	await until(
		'it was limited',
		async () => ((await deliveries.fixture.sandbox.control.stats()).answered['429'] ?? 0) === 1,
	);
	await until('the answer was read', () => first.pulse().inFlight === 0);
	await first.stop();
	const { pausedUntil } = await Webhook.query(deliveries.fixture.db.knex).first().throwIfNotFound();
	expect(pausedUntil).toBeGreaterThan(Date.now());
	await deliveries.fixture.start();
	await settled(1);
	const { sentAt } = await Delivery.query(deliveries.fixture.db.knex).first().throwIfNotFound();
	expect(sentAt).toBeGreaterThanOrEqual(pausedUntil);
});

/** Messages that a killed process on this machine sent but did not record. */
async function leaveJournal(worker: string, ...deliveryIds: number[]): Promise<void> {
	const rows = await Delivery.query(deliveries.fixture.db.knex).whereIn('id', deliveryIds);
	const journal = join(deliveries.fixture.db.dataDir, 'journal');
	mkdirSync(journal, { recursive: true });
	const lines = rows.map(
		({ id, queuedAt, webhookId }) => `${id} ${queuedAt} 1 1790000000000 99999999999999999${id} webhook=${webhookId}\n`,
	);
	writeFileSync(join(journal, `${worker}.sent`), `${lines.join('')}2 179000`);
	// It was compacting the journal, and has not written the second entry.
	writeFileSync(join(journal, `${worker}.sent.new`), lines[0] ?? '');
}

test('the journal of a killed process is replayed before its webhooks are taken over', async () => {
	await withWebhooks(2);
	await publish();
	await leaveJournal('killed', 1);
	await deliveries.fixture.db.knex('webhooks').update({ claimedBy: 'killed', leaseUntil: Date.now() + 5000 });
	await deliveries.fixture.start();
	await settled(2);
	expect((await deliveries.fixture.sandbox.control.messages()).map(({ webhookId }) => webhookId)).toEqual([
		(await Webhook.query(deliveries.fixture.db.knex).findById(2))?.discordId,
	]);
	expect(await Delivery.query(deliveries.fixture.db.knex).findById(1)).toMatchObject({
		status: 'sent',
		attempts: 1,
		sentAt: 1_790_000_000_000,
		discordMessageId: '999999999999999991',
	});
	const left = readdirSync(join(deliveries.fixture.db.dataDir, 'journal'));
	expect(left.filter((name) => name.startsWith('killed'))).toEqual([]);
});

// Only one process uses the embedded database, so any other process counts as dead at once.
test.runIf(onServer)('a running process replays the journal of a killed one', async () => {
	await withWebhooks(1);
	await publish();
	await deliveries.fixture.db.knex('webhooks').update({ claimedBy: 'killed', leaseUntil: Date.now() + 2500 });
	await deliveries.fixture.start();
	await leaveJournal('killed', 1);
	await settled(1);
	expect(await titles()).toEqual([]);
});

test.runIf(onServer)(
	'a start leaves a process that was stopped for a while its journal, and deletes it after a day',
	async () => {
		await withWebhooks(1);
		await publish();
		await leaveJournal('frozen', 1);
		const { db, start } = deliveries.fixture;
		const { knex } = db;
		const ago = (ms: number) => knex.raw('? - ?', [databaseClock(db), ms]);
		const frozen = { host: 'here', pid: 1, egress: HOST_EGRESS.name, startedAt: 1 };
		await knex('workers').insert({ id: 'frozen', ...frozen, heartbeatAt: ago(60_000) });
		const journals = () => readdirSync(join(db.dataDir, 'journal'));
		const first = await start();
		await settled(1);
		expect(await titles()).toEqual([]);
		expect(journals()).toEqual(expect.arrayContaining(['frozen.sent', 'frozen.sent.new']));
		await first.stop();
		await knex('workers')
			.where({ id: 'frozen' })
			.update({ heartbeatAt: ago(25 * 3_600_000) });
		await start();
		expect(journals().filter((name) => name.startsWith('frozen'))).toEqual([]);
	},
);

test('a suspended process does not send webhooks that another one took over', async () => {
	const [webhook] = await withWebhooks(1);
	const { db, sandbox, start } = deliveries.fixture;
	const limited = { retryAfter: 1, scope: 'user' } as const;
	await sandbox.control.failDiscord({ webhookId: webhook!.id, times: 1, fault: { limited } });
	await publish();
	const engine = await start();
	await until('it waits', async () => (await sandbox.control.stats()).answered['429'] === 1);
	// Only the wall clock went on during the pause.
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15_000 });
	await db.knex('deliveries').update({ status: 'sent', attempts: 1, sentAt: Date.now() });
	await db.knex('webhooks').update({ claimedBy: 'other', leaseUntil: databaseClock(db) });
	await until('it has no webhook', () => engine.pulse().heldWebhooks === 0);
	expect((await sandbox.control.stats()).stored).toBe(0);
});

test.each(['an hour', 'a day'] as const)(
	"a process's clock that is set forward %s changes nothing for messages that wait, loaded or not",
	async (by) => {
		await withWebhooks(3);
		const { sandbox, start } = deliveries.fixture;
		const fault = { limited: { retryAfter: 1, scope: 'user' } } as const;
		await sandbox.control.failDiscord({ times: 3, fault });
		await publish();
		const engine = await start();
		await until('all wait', async () => (await sandbox.control.stats()).answered['429'] === 3);
		await publish('not loaded');
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (by === 'a day' ? 24 : 1) * 3_600_000 });
		await publish('queued later');
		engine.wake();
		await settled(9);
		expect(await titles()).toHaveLength(9);
	},
);

test('journal entries of another delivery with the same ID are ignored', async () => {
	await withWebhooks(1);
	await publish();
	await leaveJournal('killed', 1);
	await deliveries.fixture.db.knex('deliveries').update({ queuedAt: 1 });
	await deliveries.fixture.start();
	await settled(1);
	expect(await titles()).toEqual(['Vomero']);
});

test('journaled messages are not sent again when their webhook is re-enabled', async () => {
	await withWebhooks(1);
	const { db, start } = deliveries.fixture;
	for (const title of ['sent', 'waits']) await publish(title);
	await leaveJournal('killed', 1);
	await db.transaction((trx) => switchOff(trx, [1], 'moved'));
	const engine = await start();
	await db.transaction((trx) => switchOnAgain(trx, [1], ['moved']));
	engine.wake();
	await settled(2);
	expect(await titles()).toEqual(['waits']);
	const counts = await db.knex('outcome_minutes').sum({ sent: 'sent', failed: 'failed' }).first();
	expect([Number(counts?.sent), Number(counts?.failed)]).toEqual([2, 0]);
});

test('stopping waits for requests in progress', async () => {
	await withWebhooks(30);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 30, fault: { delayMs: 4500 } });
	await publish();
	const engine = await deliveries.fixture.start();
	await until('all of it is under way', async () => (await control.stats()).requests === 30);
	const stopped = engine.stop();
	const beat = () => deliveries.fixture.db.knex('workers').first('heartbeatAt');
	await until(
		'it leaves its products to others',
		async () => Number((await beat())?.heartbeatAt) < Date.now() - 15_000,
	);
	expect(engine.pulse().inFlight).toBe(30);
	await control.healDiscord();
	await stopped;
	await deliveries.fixture.start();
	await settled(30);
	expect(await titles()).toHaveLength(30);
	expect((await control.stats()).requests).toBe(30);
});

// Only one process uses the embedded database.
test.runIf(onServer)('a process that stops leaves its products to others while it waits for Discord', async () => {
	await withWebhooks(1);
	const { sandbox, start } = deliveries.fixture;
	const [first, second] = [await start(), await start()];
	await until('they know each other', () => second.pulse().liveWorkers === 2);
	await sandbox.control.failDiscord({ times: 1, fault: { delayMs: 9000 } });
	await publish();
	first.wake();
	second.wake();
	await until('one sends', async () => first.pulse().inFlight + second.pulse().inFlight === 1);
	const [sender, other] = first.pulse().inFlight > 0 ? [first, second] : [second, first];
	const stopped = sender.stop();
	await until('the other is alone', () => other.pulse().liveWorkers === 1);
	expect(sender.pulse().inFlight).toBe(1);
	await sandbox.control.healDiscord();
	await stopped;
	expect(await titles()).toHaveLength(1);
	expect((await sandbox.control.stats()).requests).toBe(1);
});

test('invalid responses are counted across processes and restarts', async () => {
	const webhooks = await withWebhooks(5);
	const { control } = deliveries.fixture.sandbox;
	for (const { id } of webhooks) await control.rotateToken(id);
	await publish();
	const first = await deliveries.fixture.start();
	await settled(5);
	expect(first.pulse().invalidAnswers).toBe(5);
	await first.stop();
	const second = await deliveries.fixture.start();
	expect(second.pulse().invalidAnswers).toBe(5);
});

test('webhooks of a failed claim become free again', async () => {
	await withWebhooks(2);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 1, fault: { delayMs: 4000 } });
	const engine = await deliveries.fixture.start();
	const lease = { claimedBy: engine.pulse().worker, leaseUntil: Date.now() + 4500 };
	await deliveries.fixture.db.knex('webhooks').where({ id: 2 }).update(lease);
	await publish();
	engine.wake();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('deliveries that another process recorded stay sent', async () => {
	await withWebhooks(1);
	await publish();
	await deliveries.fixture.db.knex('deliveries').update({ status: 'sent', sentAt: 1 });
	const late = { status: 'retrying', attempts: 1, reason: 'Discord answered 500', sentAt: null } as const;
	const { queuedAt } = await Delivery.query(deliveries.fixture.db.knex).findById(1).throwIfNotFound();
	const row = {
		deliveryId: 1,
		queuedAt,
		webhookId: 1,
		discordMessageId: null,
		failingSince: 1,
		retryInMs: null,
		post: null,
		edit: false,
		replaces: false,
	};
	const finished = [{ ...late, ...row }];
	await record(deliveries.fixture.db, { worker: 'late', finished, released: [], editsWait: [], dead: [] });
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({ status: 'sent', reason: null });
});

test('a wrong SECRET_KEY stops the start', async () => {
	await withWebhooks(1);
	const other = { ...deliveries.fixture.db, vault: createVault('quite another key, of more than 32 characters') };
	await expect(deliveries.fixture.start({ db: other })).rejects.toThrow(/^SECRET_KEY is not the one/);
});
