import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restore } from './backup/restore.ts';
import { type Database, openDatabase } from './connection/open.ts';
import { startTcpProxy, type TcpProxy } from './testing/tcpProxy.ts';
import { copyEmbedded, copyOnServer } from './testing/template.ts';

export { copyEmbedded } from './testing/template.ts';
export { backup } from './backup/backup.ts';
export { tableNames } from './migrate.ts';
export { FIXTURE_SECRET_KEY, fillEveryTable } from './testing/fixture/fillEveryTable.ts';
export { fillGrown, GROWN, type GrownOptions } from './testing/grown/fillGrown.ts';
export { refreshTestStatistics } from './testing/refreshTestStatistics.ts';
export { type Statement, unboundedReads } from './testing/queryPlans.ts';
export { startTcpProxy, type TcpProxy } from './testing/tcpProxy.ts';

export const TEST_SECRET_KEY = 'only for tests: thirty-two characters or more';

/** What every process that a test starts needs of this process's environment. */
export const PROCESS_ENV: Readonly<Record<string, string>> = {
	PATH: process.env['PATH'] ?? '',
	// Without the compiled code of earlier processes (vitest.config.ts), a start takes twice as long.
	...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
};

export interface TestDatabase extends Database {
	/** The database URL, with which another process can open the same database. */
	readonly url: string;
	/** A folder for the files of the processes that use this database. */
	readonly dataDir: string;
}

/** Opens a second connection to a test database on a server, through a proxy that can simulate failures. */
export async function openThroughProxy(
	url: string,
): Promise<{ db: Database; proxy: TcpProxy; close(): Promise<void> }> {
	const address = new URL(url);
	const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 3306) });
	address.hostname = '127.0.0.1';
	address.port = String(proxy.port);
	const db = openDatabase({ url: address.href, dataDir: tmpdir(), secretKey: TEST_SECRET_KEY });
	return {
		db,
		proxy,
		async close() {
			await db.close();
			await proxy.close();
		},
	};
}

/** Whether the tests use a database server. An embedded database has no connection to break. */
export const onServer = process.env['DATABASE_URL']?.startsWith('mysql:') === true;

/**
 * Opens a new, migrated database: on the server of `DATABASE_URL` if set, otherwise embedded in a new folder. `close`
 * deletes it.
 * @param durable whether commits wait for the disk, as in production
 * @param restored the file of a backup, which is restored and not migrated
 */
export async function openTestDatabase({
	migrated = true,
	durable = false,
	previousSecretKey,
	restored,
}: {
	migrated?: boolean;
	durable?: boolean;
	previousSecretKey?: string | undefined;
	restored?: string;
} = {}): Promise<TestDatabase> {
	const server = process.env['DATABASE_URL'];
	const dataDir = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	const file = join(dataDir, 'test.sqlite');
	// Read at each call: the benchmarks take turns with both databases in one process.
	const home = server?.startsWith('mysql:') ? await createOnServer(server) : null;
	const url = home?.url ?? `sqlite:${file}`;
	const options = { url, dataDir, secretKey: TEST_SECRET_KEY, previousSecretKey };
	if (restored) await restore(options, restored, { keepPending: true });
	else if (migrated && !home) await copyEmbedded(file);
	const db = openDatabase(options);
	if (!durable) await stopWaitingForDisk(db);
	if (migrated && home && !restored) await copyOnServer(db, () => openTestDatabase({ migrated: false }));
	return {
		...db,
		url,
		dataDir,
		async close() {
			await db.close();
			await home?.remove();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/**
 * Commits on the embedded database return before the disk has them. No test depends on what a power failure would lose,
 * and waiting takes about 10 ms a commit on a busy machine.
 */
export async function stopWaitingForDisk({ knex, dialect }: Database): Promise<void> {
	if (dialect === 'sqlite') await knex.raw('pragma synchronous = off');
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
