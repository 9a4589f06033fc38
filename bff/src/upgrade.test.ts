import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkMigrated, Delivery, migrate } from '@dropwire/db';
import {
	onServer,
	openTestDatabase,
	PROCESS_ENV,
	tableNames,
	TEST_SECRET_KEY,
	type TestDatabase,
} from '@dropwire/db/testing';
import { OPEN_STATUSES } from '@dropwire/domain';
import { SANDBOX_CHANNELS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './testing.ts';
import { MONITORED, openMonitor } from './testing/useServer.ts';

const ROOT = join(import.meta.dirname, '../..');
const fixtures = globSync(`*.${onServer ? 'mysql' : 'sqlite'}.used.backup.gz`, { cwd: join(ROOT, 'db/fixtures') });
const [first, second] = SANDBOX_CHANNELS.map(({ webhook }) => webhook.id);

let testServer: TestServer;
afterEach(() => testServer.close());

const openDeliveries = ({ knex }: TestDatabase) =>
	Delivery.query(knex)
		.whereIn('status', [...OPEN_STATUSES])
		.resultSize();

/** The webhook and the title of each message that arrived, sorted. */
async function arrived(): Promise<string[]> {
	const messages = await testServer.sandbox.control.messages();
	return messages
		.map(({ webhookId, body }) => `${webhookId} ${(body as { embeds: { title: string }[] }).embeds[0]?.title}`)
		.sort();
}

async function rowCounts({ knex, dialect }: TestDatabase): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const table of await tableNames(knex, dialect)) {
		// The topics are those of the vocabulary.
		if (!table.startsWith('knex_') && table !== 'topics') counts[table] = (await knex(table).select()).length;
	}
	return counts;
}

/** The foreign keys with a row that refers to a missing one. */
async function brokenReferences({ knex, dialect }: TestDatabase): Promise<unknown[]> {
	if (dialect === 'sqlite') return knex.raw('pragma foreign_key_check');
	const keys = await knex('information_schema.key_column_usage')
		.whereRaw('table_schema = database() and referenced_table_name is not null')
		.select({ child: 'table_name', by: 'column_name', parent: 'referenced_table_name', to: 'referenced_column_name' });
	const broken = [];
	for (const key of keys) {
		const rows = knex(`${key.child} as child`).leftJoin(
			`${key.parent} as parent`,
			`parent.${key.to}`,
			`child.${key.by}`,
		);
		if (await rows.whereNotNull(`child.${key.by}`).whereNull(`parent.${key.to}`).first(`child.${key.by}`))
			broken.push(key);
	}
	return broken;
}

test.each(fixtures)('a server continues on the upgraded backup %s', async (name) => {
	const db = await openTestDatabase({ restored: join(ROOT, 'db/fixtures', name) });
	const before = await rowCounts(db);
	await migrate(db);
	await checkMigrated(db);
	expect(await rowCounts(db)).toMatchObject(before);
	expect(await brokenReferences(db)).toEqual([]);
	expect(await openDeliveries(db)).toBe(1);

	testServer = await openTestServer({ used: db });
	await expect.poll(() => openDeliveries(db)).toBe(0);
	expect(await arrived()).toEqual([`${second} Waits`]);

	const ada = await testServer.signIn('ada');
	const users = (await ada.api.users()) as { discordId: string }[];
	expect(users.map(({ discordId }) => discordId)).toEqual(
		expect.arrayContaining([SANDBOX_USERS.cleo.id, SANDBOX_USERS.dan.id]),
	);
	expect((await ada.api.accessRequests()).data).toMatchObject([{ note: 'Please' }]);
	expect((await ada.api.webhooks()).map((url) => url.split('/').at(-2))).toEqual([first, second]);
	expect(JSON.stringify(await ada.api.skus({ type: 'MONITOR1' }))).toContain('BV7114-001');
	const short = { originalUrl: 'https://shop.example/a?b=c' };
	expect((await ada.api.shortUrls()).data).toMatchObject([short, short]);
	expect((await ada.api.events({ sku: MONITORED })).data).toMatchObject([{ kind: 'PRICE' }]);
	expect((await ada.api.announcementsSent()).data).toMatchObject([{ title: 'Waits' }, { title: 'Sent' }]);
	const { data: deliveries } = await ada.api.deliveries({});
	expect(deliveries.filter(({ status }) => status === 'failed')).toMatchObject([
		{ reason: 'Discord answered 404: Unknown Webhook [10015]' },
	]);
	const cleo = await testServer.signIn('cleo');
	const [guild] = (await cleo.api.guildList()).data.data;
	expect(JSON.stringify(await cleo.api.channelList({ guildId: guild!.guildId }))).toContain('Nike Shoes Active');

	// The stored price is that of the release.
	const monitor = await openMonitor(ada);
	expect(await monitor(12_000)).toBe(null);
	expect(await monitor(11_000)).toBe('PRICE');
	await expect.poll(arrived).toEqual([`${first} Zoom Vomero 5`, `${second} Waits`, `${second} Zoom Vomero 5`].sort());
});

const NEXT_MIGRATION = `
	export async function up(knex) {
		await knex.schema.alterTable('webhooks', (t) => t.string('next', 100).notNullable().defaultTo(''));
		await knex.schema.alterTable('deliveries', (t) => t.bigInteger('next').index());
	}`;

/** Migrates a database with the code of this version and one more migration. */
async function migrateToNext(url: string): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-next-'));
	try {
		for (const part of ['package.json', 'src'])
			cpSync(join(ROOT, 'db', part), join(folder, 'db', part), { recursive: true });
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		writeFileSync(join(folder, 'db/src/migrations/9999_next.ts'), NEXT_MIGRATION);
		const env = { ...PROCESS_ENV, DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY };
		const run = promisify(execFile)(process.execPath, [join(folder, 'db/src/migrate.main.ts')], { cwd: folder, env });
		return (await run).stdout;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

// Only one process at a time opens an embedded database.
test.runIf(onServer)('a migration that only adds runs while messages are sent', async () => {
	testServer = await openTestServer();
	const { db, sandbox } = testServer;
	const ada = await testServer.signIn('ada');
	const webhooks = await sandbox.control.createWebhooks({ count: 10, ownChannels: true });
	await ada.api.webhooksReplace({ body: webhooks.map(({ url }) => url) });
	const monitor = await openMonitor(ada);
	const skus = Array.from({ length: 20 }, (_, n) => `CK9246-${200 + n}`);
	for (const sku of skus) expect(await monitor(15_000, sku)).toBe(null);

	const kinds: unknown[] = [];
	const submit = async () => kinds.push(await monitor(15_001 + kinds.length, skus[kinds.length % skus.length]));
	await submit();
	const ended = new AbortController();
	const migration = migrateToNext(db.url).finally(() => ended.abort());
	while (!ended.signal.aborted) await submit();
	expect(await migration).toContain('at the newest version');
	for (let n = 0; n < 5; n++) await submit();

	await expect.poll(() => openDeliveries(db)).toBe(0);
	expect(new Set(kinds)).toEqual(new Set(['PRICE']));
	const sent = (await sandbox.control.messages()).map(({ webhookId, body }) => `${webhookId} ${JSON.stringify(body)}`);
	expect(sent).toHaveLength(kinds.length * webhooks.length);
	expect(new Set(sent).size).toBe(sent.length);
	expect(await db.knex('deliveries').whereNull('next')).toHaveLength(sent.length);
	// A process that starts now needs the version of the migration.
	await expect(checkMigrated(db)).rejects.toThrow(
		'newer than this version of Dropwire, which lacks the migration 9999_next.ts',
	);
});
