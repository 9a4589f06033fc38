import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@dropwire/contract';
import manifest from '../../package.json' with { type: 'json' };
import { cacheFolder } from './folders.ts';
import { safe, warn } from '../terminal/output.ts';

const DAY_MS = 86_400_000;
/** A command does not wait longer for the version of the server. */
const TIMEOUT_MS = 2000;
/** Servers whose last check is kept. */
const MAX_SERVERS = 50;

/** The server's version; null if the server does not answer in time, or is older than this call. */
export async function serverVersionOf(url: string): Promise<string | null> {
	try {
		const response = await fetch(`${url}${contract.version.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
		return response.ok ? contract.version.output.parse(await response.json()).version : null;
	} catch {
		// A check must not make a command fail that has succeeded.
		return null;
	}
}

/**
 * Warns on stderr if the server is newer than this program, whose commands can then lack fields or be rejected. Asks each
 * server at most once a day.
 */
export async function warnIfServerIsNewer(url: string): Promise<void> {
	const checks = readChecks();
	const now = Date.now();
	const last = checks.get(url);
	if (last !== undefined && now - last < DAY_MS && last <= now) return;
	const version = await serverVersionOf(url);
	checks.delete(url);
	writeChecks([...checks, [url, now] as const].slice(-MAX_SERVERS));
	if (version !== null && isNewer(version, manifest.version)) {
		warn(
			`Warning: ${url} is Dropwire ${safe(version)}, and this command line is ${manifest.version}. Install the command line of the server's version.`,
		);
	}
}

/** Compares versions by their three numbers. */
export function isNewer(version: string, than: string): boolean {
	const [numbers, others] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number)) as [number[], number[]];
	const at = numbers.findIndex((number, index) => number !== others[index]);
	return at >= 0 && (numbers[at] ?? 0) > (others[at] ?? 0);
}

/** The times of the last checks by server. */
function readChecks(): Map<string, number> {
	try {
		const checks = JSON.parse(readFileSync(checksFile(), 'utf8')) as Record<string, number>;
		return new Map(Object.entries(checks));
	} catch {
		// The first check, or a file that something else has changed.
		return new Map();
	}
}

function writeChecks(checks: readonly (readonly [string, number])[]): void {
	try {
		mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
		writeFileSync(checksFile(), JSON.stringify(Object.fromEntries(checks)));
	} catch {
		// Without a cache folder the check is made again next time.
	}
}

function checksFile(): string {
	return join(cacheFolder(), 'versions.json');
}
