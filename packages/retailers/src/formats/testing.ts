import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const RECORDINGS = join(import.meta.dirname, '../../../sandbox/recordings');

/** A recorded page. */
export function recordedPage(name: string): string {
	return readFileSync(join(RECORDINGS, name), 'utf8');
}

/** A recorded JSON answer. */
export function recordedJson(name: string): Record<string, unknown> {
	return JSON.parse(recordedPage(name)) as Record<string, unknown>;
}
