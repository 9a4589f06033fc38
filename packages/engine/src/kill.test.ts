import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Delivery, Webhook, Worker } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import { afterEach, expect, test } from 'vitest';
import { queueEvent } from './publishing.ts';
import { aSnapshot, type Fixture, kill, openFixture, until } from './testing.ts';

let fixture: Fixture;
afterEach(() => fixture.close());

const publish = (n: number) =>
	queueEvent(fixture.db, {
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
		async () => (await Delivery.query(fixture.db.knex).where({ status: 'sent' }).resultSize()) === count,
		90_000,
	);
/** Ends the leases of killed engines as if 10 seconds had passed. The first test waits for them. */
const endLeases = () => fixture.db.knex('webhooks').whereNotNull('claimedBy').update({ leaseUntil: 1 });
/** How many times each webhook received each message. */
async function arrivals(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { webhookId, body } of await fixture.sandbox.control.messages()) {
		const key = `${webhookId} ${(body as { embeds: { title: string }[] }).embeds[0]?.title}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}
/** The message IDs in the journals that engine processes left. */
function journaled(): string[] {
	const folder = join(fixture.db.dataDir, 'journal');
	return readdirSync(folder)
		.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
		.flatMap((line) => line.split(' ')[4] ?? []);
}
const duplicates = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count - 1, 0);

test('kill -9 with Discord failing repeats only unanswered messages', async () => {
	fixture = await openFixture();
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 300, ownChannels: true });
	await fixture.subscribeAll(webhooks);
	await fixture.sandbox.control.failDiscord({ times: 50, fault: { status: 500 } });
	await fixture.sandbox.control.failDiscord({ times: 'forever', fault: { answerAfterMs: 60 } });
	await publish(1);
	const first = await fixture.startProcess();
	await until('messages arrive', async () => (await fixture.sandbox.control.stats()).stored >= 120);
	await kill(first);
	const sent = await Delivery.query(fixture.db.knex).where({ status: 'sent' });
	expect(sent.length).toBeLessThan(300);
	/**
	 * Discord's IDs of the messages that the killed process had recorded as accepted, in the database or in its
	 * journal.
	 */
	const noted = new Set([...sent.map(({ discordMessageId }) => discordMessageId), ...journaled()]);

	await fixture.startProcess();
	await allSent(300);
	expect((await arrivals()).size).toBe(300);
	const byWebhook = Map.groupBy(await fixture.sandbox.control.messages(), ({ webhookId }) => webhookId);
	const repeated = [...byWebhook.values()].filter((messages) => messages.length > 1);
	expect(repeated.flat().filter(({ id }) => noted.has(id))).toEqual([]);
	// The engine has at most 40 unanswered requests at a time.
	expect(repeated.length).toBeLessThanOrEqual(40);
});

test('kill -9 while an event is queued repeats only unanswered messages', async () => {
	// One webhook more than the event's own transaction and the first slice have.
	const count = 1501;
	fixture = await openFixture();
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count, ownChannels: true }));
	const release = await stopAtWebhook(count);
	const first = await fixture.startProcess();
	await publish(1);
	await until(
		'the engine has queued one slice and is at the next',
		async () => (await fixture.db.knex('fanouts').where({ lastWebhookId: 1500 }).first()) !== undefined,
	);
	await kill(first);
	await endLeases();
	await release();
	expect(await Delivery.query(fixture.db.knex).resultSize()).toBe(1500);

	await fixture.startProcess();
	await allSent(count);
	const counts = await arrivals();
	expect(counts.size).toBe(count);
	expect(duplicates(counts)).toBeLessThanOrEqual(40);
	expect(await Delivery.query(fixture.db.knex).resultSize()).toBe(count);
	expect(await fixture.db.knex('fanouts').select()).toEqual([]);
}, 240_000);

/** Makes the insertion of a webhook's delivery take long enough for a kill. @returns ends this */
async function stopAtWebhook(webhookId: number): Promise<() => Promise<void>> {
	const { knex, dialect } = fixture.db;
	await knex.raw(
		dialect === 'mysql'
			? `create trigger slow before insert on deliveries for each row
				begin if new.webhookId = ${webhookId} then do sleep(3); end if; end`
			: `create trigger slow before insert on deliveries when new.webhookId = ${webhookId} begin
				select count(*) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 2e7) select i from n);
				end`,
	);
	return async () => {
		await knex.raw('drop trigger slow');
	};
}

test('repeated kills lose no message', async () => {
	fixture = await openFixture();
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 40, ownChannels: true }));
	for (let round = 0; round < 3; round++) {
		await fixture.sandbox.control.failDiscord({ times: 20, fault: { drop: true } });
		const engine = await fixture.startProcess();
		await publish(round);
		const { stored } = await fixture.sandbox.control.stats();
		// Dropped responses cause waits.
		await until('some of it arrived', async () => (await fixture.sandbox.control.stats()).stored > stored, 60_000);
		await kill(engine);
		await endLeases();
	}
	await fixture.startProcess();
	await allSent(120);
	expect((await arrivals()).size).toBe(120);
}, 240_000);

/** Only one process writes to the embedded database. */
test.skipIf(!onServer)(
	'two processes share the work and send each message once',
	async () => {
		fixture = await openFixture();
		await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 200, ownChannels: true }));
		const engines = await Promise.all([fixture.startProcess(), fixture.startProcess()]);
		expect(await Worker.query(fixture.db.knex).resultSize()).toBe(2);
		for (let n = 0; n < 5; n++) await publish(n);
		await allSent(1000);
		const counts = await arrivals();
		expect(counts.size).toBe(1000);
		expect(duplicates(counts)).toBe(0);

		await fixture.sandbox.control.failDiscord({ times: 300, fault: { delayMs: 150 } });
		for (let n = 5; n < 8; n++) await publish(n);
		await until(
			'both are at it',
			async () => (await Webhook.query(fixture.db.knex).whereNotNull('claimedBy').resultSize()) > 0,
		);
		await kill(engines[0]);
		await allSent(1600);
		expect((await arrivals()).size).toBe(1600);
	},
	120_000,
);

test.skipIf(!onServer)('a watched change that two processes see is published once', async () => {
	fixture = await openFixture();
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([webhook!]);
	await fixture.watch('MONITOR1', 'BV7114-001');
	await Promise.all([fixture.startProcess(), fixture.startProcess()]);
	await until(
		'it was checked',
		async () => (await fixture.db.knex('products').where({ region: 'US', state: 'read' })).length === 1,
	);
	await fixture.sandbox.control.setProduct({ sku: 'BV7114-001', region: 'US', change: { status: 'ACTIVE' } });
	await fixture.sandbox.control.waitForMessages({ count: 1 });
	const { count } = await fixture.sandbox.control.nikeRequests();
	await until(
		'it was checked a few times more',
		async () => (await fixture.sandbox.control.nikeRequests()).count > count + 4,
	);
	expect(await fixture.sandbox.control.messages()).toHaveLength(1);
});
