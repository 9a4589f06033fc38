import { createWriteStream, globSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, test } from 'vitest';
import { readArchive } from './backup/archive.ts';
import { backup } from './backup/backup.ts';
import { loadMysql } from './backup/mysqlDump.ts';
import { checkSecretKey, WEBHOOK_SEALED_AS } from './checkSecretKey.ts';
import { type Database, openDatabase, type OpenOptions } from './connection/open.ts';
import { checkMigrated, migrate, tableNames } from './migrate.ts';
import * as models from './models/index.ts';
import { Row } from './models/Row.ts';
import { onServer, openTestDatabase, type TestDatabase } from './testing.ts';
import { AWKWARD, CLIENT, FIXTURE_SECRET_KEY, fillEveryTable, webhookUrl } from './testing/fixture/fillEveryTable.ts';

const FOLDER = join(import.meta.dirname, '../fixtures');
const fixtures = globSync(`*.${onServer ? 'mysql' : 'sqlite'}.backup.gz`, { cwd: FOLDER });

let home: TestDatabase;
let options: OpenOptions;
let db: Database;

/** Opens the database of a fixture as it is. */
async function load(name: string): Promise<void> {
	home = await openTestDatabase({ migrated: false });
	const url = onServer ? home.url : `sqlite:${join(home.dataDir, 'old.sqlite')}`;
	options = { url, dataDir: home.dataDir, secretKey: FIXTURE_SECRET_KEY };
	await readArchive(join(FOLDER, name), (_, payload) =>
		onServer ? loadMysql(url, payload) : pipeline(payload, createWriteStream(join(home.dataDir, 'old.sqlite'))),
	);
	db = openDatabase(options);
}
afterEach(async () => {
	await db.close();
	await home.close();
});

async function rowCounts(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const table of await tableNames(db.knex, db.dialect)) {
		if (!table.startsWith('knex_')) counts.set(table, (await db.knex(table).select()).length);
	}
	return counts;
}

test('the fixtures of the next version have rows in every table', async () => {
	home = await openTestDatabase();
	db = openDatabase({ ...home, secretKey: FIXTURE_SECRET_KEY });
	await fillEveryTable(db);
	expect([...(await rowCounts())].filter(([, count]) => count === 0)).toEqual([]);
});

test.each(fixtures)('%s is upgraded to the newest schema without loss', async (name) => {
	await load(name);
	const before = await rowCounts();
	expect(before.size).toBeGreaterThanOrEqual(47);
	expect([...before].filter(([, count]) => count === 0)).toEqual([]);
	await migrate(db);
	await checkMigrated(db);
	await checkSecretKey(db);
	const after = await rowCounts();
	// The topics are those of the vocabulary.
	before.delete('topics');
	expect([...before.keys()].map((table) => [table, after.get(table)])).toEqual([...before]);

	const { knex, vault } = db;
	const webhooks = await models.Webhook.query(knex).orderBy('id');
	expect(webhooks.map(({ urlSealed }) => vault.open(urlSealed, WEBHOOK_SEALED_AS))).toEqual([1, 2, 3].map(webhookUrl));
	expect(webhooks.map(({ active }) => active)).toEqual([true, false, true]);
	const [session] = await models.Session.query(knex);
	expect(vault.open(session!.sealed, session!.idHash)).toBe(JSON.stringify({ discordId: CLIENT }));
	const [token] = await models.RetailerToken.query(knex);
	expect(vault.open(token!.sealed, `retailer token of ${CLIENT}`)).toBe('a retailer token');
	const user = await models.User.query(knex).findById(CLIENT).withGraphFetched('[account, roles]');
	expect(user).toMatchObject({
		note: AWKWARD,
		plan: 'Pro',
		admin: false,
		roles: [],
		account: { discriminator: '1234' },
	});
	const links = await models.Subscription.query(knex).withGraphFetched('[webhook, channel.topic, topic]').orderBy('id');
	expect(links).toMatchObject([
		{ version: 3, channel: { topic: { brand: 'NIKE' } }, webhook: { byBot: true } },
		{ label: AWKWARD, paused: true, topic: { region: 'US' } },
		{ label: 'everyone', channel: null, topic: null },
	]);
	expect(await models.openDeliveries(knex).pluck('id')).toEqual([4]);
	expect(await knex('deliveries').orderBy('id').pluck('failure')).toEqual(['', 'failed', '', '', 'expired']);
	const [product] = await models.Product.withLastCheck(knex).orderBy('id');
	expect(product).toMatchObject({ version: 7, checkedAt: 1_790_000_000_001, state: 'read' });
	const [watch] = await models.KeywordWatch.query(knex);
	expect(watch?.include).toEqual(['dunk', AWKWARD]);
});

test.each(fixtures)('the upgraded database of %s can be read, written and saved', async (name) => {
	await load(name);
	const filled = await rowCounts();
	await migrate(db);
	for (const model of Object.values(models)) {
		if (typeof model !== 'function' || !(model.prototype instanceof Row)) continue;
		const table = model as typeof Row;
		// Newer tables are empty.
		if (filled.has(table.tableName)) expect((await table.query(db.knex)).length).toBeGreaterThan(0);
	}
	// New ids continue after the old ones.
	const written = await models.PromoCode.query(db.knex).insert({ promocode: 'NEW', description: '' });
	expect(written.id).toBeGreaterThan(1);
	expect((await backup(options, home.dataDir)).manifest.keyChecks).toHaveLength(1);
});
