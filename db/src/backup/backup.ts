import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Database, openDatabase, type OpenOptions } from '../connection/open.ts';
import { alone, lastMigration } from '../migrate.ts';
import { Webhook } from '../models/index.ts';
import { checkSecretKey, WEBHOOK_SEALED_AS } from '../checkSecretKey.ts';
import type { Vault } from '../secrets/vault.ts';
import { type Manifest, writeArchive } from './archive.ts';
import { dumpMysql } from './mysqlDump.ts';

/** Fingerprints of the current and the previous key; they do not reveal the keys. */
export function keyChecks(vault: Vault): string[] {
	return [vault.fingerprint('backup'), vault.previousFingerprint('backup') ?? []].flat();
}

/**
 * Writes a consistent copy of the database to a file while other processes continue to write.
 * @param target a file that must not exist, or a folder in which a file is created
 * @param signal ends the backup when it is aborted; then nothing is left of it, and the connection is not closed
 * @returns the path of the file, and its manifest
 * @throws Error in one line when the file cannot be written, for example on a full disk, or when SECRET_KEY did not encrypt the data
 */
export async function backup(
	options: OpenOptions,
	target: string,
	signal = new AbortController().signal,
): Promise<{ file: string; manifest: Manifest }> {
	const at = new Date();
	const folder = existsSync(target) && statSync(target).isDirectory();
	const name = `dropwire-${at.toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')}.backup.gz`;
	const file = resolve(folder ? join(target, name) : target);
	if (existsSync(file)) throw new Error(`${file} already exists. Choose another file name.`);
	if (!existsSync(dirname(file))) throw new Error(`The folder ${dirname(file)} does not exist.`);
	const db = openDatabase(options);
	try {
		const migration = await lastMigration(db);
		const manifest: Manifest = {
			dropwire: 1,
			database: db.dialect,
			migration,
			createdAt: at.toISOString(),
			keyChecks: await neededKeys(db),
		};
		await named(dirname(file), async () => {
			if (db.dialect === 'sqlite') await backupSqlite(db, file, manifest, signal);
			else await backupMysql(db, options.url as string, { file, manifest, signal });
		});
		return { file, manifest };
	} finally {
		// After an abort, a connection may wait for the lock of a migration.
		if (!signal.aborted) await db.close();
	}
}

/**
 * The fingerprints of the keys without which a restored server cannot read its webhooks. While the key is being changed,
 * webhooks go from the previous key to the current one, and new ones have the current one, so the backup needs both.
 */
async function neededKeys(db: Database): Promise<string[]> {
	await checkSecretKey(db);
	const saved = await Webhook.query(db.knex).select('urlSealed');
	if (saved.length === 0) return [];
	const current = saved.every(({ urlSealed }) => db.vault.isCurrent(urlSealed, WEBHOOK_SEALED_AS));
	return current ? keyChecks(db.vault).slice(0, 1) : keyChecks(db.vault);
}

/** What a full disk and a used-up quota cause: SQLite writes its copy of the database in the backup's folder, too. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Names the folder of the backup in the error of a full disk. */
async function named(folder: string, write: () => Promise<void>): Promise<void> {
	try {
		await write();
	} catch (error) {
		if (!FULL.has((error as { code?: string }).code ?? '')) throw error;
		const problem = `The disk of ${folder} has no space left for the backup.`;
		throw new Error(`${problem} Free some space there, or choose another folder.`, { cause: error });
	}
}

/** `vacuum into` copies the database as it was when the statement started, and does not block writers. */
async function backupSqlite(db: Database, file: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
	const folder = await mkdtemp(join(dirname(file), '.dropwire-backup-'));
	try {
		const copy = join(folder, 'copy.sqlite');
		await db.knex.raw('vacuum into ?', [copy]);
		await writeArchive(file, manifest, createReadStream(copy), signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface Writing {
	file: string;
	manifest: Manifest;
	signal: AbortSignal;
}

/** Waits for a migration of another process: changing a table during the dump would break the dump. */
async function backupMysql(db: Database, url: string, { file, manifest, signal }: Writing): Promise<void> {
	let written: Promise<void> | undefined;
	const work = alone(db, 60_000, async () => {
		signal.throwIfAborted();
		written = writeArchive(file, manifest, dumpMysql(url), signal);
		await written;
	});
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
	});
	try {
		await Promise.race([work, aborted]);
	} catch (error) {
		// Until it has removed its file. Why it ended is what is thrown.
		await written?.catch(() => undefined);
		throw error;
	}
}
