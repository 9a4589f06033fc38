import { readFileSync } from 'node:fs';

/** Reads a recorded answer (`recordings/`). */
export function recording(file: string): unknown {
	return JSON.parse(readFileSync(new URL(`../recordings/${file}`, import.meta.url), 'utf8'));
}
