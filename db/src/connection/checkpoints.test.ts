import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCheckpoints } from './checkpoints.ts';
import { openAlone } from './open.ts';

const ROWS = 500;

let dataDir: string;
let file: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'dropwire-checkpoints-'));
	file = join(dataDir, 'dropwire.sqlite');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const open = () =>
	openAlone({ url: `sqlite:${file}`, dataDir, secretKey: 'a key of thirty-two characters !' }, 'server');
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

test('a background thread copies the write-ahead log into the file', async () => {
	const db = await open();
	await db.knex.schema.createTable('texts', (table) => void table.text('text'));
	const rows = Array.from({ length: ROWS }, () => ({ text: randomBytes(1000).toString('hex') }));
	// About 1 MB, and SQLite's own checkpoints begin at 4 MB.
	await db.knex('texts').insert(rows);
	expect(sizeOf(`${file}-wal`)).toBeGreaterThan(ROWS * 2000);
	await expect.poll(() => sizeOf(file)).toBeGreaterThan(ROWS * 2000);
	// What is too short to be copied at once is copied a few seconds later.
	await db.knex('texts').insert({ text: 'a short one' });
	await expect.poll(() => readFileSync(file).includes('a short one')).toBe(true);
	await db.close();
	expect(existsSync(`${file}-wal`)).toBe(false);
	const again = await open();
	expect(await again.knex('texts').select('text')).toEqual([...rows, { text: 'a short one' }]);
	await again.close();
});

test('a failing checkpoint thread is reported once', async () => {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	const end = startCheckpoints(join(dataDir, 'no such folder', 'dropwire.sqlite'));
	await expect.poll(() => warn.mock.calls).toEqual([[expect.stringContaining('its thread failed')]]);
	await end();
	warn.mockRestore();
});
