import { Delivery, DELIVERY_INDEXES, Webhook } from '@dropwire/db';
import { onServer, openThroughProxy } from '@dropwire/db/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { type Finished, record } from './record.ts';

const deliveries = useDeliveries();

test('sent deliveries are updated by their keys', async () => {
	await deliveries.withWebhooks(3);
	const { db } = deliveries.fixture;
	for (let n = 1; n <= 3; n++) await deliveries.publish(String(n));
	const rows = await Delivery.query(db.knex).orderBy('id');
	expect(rows).toHaveLength(9);
	const sent = rows.slice(2, 5);
	const none = { reason: null, failingSince: null, retryInMs: null, post: null, edit: false, replaces: false };
	const finished = sent.map(({ id, queuedAt, webhookId }, index): Finished => ({
		...none,
		deliveryId: id,
		queuedAt,
		webhookId: webhookId as number,
		status: 'sent',
		attempts: index + 1,
		sentAt: 1_795_000_000_000 + index,
		discordMessageId: `157483920174839200${index}`,
	}));
	const statements: { sql: string; bindings: readonly string[] }[] = [];
	db.knex.on('query', (query: (typeof statements)[number]) => statements.push(query));
	await record(db, { worker: 'worker', finished, released: [], editsWait: [], dead: [] });

	const after = await Delivery.query(db.knex).orderBy('id');
	expect(after.filter(({ status }) => status === 'sent').map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
	for (const { deliveryId, attempts, sentAt, discordMessageId } of finished) {
		const row = after.find(({ id }) => id === deliveryId);
		expect(row).toMatchObject({ attempts, sentAt, discordMessageId, reason: null });
	}
	const [update] = statements.filter(({ sql }) => /^\s*update/.test(sql) && sql.includes('deliveries.id = sent.id'));
	const explain = db.dialect === 'mysql' ? 'explain format=traditional' : 'explain query plan';
	const plan = JSON.stringify(await db.knex.raw(`${explain} ${update?.sql}`, [...(update?.bindings ?? [])]));
	expect(plan).toMatch(db.dialect === 'mysql' ? /"type":"eq_ref"/ : /SEARCH deliveries USING INTEGER PRIMARY KEY/);
	if (db.dialect === 'mysql') return;
	// A message that was sent leaves the index of open deliveries; those of the lists are not written again.
	const program: { opcode: string; p4: string }[] = await db.knex.raw(`explain ${update?.sql}`, [
		...(update?.bindings ?? []),
	]);
	const main = program.slice(
		0,
		program.findIndex(({ opcode }) => opcode === 'Halt'),
	);
	expect(main.filter(({ opcode }) => opcode === 'IdxDelete').map(({ p4 }) => p4)).toEqual([DELIVERY_INDEXES.open]);
});

test('rejected rows of a webhook delay no other webhook', async () => {
	await deliveries.withWebhooks(30);
	const { db, sandbox, start } = deliveries.fixture;
	const own = `update on deliveries for each row`;
	await db.knex.raw(
		db.dialect === 'mysql'
			? `create trigger refuse before ${own} if new.webhookId = 2 then signal sqlstate '45000'; end if`
			: `create trigger refuse before ${own} when new.webhookId = 2 begin select raise(abort, 'no'); end`,
	);
	await deliveries.publish('first');
	const engine = await start();
	const sent = () => Delivery.query(db.knex).where({ status: 'sent' }).resultSize();
	await until('the others are recorded', async () => (await sent()) === 29);
	await deliveries.publish('second');
	engine.wake();
	await until('the others go on', async () => (await sent()) === 58);
	await db.knex.raw('drop trigger refuse');
	await deliveries.settled(60);
	expect(await sent()).toBe(60);
	expect((await sandbox.control.stats()).stored).toBe(60);
	expect(await Webhook.query(db.knex).whereNotNull('claimedBy').resultSize()).toBe(0);
});

/** The embedded database has no connection that could fail. */
test.runIf(onServer)('an outage that ends with rejected rows does not stop the engine', async () => {
	await deliveries.withWebhooks(1);
	const { db, sandbox, start } = deliveries.fixture;
	const away = await openThroughProxy(db.url);
	let lines = '';
	try {
		// Long enough that a busy machine cuts the connection before the answer.
		await sandbox.control.failDiscord({ times: 1, fault: { answerAfterMs: 5000 } });
		const log = pino({ level: 'debug' }, { write: (line) => void (lines += line) });
		const engine = await start({ db: away.db, log });
		await deliveries.publish('first');
		engine.wake();
		await until('the message arrived', async () => (await sandbox.control.stats()).stored === 1);
		away.proxy.cut();
		await sandbox.control.healDiscord();
		await until('the outage is met', async () => lines.includes('recording deliveries failed'));
		await db.knex.raw(`create trigger refuse before update on deliveries for each row signal sqlstate '45000'`);
		away.proxy.heal();
		await until('the rows are rejected', async () => lines.includes('45000'));
		await db.knex.raw('drop trigger refuse');
		await deliveries.publish('second');
		await deliveries.settled(2);
		expect((await sandbox.control.stats()).stored).toBe(2);
	} finally {
		await deliveries.fixture.stopEngines();
		await away.close();
	}
});

test('distinguishes delivery IDs that a failover reuses', async () => {
	await deliveries.withWebhooks(12);
	const { db, sandbox, start } = deliveries.fixture;
	await sandbox.control.failDiscord({ times: 12, fault: { answerAfterMs: 700 } });
	await deliveries.publish('lost');
	const engine = await start();
	await until('all are under way', async () => (await sandbox.control.stats()).stored === 12);
	for (const table of ['deliveries', 'messages', 'events']) {
		await db.knex(table).delete();
		if (db.dialect === 'mysql') await db.knex.raw(`alter table ${table} auto_increment = 1`);
		else await db.knex('sqlite_sequence').where({ name: table }).delete();
	}
	await deliveries.publish('kept');
	engine.wake();
	const ids = await db.knex('deliveries').orderBy('id').pluck('id');
	expect(ids[0]).toBe(1);
	await deliveries.settled(12);
	const kept = (await deliveries.titles()).filter((title) => title === 'kept');
	expect(kept).toHaveLength(12);
	expect(await Delivery.query(db.knex).where({ status: 'sent' }).resultSize()).toBe(12);
});

// Only a database server is asked before each round of messages.
test.runIf(onServer)('deliveries that a failover lost are not sent, and the next ones are', async () => {
	await deliveries.withWebhooks(3);
	const { db, sandbox, start } = deliveries.fixture;
	const engine = await start();
	await deliveries.publish('first');
	engine.wake();
	await deliveries.settled(3);
	await sandbox.control.failDiscord({ times: 3, fault: { limited: { retryAfter: 1, scope: 'user' } } });
	await deliveries.publish('lost');
	engine.wake();
	await until('they wait', async () => (await sandbox.control.stats()).answered['429'] === 3);
	await db.knex('deliveries').where('id', '>', 3).delete();
	await until('they are given up', () => engine.pulse().heldWebhooks === 0);
	await db.knex.raw('alter table deliveries auto_increment = 1');
	await deliveries.publish('kept');
	engine.wake();
	await deliveries.settled(6);
	expect(await deliveries.titles()).toEqual(['first', 'first', 'first', 'kept', 'kept', 'kept']);
});

test('outcomes of a lost delivery and of another one with its ID are kept apart in one batch', async () => {
	await deliveries.withWebhooks(2);
	const { db } = deliveries.fixture;
	await deliveries.publish('kept');
	const [row] = await Delivery.query(db.knex).orderBy('id');
	const none = { failingSince: null, retryInMs: null, post: null, edit: false, replaces: false } as const;
	const failed = { ...none, deliveryId: row!.id, sentAt: null, discordMessageId: null };
	const lost = { ...failed, queuedAt: 1, webhookId: 2, status: 'failed', attempts: 7, reason: 'lost' } as const;
	const { queuedAt, webhookId } = row!;
	const kept = { ...failed, queuedAt, webhookId: webhookId!, status: 'retrying', attempts: 1, reason: 'kept' } as const;
	await record(db, { worker: 'worker', finished: [lost, kept], released: [], editsWait: [], dead: [] });
	const stored = await Delivery.query(db.knex).findById(row!.id);
	expect(stored).toMatchObject({ status: 'retrying', attempts: 1, reason: 'kept' });
});
