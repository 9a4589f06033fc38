/**
 * Makes this version's fixtures for the tests of upgrades, on the embedded database and on the server of DATABASE_URL:
 *
 *     DATABASE_URL=mysql://root@127.0.0.1:3306/test node bff/src/testing/makeFixtures.main.ts
 *
 * Of each it makes a backup with rows in every table (db/src/upgrade.test.ts), and one of a database that a server used
 * (bff/src/upgrade.test.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@dropwire/db';
import {
	backup,
	fillEveryTable,
	FIXTURE_SECRET_KEY,
	openTestDatabase,
	TEST_SECRET_KEY,
	type TestDatabase,
} from '@dropwire/db/testing';
import { openTestServer } from '../testing.ts';
import { useServer } from './useServer.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const server = process.env['DATABASE_URL'];
if (!server?.startsWith('mysql:')) throw new Error('Set DATABASE_URL to a MySQL or MariaDB server.');

for (const url of [server, '']) {
	// Read by openTestDatabase.
	process.env['DATABASE_URL'] = url;
	const home = await openTestDatabase();
	const filled = openDatabase({ ...home, secretKey: FIXTURE_SECRET_KEY });
	await fillEveryTable(filled);
	await filled.close();
	await save(home, FIXTURE_SECRET_KEY, 'backup.gz');
	await home.close();

	const testServer = await openTestServer();
	await useServer(testServer);
	await save(testServer.db, TEST_SECRET_KEY, 'used.backup.gz');
	await testServer.close();
}

async function save(db: TestDatabase, secretKey: string, ending: string): Promise<void> {
	const file = join(ROOT, `db/fixtures/${version}.${db.dialect}.${ending}`);
	console.log((await backup({ ...db, secretKey }, file)).file);
}
