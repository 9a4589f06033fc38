import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The generated secret of a data folder: made at the first start, readable by its owner alone.
 * Two processes starting at once agree on one, since only the first may create the file.
 */
export function generatedSecretKey(dataDir: string): string {
	const file = join(dataDir, 'secret.key');
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	try {
		writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	return readFileSync(file, 'utf8').trim();
}
