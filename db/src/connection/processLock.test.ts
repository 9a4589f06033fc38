import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockProcess } from './processLock.ts';

let folder: string;
let file: string;
/** Another process, with its own connection to the lock file. */
let other: DatabaseSync;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	file = join(folder, 'data.sqlite');
	other = new DatabaseSync(`${file}.lock`);
});
afterEach(() => {
	other.close();
	rmSync(folder, { recursive: true });
});

/** The place of a kind in the list in processLock.ts. */
const [ENGINE, MIGRATION] = [1, 2];
const name = (kind: number) => `pragma user_version = 4711; pragma application_id = ${kind}`;
/** Longer than a process that is given the processor needs to name itself. */
const SLOW_MS = 700;

test.each([
	['no process had the lock before', ''],
	['an engine had it before', name(ENGINE)],
])('a process that names itself late is waited for when %s', async (_, before) => {
	other.exec(before);
	other.exec('begin immediate');
	const waiting = lockProcess(file, 'migration');
	// The other process does not get the processor.
	await setTimeout(SLOW_MS);
	other.exec(`${name(MIGRATION)}; commit; begin immediate`);
	await setTimeout(SLOW_MS);
	other.exec('rollback');
	const release = await waiting;
	expect(release).toBeTypeOf('function');
	release();
});

test('the error names the process that holds the lock', async () => {
	other.exec(`${name(ENGINE)}; begin immediate`);
	await expect(lockProcess(file, 'server')).rejects.toThrow(
		`${file} is already used by another Dropwire process (engine, pid 4711)`,
	);
});
