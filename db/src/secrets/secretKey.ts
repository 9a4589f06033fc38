import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderError } from '../folderError.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secret.key');

/** The generated secret of a data folder; null if none was generated there. */
export function readSecretKey(dataDir: string): string | null {
	const file = fileIn(dataDir);
	return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * The generated secret of a data folder. The first start creates it, readable only by its owner. Two processes that
 * start at the same time use the same secret, because only one can create the file.
 * @throws SettingsError if the folder cannot be used
 */
export function generatedSecretKey(dataDir: string): string {
	const file = fileIn(dataDir);
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		if (!existsSync(file)) create(file, randomBytes(32).toString('hex'));
		return readFileSync(file, 'utf8').trim();
	} catch (error) {
		throw folderError('DATA_DIR', dataDir, error);
	}
}

/** Leaves the file of another process that started at the same time. */
function create(file: string, text: string): void {
	try {
		writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}
