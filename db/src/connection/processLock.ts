import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from './privateFile.ts';

/** The kinds of process that use an embedded database; the lock file stores the index in this list. */
const KINDS = ['server', 'engine', 'migration', 'restore'] as const;
export type ProcessKind = (typeof KINDS)[number];

const RETRY_MS = 50;
/**
 * A process writes its name into the lock file just before it takes the lock. Until then, the file contains the
 * previous process's name, on a busy machine for longer than a second.
 */
const GRACE_MS = 2000;
const SQLITE_BUSY = 5;

/** Keeps references for the life of the process, because garbage collection would release the locks. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one on an embedded database, with an open write transaction on `{file}.lock`. The
 * operating system ends that transaction with the process, however the process ends, so no lock is left behind.
 * @returns a function that releases the lock
 * @throws Error in one line when another process has the lock. Only a migration, and a process that has not written its
 * name, is waited for, up to `waitMs`
 */
export async function lockProcess(file: string, kind: ProcessKind, waitMs = 30_000): Promise<() => void> {
	// Another user who can read the lock file could hold a lock on it.
	makePrivate(`${file}.lock`);
	const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
	// The names are for running processes: none needs to survive a power cut.
	lock.exec('pragma synchronous = off');
	const begun = performance.now();
	// Another migration may follow the first one, and it also writes its name just before it takes the lock.
	let graceBegun = begun;
	try {
		while (!tryLock(lock, kind)) {
			const now = performance.now();
			const holder = readHolder(lock);
			const isWaitedFor = holder === null || holder.kind === 'migration';
			if (isWaitedFor) graceBegun = now;
			if (isWaitedFor ? now - begun > waitMs : now - graceBegun > GRACE_MS) {
				const who = holder ? `${holder.kind}, pid ${holder.pid}` : 'pid unknown';
				throw new Error(
					`${file} is already used by another Dropwire process (${who}). SQLite takes one process; use MySQL for several.`,
				);
			}
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	} catch (error) {
		lock.close();
		throw error;
	}
	held.add(lock);
	return () => {
		if (held.delete(lock)) lock.close();
	};
}

/** Takes the write lock. Keeps it only after the file names this process, so that others can read the holder's name. */
function tryLock(lock: DatabaseSync, kind: ProcessKind): boolean {
	return unlessBusy(() => {
		for (;;) {
			lock.exec('begin immediate');
			const holder = readHolder(lock);
			if (holder?.pid === process.pid && holder.kind === kind) return true;
			lock.exec(`pragma user_version = ${process.pid}; pragma application_id = ${KINDS.indexOf(kind)}; commit`);
		}
	}, false);
}

/** Null while the name is being written, and before the first process. */
function readHolder(lock: DatabaseSync): { pid: number; kind: ProcessKind } | null {
	return unlessBusy(() => {
		const { user_version: pid } = lock.prepare('pragma user_version').get() as { user_version: number };
		const { application_id: place } = lock.prepare('pragma application_id').get() as { application_id: number };
		const kind = KINDS[place];
		return pid > 0 && kind ? { pid, kind } : null;
	}, null);
}

function unlessBusy<T>(work: () => T, otherwise: T): T {
	try {
		return work();
	} catch (error) {
		if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return otherwise;
		throw error;
	}
}
