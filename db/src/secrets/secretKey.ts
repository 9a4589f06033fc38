import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@dropwire/domain/settings';
import { folderError } from '../folderError.ts';

/** The shortest key that is accepted, characters. */
export const SHORTEST_KEY = 32;

const fileIn = (dataDir: string) => join(dataDir, 'secret.key');

/**
 * The generated secret of a data folder; null if none was generated there.
 * @throws SettingsError if its file is incomplete
 */
export function readSecretKey(dataDir: string): string | null {
	const file = fileIn(dataDir);
	return existsSync(file) ? checked(file, readFileSync(file, 'utf8').trim()) : null;
}

/**
 * The generated secret of a data folder. The first start creates it, readable only by its owner. Two processes that
 * start at the same time use the same secret, because only one can create the file.
 * @throws SettingsError if the folder cannot be used, or the file is incomplete
 */
export function generatedSecretKey(dataDir: string): string {
	const file = fileIn(dataDir);
	let key: string;
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		if (!existsSync(file)) create(file, randomBytes(32).toString('hex'));
		key = readFileSync(file, 'utf8').trim();
	} catch (error) {
		throw folderError('DATA_DIR', dataDir, error);
	}
	return checked(file, key);
}

/** A disk that was full can leave a file without its text, and everybody knows an empty key. */
function checked(file: string, key: string): string {
	if (key.length >= SHORTEST_KEY) return key;
	throw new SettingsError(
		`${file} is incomplete: a key has ${SHORTEST_KEY} characters or more. Put the key back, or set SECRET_KEY; if nothing was ` +
			'saved with it yet, delete the file, and the next start generates one',
	);
}

/**
 * Creates the file with its whole text at once, so that no other process reads a part of it. Leaves the file of another
 * process that started at the same time.
 */
function create(file: string, text: string): void {
	const part = `${file}.${randomUUID()}`;
	try {
		writeFileSync(part, text, { mode: 0o600, flag: 'wx', flush: true });
		linkSync(part, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	} finally {
		rmSync(part, { force: true });
	}
}
