import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'secret.key');

/** The generated secret of a data folder; null if none was generated there. */
export function readSecretKey(dataDir: string): string | null {
	const file = fileIn(dataDir);
	return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * The generated secret of a data folder. The first start creates it, readable only by its owner. Two processes that
 * start at the same time use the same secret, because only one can create the file.
 */
export function generatedSecretKey(dataDir: string): string {
	const file = fileIn(dataDir);
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	try {
		writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	return readFileSync(file, 'utf8').trim();
}
