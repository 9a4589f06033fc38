import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const OWNER_ONLY = 0o600;
/** The access of users who are neither the owner nor in the file's group. */
const OTHERS = 0o007;

/**
 * Creates an SQLite file that only its owner can read: SQLite would let everybody read it, and gives the files that it
 * adds (`-wal`, `-shm`, `-journal`) the mode of the database. Existing files that everybody can read become private; what
 * an administrator gave to a group alone is unchanged. A folder that was named by mistake keeps its mode. Throws nothing:
 * SQLite reports why it cannot open a file.
 */
export function makePrivate(file: string): void {
	try {
		closeSync(openSync(file, 'wx', OWNER_ONLY));
	} catch {
		// It exists, or cannot be created.
	}
	for (const path of [file, `${file}-wal`, `${file}-shm`]) {
		try {
			const stat = statSync(path, { throwIfNoEntry: false });
			if (stat?.isFile() && stat.uid === process.getuid?.() && (stat.mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
		} catch {
			// A file system without modes.
		}
	}
}
