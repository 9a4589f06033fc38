import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openAlone, openDatabase } from '../connection/open.ts';
import { checkMigrated, migrate } from '../migrate.ts';
import { BROADCAST_LIST, Delivery, Subscription, Webhook } from '../models/index.ts';
import { onServer, openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../testing.ts';
import { FIXTURE_SECRET_KEY } from '../testing/fixture/fillEveryTable.ts';
import { runCommand } from '../testing/runCommand.ts';
import { backup } from './backup.ts';
import { restore, RESTORED } from './restore.ts';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	[source, target] = await Promise.all([openTestDatabase(), openTestDatabase({ migrated: false })]);
});
afterEach(async () => {
	await Promise.all([source.close(), target.close()]);
	rmSync(folder, { recursive: true });
});

const optionsOf = ({ url }: TestDatabase) => ({ url, dataDir: folder, secretKey: TEST_SECRET_KEY });

/** Reads the target with connections of its own: open ones would count as a process that uses it. */
async function inspect<T>(work: (db: Database) => Promise<T>): Promise<T> {
	const db = openDatabase(optionsOf(target));
	try {
		return await work(db);
	} finally {
		await db.close();
	}
}

/** A webhook with its subscription, in one transaction. */
const addWebhook = (n: number) =>
	source.transaction(async (trx) => {
		const urlSealed = source.vault.seal(`https://discord.com/api/webhooks/${n}/token`, 'webhook');
		const [webhookId] = await trx('webhooks').insert({ discordId: `${n}`, urlHash: `${n}`, urlSealed, createdAt: n });
		await trx('subscriptions').insert({ webhookId: webhookId as number, list: BROADCAST_LIST, createdAt: n });
		return webhookId as number;
	});

/** A message for the webhook, in the given state. */
async function addDelivery(webhookId: number, status: string) {
	await source.knex('messages').insert({ kind: 'TEST', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 2 });
	const { id: messageId } = (await source.knex('messages').orderBy('id', 'desc').first('id'))!;
	const row = { messageId, webhookId, target: '…', status, queuedAt: 1 };
	await source.knex('deliveries').insert(row);
}

const command = (name: 'backup' | 'restore', of: TestDatabase, args: string[], killBefore?: string) =>
	runCommand(name, args, { DATABASE_URL: of.url, SECRET_KEY: TEST_SECRET_KEY }, killBefore);

const counts = async ({ knex }: Database) => ({
	webhooks: await Webhook.query(knex).resultSize(),
	subscriptions: await Subscription.query(knex).resultSize(),
});

test('a backup made during writes is consistent', async () => {
	for (let n = 1; n <= 200; n++) await addWebhook(n);
	let written = 200;
	const stop = new AbortController();
	const writer = (async () => {
		while (!stop.signal.aborted) {
			await addWebhook(++written);
			// SQLite is synchronous: without this pause nothing else would run.
			await new Promise((resolve) => setImmediate(resolve));
		}
	})();
	const made = await command('backup', source, [folder]);
	stop.abort();
	await writer;
	expect(made).toMatchObject({ end: 0, err: '' });
	const [name = ''] = readdirSync(folder);
	expect(name).toMatch(/^dropwire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.gz$/);
	expect(made.out).toContain(join(folder, name));

	expect(await command('restore', target, [join(folder, name)])).toMatchObject({ end: 0, err: '' });
	await inspect(async (db) => {
		const { webhooks, subscriptions } = await counts(db);
		expect(webhooks).toBe(subscriptions);
		expect(webhooks).toBeGreaterThanOrEqual(200);
		expect(webhooks).toBeLessThanOrEqual(written);
		const row = await Webhook.query(db.knex).findOne({ discordId: '7' }).throwIfNotFound();
		expect(db.vault.open(row.urlSealed, 'webhook')).toBe('https://discord.com/api/webhooks/7/token');
		await checkMigrated(db);
		await migrate(db);
		// New ids continue after those of the backup.
		await db.knex('webhooks').insert({ discordId: '9', urlHash: 'new', urlSealed: 'x', createdAt: 1 });
	});
});

test('a restore keeps pending messages only with --keep-pending', async () => {
	const webhookId = await addWebhook(1);
	await addDelivery(webhookId, 'pending');
	await addDelivery(webhookId, 'retrying');
	await addDelivery(webhookId, 'sent');
	await source.knex('webhooks').update({ claimedBy: 'worker-1', leaseUntil: 5 });
	// The first message is still being queued for other webhooks.
	await source.knex('fanouts').insert({ messageId: 1, lastWebhookId: webhookId });
	const product = { source: 'NIKE', sku: 'A', region: 'US', state: 'read', checkedAt: 1 };
	await source.knex('products').insert(product);
	await source.knex('sessions').insert({ idHash: 'a', sealed: 'b', createdAt: 1, expiresAt: 2 });
	const watch = { source: 'NIKE', region: 'US', include: '[]', exclude: '[]', createdAt: 1 };
	await source.knex('keyword_watches').insert({ ...watch, checkedAt: 2, baselineAt: 1 });
	const notice = { key: 'a', kind: 'expired', data: '{}', status: 'pending', notBefore: 1, createdAt: 1 };
	await source.knex('bot_notices').insert(notice);
	await source.knex('watch_fanouts').insert({ eventId: 1 });
	const personal = { discordId: '100000000000000001', watchId: 1, queuedAt: 1 };
	await source.knex('watch_notices').insert([
		{ ...personal, eventId: 1, status: 'sent' },
		{ ...personal, eventId: 2, status: 'queued' },
		// The confirmation of a first watch.
		{ ...personal, watchId: null, eventId: null, status: 'queued' },
	]);
	const place = { brand: 'NIKE', region: 'US' } as const;
	await source.knex('release_news').insert({ ...place, kind: 'ANNOUNCED', at: 1, dueAt: 1 });
	const [ahead, known] = [Date.now() + 86_400_000, { announcedAt: 1, datedAt: 1, changedAt: 1 }];
	const release = { ...place, ...known, sku: 'A', title: 'A', launchAt: ahead, origin: 'source', moves: '[]' } as const;
	await source.knex('releases').insert(release);
	const digest = JSON.stringify({ digest: { weekday: 1, hour: 9, zone: 'UTC' } });
	await source.knex('subscriptions').update({ options: digest, digestAt: 1 });
	const restoredAt = Date.now();
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	expect((await restore(optionsOf(target), file)).dropped).toBe(2);
	const left = () =>
		inspect(async ({ knex }) => ({
			deliveries: (await Delivery.query(knex).orderBy('id')).map(({ status, reason }) => [status, reason]),
			queueing: await knex('fanouts').pluck('messageId'),
			products: await knex('products').pluck('sku'),
			sessions: await knex('sessions').pluck('idHash'),
			claims: await knex('webhooks').pluck('claimedBy'),
			searches: await knex('keyword_watches').select('checkedAt', 'baselineAt'),
			notices: await knex('bot_notices').pluck('status'),
			matching: await knex('watch_fanouts').pluck('eventId'),
			personal: await knex('watch_notices').orderBy('id').select('status', 'reason'),
			news: await knex('release_news').pluck('kind'),
			// Only later reminders are sent.
			isReminded: ((await knex('releases').first('datedAt'))?.datedAt ?? 0) < restoredAt,
			isDigestDue: ((await knex('subscriptions').first('digestAt'))?.digestAt ?? 0) < restoredAt,
		}));
	expect(await left()).toEqual({
		deliveries: [
			['failed', RESTORED],
			['failed', RESTORED],
			['sent', null],
		],
		queueing: [],
		products: [],
		sessions: [],
		claims: [null],
		// The next search sends nothing.
		searches: [{ checkedAt: null, baselineAt: null }],
		notices: ['obsolete'],
		matching: [],
		personal: [
			{ status: 'sent', reason: null },
			{ status: 'dropped', reason: RESTORED },
			{ status: 'dropped', reason: RESTORED },
		],
		news: [],
		isReminded: false,
		isDigestDue: false,
	});
	expect((await restore(optionsOf(target), file, { force: true, keepPending: true })).dropped).toBe(0);
	expect(await left()).toEqual({
		deliveries: [
			['pending', null],
			['retrying', null],
			['sent', null],
		],
		queueing: [1],
		products: ['A'],
		sessions: ['a'],
		claims: [null],
		searches: [{ checkedAt: 2, baselineAt: 1 }],
		notices: ['pending'],
		matching: [1],
		personal: [
			{ status: 'sent', reason: null },
			{ status: 'queued', reason: null },
			{ status: 'queued', reason: null },
		],
		news: ['ANNOUNCED'],
		isReminded: true,
		isDigestDue: true,
	});
});

test('a backup of the first version can be restored and upgraded', async () => {
	const file = join(import.meta.dirname, `../../fixtures/1.0.0.${source.dialect}.backup.gz`);
	const options = { ...optionsOf(target), secretKey: FIXTURE_SECRET_KEY };
	expect((await restore(options, file)).dropped).toBeGreaterThan(0);
	const db = openDatabase(options);
	await migrate(db);
	await checkMigrated(db);
	await db.close();
});

test('a restore keeps every character, number and byte', async () => {
	const text = `a;\n-- b 'c' "d" \\ \\\\n \0 \u001a \u2028 \r\n\t äß 👟 % ?`;
	const queuedAt = Number.MAX_SAFE_INTEGER;
	await addDelivery(await addWebhook(1), 'sent');
	await source
		.knex('deliveries')
		.update({ target: text, queuedAt, overlay: text.repeat(900), discordMessageId: '0012' });
	const series = { source: 'NIKE', sku: 'A', region: 'US', offer: 'NEW', firstAt: 1, lastAt: 2, points: 2 } as const;
	const tail = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
	await source.knex('history_series').insert({ ...series, tail });
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	await restore(optionsOf(target), file);
	expect(await inspect(({ knex }) => knex('deliveries').select())).toEqual(await source.knex('deliveries').select());
	expect(await inspect(({ knex }) => knex('history_series').pluck('tail'))).toEqual(
		await source.knex('history_series').pluck('tail'),
	);
});

test.runIf(onServer)('all binary columns are blobs, the only ones that backups support', async () => {
	const columns = source.knex('information_schema.columns').whereRaw('table_schema = database()');
	expect(await columns.whereRaw("data_type rlike 'binary|bit'").pluck('column_name as name')).toEqual([]);
});

test.runIf(onServer)('SQL of a dump program can be restored', async () => {
	await addWebhook(1);
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	const [manifest = '', ...sql] = gunzipSync(readFileSync(file)).toString().split('\n');
	// What mariadb-dump and mysqldump write besides the statements.
	const head = [
		'/*M!999999\\- enable the sandbox mode */ ',
		'-- MariaDB dump 10.19',
		'--',
		'',
		"/*!40103 SET TIME_ZONE='+00:00' */;",
	];
	const tables = [
		'--',
		'-- Table structure',
		'--',
		'',
		'DROP TABLE IF EXISTS `nothing`;',
		'LOCK TABLES `webhooks` WRITE;',
		'UNLOCK TABLES;',
	];
	const end = ['', '-- Dump completed on 2026-11-24 12:00:00', ''];
	writeFileSync(file, gzipSync([manifest, ...head, ...sql.slice(0, -1), ...tables, ...end].join('\n')));
	await restore(optionsOf(target), file);
	expect(await inspect(counts)).toEqual({ webhooks: 1, subscriptions: 1 });
});

test('a restore into a filled database requires --force', async () => {
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	await addWebhook(1);
	const { file: later } = await backup(optionsOf(source), join(folder, 'two.gz'));
	await restore(optionsOf(target), later);
	await expect(restore(optionsOf(target), file)).rejects.toThrow(/is not empty\. .* --force\.$/);
	expect(await inspect(counts)).toMatchObject({ webhooks: 1 });
	await restore(optionsOf(target), file, { force: true });
	expect(await inspect(counts)).toMatchObject({ webhooks: 0 });
});

test('an unusable backup is rejected before anything changes', async () => {
	await addWebhook(1);
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	await restore(optionsOf(target), file);
	const whole = readFileSync(file);
	const bad = join(folder, 'bad.gz');
	const attempt = (bytes: Buffer, change = {}) => {
		writeFileSync(bad, bytes);
		return restore({ ...optionsOf(target), ...change }, bad, { force: true });
	};
	await expect(attempt(whole.subarray(0, whole.length - 1))).rejects.toThrow(
		`${bad} is incomplete. Use another backup.`,
	);
	await expect(attempt(whole.subarray(0, whole.length / 2))).rejects.toThrow('is incomplete');
	await expect(attempt(Buffer.alloc(0))).rejects.toThrow('is incomplete');
	await expect(restore(optionsOf(target), folder, { force: true })).rejects.toThrow(`${folder} is a folder.`);
	await expect(attempt(gzipSync('{}\nno manifest'))).rejects.toThrow('is not a Dropwire backup');
	await expect(attempt(Buffer.from('select 1;'))).rejects.toThrow('is damaged or not a backup');
	const flipped = Buffer.from(whole);
	flipped.writeUInt8(whole.readUInt8(whole.length - 6) ^ 1, whole.length - 6);
	await expect(attempt(flipped)).rejects.toThrow('is damaged or not a backup');
	await expect(attempt(whole, { secretKey: 'another key, of thirty-two characters' })).rejects.toThrow(
		'another SECRET_KEY',
	);
	const other = source.dialect === 'sqlite' ? 'mysql://root@127.0.0.1:3306/nowhere' : `sqlite:${join(folder, 'x')}`;
	await expect(attempt(whole, { url: other })).rejects.toThrow(`is a backup of ${source.dialect}`);
	expect(await inspect(counts)).toMatchObject({ webhooks: 1 });
});

test('a database in use is not restored', async () => {
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	const server = await openAlone(optionsOf(target), 'server');
	await server.knex.raw('select 1');
	const { end, out, err } = await command('restore', target, [file, '--force']);
	expect([end, out]).toEqual([1, '']);
	expect(err).toMatch(
		/^dropwire: .*(is already used by another Dropwire process|The database is in use: 1 other conn).*\n$/,
	);
	await server.close();
	expect(await command('restore', target, [file, '--force'])).toMatchObject({ end: 0 });
});

test('no process starts after a killed restore, which can be repeated', async () => {
	await addWebhook(1);
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	expect((await command('restore', target, [file], 'delete from `sessions`')).end).toBe('SIGKILL');
	await expect(inspect(checkMigrated)).rejects.toThrow(/no tables yet|A restore of this database was interrupted/);
	expect(await command('restore', target, [file, '--force'])).toMatchObject({ end: 0, err: '' });
	expect(await inspect(counts)).toEqual({ webhooks: 1, subscriptions: 1 });
	await inspect(checkMigrated);
});
