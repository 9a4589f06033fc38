import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '../connection/open.ts';

/**
 * A backup is one gzip file with a line of JSON, followed by the SQLite file or the database as SQL. The
 * checksum and length at the end of a gzip file reveal a damaged or truncated backup.
 */
export interface Manifest {
	dropwire: 1;
	database: Database['dialect'];
	/** The latest migration of the data. */
	migration: string;
	createdAt: string;
	/**
	 * Hashes of the keys that a restored server needs: none without webhooks, two while a SECRET_KEY is being replaced.
	 */
	keyChecks: string[];
}

const NEWLINE = 10;
const LONGEST_MANIFEST = 65_536;

/**
 * Writes a backup under a temporary name and renames it when it is complete, so a backup file is always complete. Nothing is
 * left of one that fails or is aborted.
 */
export async function writeArchive(
	file: string,
	manifest: Manifest,
	payload: AsyncIterable<Buffer>,
	signal: AbortSignal,
): Promise<void> {
	const part = `${file}.part`;
	try {
		await pipeline(
			async function* () {
				yield Buffer.from(`${JSON.stringify(manifest)}\n`);
				yield* payload;
			},
			createGzip(),
			// Flushed to the disk before it is renamed.
			createWriteStream(part, { mode: 0o600, flush: true }),
			{ signal },
		);
		await rename(part, file);
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}

/**
 * Reads a complete backup.
 * @throws Error in one line when the file is not a backup, or is incomplete; `use` may already have read a part of it
 */
export async function readArchive(
	file: string,
	use: (manifest: Manifest, payload: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
	try {
		await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
			const { manifest, payload } = await splitManifest(chunks);
			await use(manifest ?? notABackup(file), payload);
		});
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (code === 'EISDIR') throw new Error(`${file} is a folder. Name one of the backups in it.`, { cause: error });
		if (code === 'ENOENT') throw new Error(`The file ${file} does not exist.`, { cause: error });
		if (code === 'Z_BUF_ERROR') throw new Error(`${file} is incomplete. Use another backup.`, { cause: error });
		if (code === 'Z_DATA_ERROR')
			throw new Error(`${file} is damaged or not a backup. Use another one.`, { cause: error });
		throw error;
	}
}

/** Reads the entire backup once, so that no restore starts with a damaged one. @returns its manifest */
export async function verifyArchive(file: string): Promise<Manifest> {
	let found: Manifest | undefined;
	await readArchive(file, async (manifest, payload) => {
		found = manifest;
		for await (const _ of payload);
	});
	return found ?? notABackup(file);
}

async function splitManifest(chunks: AsyncIterable<Buffer>) {
	const iterator = chunks[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	while (!head.includes(NEWLINE) && head.length < LONGEST_MANIFEST) {
		const next = await iterator.next();
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
	}
	const end = head.indexOf(NEWLINE);
	return {
		manifest: end < 0 ? null : parseManifest(head.toString('utf8', 0, end)),
		payload: (async function* () {
			yield head.subarray(end + 1);
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
		})(),
	};
}

function parseManifest(line: string): Manifest | null {
	try {
		const manifest = JSON.parse(line) as Manifest;
		return manifest.dropwire === 1 ? manifest : null;
	} catch {
		return null;
	}
}

function notABackup(file: string): never {
	throw new Error(`${file} is not a Dropwire backup.`);
}
