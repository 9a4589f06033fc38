import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { openDatabase, type OpenOptions, sqliteFile } from '../connection/open.ts';
import { lockProcess } from '../connection/processLock.ts';
import { alone, currentName, migrationNames, RESTORE_MARKER, tableNames } from '../migrate.ts';
import { createVault } from '../secrets/vault.ts';
import { nextDigestAt, OPEN_STATUSES, type SubscriptionOptions } from '@dropwire/domain';
import { type Manifest, readArchive, verifyArchive } from './archive.ts';
import { keyChecks } from './backup.ts';
import { loadMysql } from './mysqlDump.ts';

export const RESTORED = 'Not sent: it was pending in a restored backup';

export interface RestoreOptions {
	/** Replaces a database that is not empty. */
	force?: boolean;
	/** Keeps pending deliveries and sessions. Use it to move to another machine, not to go back in time. */
	keepPending?: boolean;
}

export interface Restored {
	manifest: Manifest;
	/** The number of deliveries that were pending in the backup and will not be sent. */
	dropped: number;
}

/**
 * Replaces the database with a backup. An SQLite file is replaced atomically. A MySQL database is marked until the
 * restore is complete, and no process starts on a marked database.
 * @throws Error in one line when the backup does not fit, the database is not empty, or the database is in use
 */
export async function restore(options: OpenOptions, file: string, choices: RestoreOptions = {}): Promise<Restored> {
	const manifest = await verifyArchive(file);
	mustFit(options, file, manifest);
	const into = manifest.database === 'sqlite' ? restoreSqlite : restoreMysql;
	return { manifest, dropped: await into(options, file, choices) };
}

function mustFit(options: OpenOptions, file: string, manifest: Manifest): void {
	const dialect = options.url?.startsWith('mysql:') ? 'mysql' : 'sqlite';
	if (manifest.database !== dialect) {
		throw new Error(`${file} is a backup of ${manifest.database}, and DATABASE_URL names a database of ${dialect}.`);
	}
	if (!migrationNames().includes(currentName(manifest.migration))) {
		throw new Error(
			`${file} is from a version of Dropwire that is newer, or from before 1.0 (migration ${manifest.migration}). Restore it ` +
				'with that one.',
		);
	}
	const keys = keyChecks(createVault(options.secretKey, options.previousSecretKey));
	if (!manifest.keyChecks.every((needed) => keys.includes(needed))) {
		if (manifest.keyChecks.length > 1) {
			throw new Error(
				`${file} needs two keys, because it was made while SECRET_KEY was being changed. Set SECRET_KEY and ` +
					'SECRET_KEY_PREVIOUS to those of that time.',
			);
		}
		throw new Error(
			`${file} was made with another SECRET_KEY, so its webhooks could not be read. Set SECRET_KEY, or SECRET_KEY_PREVIOUS, ` +
				'to the key of that time (DATA_DIR/secret.key where it was generated).',
		);
	}
}

const notEmpty = (what: string) => new Error(`${what} is not empty. To replace everything in it, add --force.`);

async function restoreSqlite(options: OpenOptions, file: string, choices: RestoreOptions): Promise<number> {
	const target = sqliteFile(options);
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	const release = await lockProcess(target, 'restore');
	const fresh = `${target}.restoring`;
	try {
		if (!choices.force && !isEmptySqlite(target)) throw notEmpty(target);
		await rm(fresh, { force: true });
		await readArchive(file, (_, payload) => pipeline(payload, createWriteStream(fresh, { mode: 0o600, flush: true })));
		const db = openDatabase({ ...options, url: `sqlite:${fresh}` });
		try {
			const [check] = await db.knex.raw<{ integrity_check: string }[]>('pragma integrity_check');
			if (check?.integrity_check !== 'ok') throw new Error(`${file} is damaged: ${check?.integrity_check}`);
			const dropped = await db.transaction((trx) => adaptToPresent(trx, choices));
			await db.close();
			// Otherwise SQLite would apply the old database's write-ahead log to the new one.
			checkpoint(target);
			await Promise.all(['-wal', '-shm'].map((end) => rm(`${target}${end}`, { force: true })));
			await rename(fresh, target);
			return dropped;
		} finally {
			await db.close();
		}
	} finally {
		await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${fresh}${end}`, { force: true })));
		release();
	}
}

/**
 * Moves the write-ahead log into the file, so the file is complete even if this process is killed before it replaces
 * the file.
 */
function checkpoint(target: string): void {
	try {
		const old = new DatabaseSync(target);
		old.exec('pragma wal_checkpoint(truncate)');
		old.close();
	} catch {
		// A damaged database may be the reason for the restore.
	}
}

/** Also returns false for a damaged file. */
function isEmptySqlite(target: string): boolean {
	if (!existsSync(target)) return true;
	try {
		const old = new DatabaseSync(target);
		try {
			return old.prepare('select 1 from sqlite_master').get() === undefined;
		} finally {
			old.close();
		}
	} catch {
		return false;
	}
}

async function restoreMysql(options: OpenOptions, file: string, choices: RestoreOptions): Promise<number> {
	const db = openDatabase(options);
	try {
		return await alone(db, 60_000, async (trx) => {
			await mustBeUnused(trx);
			const tables = await tableNames(trx, 'mysql');
			if (tables.length > 0 && !choices.force) throw notEmpty('The database');
			if (!tables.includes(RESTORE_MARKER)) await trx.schema.createTable(RESTORE_MARKER, (t) => t.integer('id'));
			await dropAll(trx, tables);
			await readArchive(file, (_, payload) => loadMysql(options.url as string, payload));
			const dropped = await adaptToPresent(trx, choices);
			await trx.schema.dropTable(RESTORE_MARKER);
			return dropped;
		});
	} finally {
		await db.close();
	}
}

/**
 * An engine always has a connection for its heartbeat; a server has one whenever it responds, at least to health
 * checks.
 */
async function mustBeUnused(trx: Knex.Transaction): Promise<void> {
	const others: { user: string; host: string }[] = await trx('information_schema.processlist')
		.whereRaw('db = database() and id <> connection_id()')
		.select('user as user', 'host as host');
	const [other] = others;
	if (other) {
		throw new Error(
			`The database is in use: ${others.length} other ${others.length === 1 ? 'connection' : 'connections'}, one of ` +
				`${other.user} from ${other.host}. Stop every server and engine first.`,
		);
	}
}

async function dropAll(trx: Knex.Transaction, tables: readonly string[]): Promise<void> {
	await trx.raw('set foreign_key_checks = 0');
	for (const table of tables) if (table !== RESTORE_MARKER) await trx.schema.dropTableIfExists(table);
	await trx.raw('set foreign_key_checks = 1');
}

/**
 * Adapts old data to the present. Pending messages may have been sent after the backup, and changes at the retailers
 * may have been published, so both could be sent twice. Sessions that ended after the backup would become valid again.
 * @returns the number of deliveries that will not be sent
 */
async function adaptToPresent(trx: Knex.Transaction, { keepPending = false }: RestoreOptions): Promise<number> {
	await trx('workers').delete();
	await trx('webhooks').whereNotNull('claimedBy').update({ claimedBy: null, leaseUntil: 0 });
	if (keepPending) return 0;
	// The webhooks of a message that was still being queued: they have no deliveries yet that could be marked as failed.
	await trx('fanouts').delete();
	await trx('sessions').delete();
	// The next check of each product becomes its baseline, which sends nothing; so does the next search of each keyword watch.
	// The catalogue keeps the states of the products, by which the engine knows that their launches are no news.
	await trx('products').delete();
	await trx('keyword_watches').update({ checkedAt: null, baselineAt: null });
	// Discord drops a message with the nonce of an earlier one for a few minutes only: the bot would write it a second time.
	await trx('bot_notices')
		.where({ status: 'pending' })
		.update({ status: 'obsolete', reason: RESTORED, lease: null, doneAt: Date.now() });
	await adaptReleases(trx, Date.now());
	await adaptNotices(trx);
	const posts = await trx('social_posts').where({ status: 'pending' }).update({ status: 'failed', reason: RESTORED });
	const deliveries = await trx('deliveries')
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: RESTORED });
	return posts + deliveries;
}

/** Ends the news, reminders and digests of releases that are due. An older backup has none. */
async function adaptReleases(trx: Knex.Transaction, now: number): Promise<void> {
	if (await trx.schema.hasTable('release_news')) await trx('release_news').delete();
	if (await trx.schema.hasTable('releases')) {
		// Reminders are sent for minutes after this time only, up to five minutes late.
		await trx('releases').where('launchAt', '>', now).update({ datedAt: now });
	}
	if (!(await trx.schema.hasColumn('subscriptions', 'digestAt'))) return;
	const due = () => trx('subscriptions').where('digestAt', '<=', now);
	const saved: (string | null)[] = await due().distinct('options').pluck('options');
	for (const options of saved) {
		const { digest } = JSON.parse(options ?? '{}') as SubscriptionOptions;
		await due()
			.where({ options })
			.update({ digestAt: digest ? nextDigestAt(digest, now) : null });
	}
}

/** Drops the personal notices that wait, so that they do not count as missed either. An older backup has none. */
async function adaptNotices(trx: Knex.Transaction): Promise<void> {
	if (await trx.schema.hasTable('watch_fanouts')) await trx('watch_fanouts').delete();
	if (!(await trx.schema.hasTable('watch_notices'))) return;
	await trx('watch_notices').where({ status: 'queued' }).update({ status: 'dropped', reason: RESTORED });
}
