import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from './connection/open.ts';
import { migrate } from './migrate.ts';

export const TEST_SECRET_KEY = 'only for tests: thirty-two characters or more';

export interface TestDatabase extends Database {
	/** What a second process opens the same database with. */
	readonly url: string;
}

/**
 * A fresh, migrated database of its own: on the server of `DATABASE_URL` where that is set, else embedded, in a folder
 * of its own. `close` removes it.
 */
export async function openTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
	const server = process.env['DATABASE_URL'];
	const home = server?.startsWith('mysql:') ? await createOnServer(server) : createInFolder();
	const db = openDatabase({ url: home.url, dataDir: tmpdir(), secretKey: TEST_SECRET_KEY });
	if (migrated) await migrate(db);
	return {
		...db,
		url: home.url,
		async close() {
			await db.close();
			await home.remove();
		},
	};
}

function createInFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	return {
		url: `sqlite:${join(folder, 'test.sqlite')}`,
		remove: async () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function createOnServer(server: string) {
	const name = `dropwire_test_${randomBytes(6).toString('hex')}`;
	const admin = () => openDatabase({ url: server, dataDir: tmpdir(), secretKey: TEST_SECRET_KEY });
	const run = async (sql: string) => {
		const db = admin();
		await db.knex.raw(sql);
		await db.close();
	};
	await run(`create database ${name} character set utf8mb4 collate utf8mb4_bin`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.href, remove: () => run(`drop database ${name}`) };
}
