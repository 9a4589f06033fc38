import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { copyEmbedded, TEST_SECRET_KEY } from '../testing.ts';
import { type Database, openAlone, openDatabase } from './open.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	// As a folder that an administrator has made, or a mount point.
	chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const optionsOf = (name: string) => ({ url: `sqlite:${path(name)}`, dataDir: folder, secretKey: TEST_SECRET_KEY });
const modes = () =>
	Object.fromEntries(readdirSync(folder).map((name) => [name, (statSync(path(name)).mode & 0o777).toString(8)]));

test('only the owner can read the files of an embedded database', async () => {
	const db = await openAlone(optionsOf('new.sqlite'), 'server');
	await db.knex.raw('create table secrets (value text)');
	expect(modes()).toEqual({
		'new.sqlite': '600',
		'new.sqlite-shm': '600',
		'new.sqlite-wal': '600',
		'new.sqlite.lock': '600',
	});
	await db.close();
});

test('a database file that is empty before the start is a warning, and a missing one is not', async () => {
	const warn = vi.spyOn(console, 'warn').mockReturnValue();
	onTestFinished(() => warn.mockRestore());
	await (await openAlone(optionsOf('new.sqlite'), 'server')).close();
	expect(warn.mock.calls).toEqual([]);
	writeFileSync(path('lost.sqlite'), '');
	await (await openAlone(optionsOf('lost.sqlite'), 'server')).close();
	expect(warn.mock.calls).toEqual([[expect.stringMatching(/lost\.sqlite is empty, .* restore a backup/)]]);
});

test('only the owner can read a restored database', async () => {
	await copyEmbedded(path('source.sqlite'));
	const { file } = await backup(optionsOf('source.sqlite'), path('one.gz'));
	await restore(optionsOf('restored.sqlite'), file);
	expect(modes()).toMatchObject({ 'one.gz': '600', 'restored.sqlite': '600', 'restored.sqlite.lock': '600' });
});

test('opening a database makes public files private', async () => {
	const opened: Database[] = [];
	for (const name of ['open.sqlite', 'group.sqlite']) {
		const earlier = openDatabase(optionsOf(name));
		await earlier.knex.raw('create table secrets (value text)');
		// A connection that stays open keeps the log, as a killed process does.
		for (const end of ['', '-wal', '-shm']) chmodSync(path(`${name}${end}`), name === 'open.sqlite' ? 0o644 : 0o640);
		const db = openDatabase(optionsOf(name));
		await db.knex.raw('insert into secrets values (1)');
		opened.push(earlier, db);
	}
	expect(modes()).toEqual({
		'open.sqlite': '600',
		'open.sqlite-shm': '600',
		'open.sqlite-wal': '600',
		'group.sqlite': '640',
		'group.sqlite-shm': '640',
		'group.sqlite-wal': '640',
	});
	await Promise.all(opened.map(async (db) => db.close()));
});

test('a folder named instead of a file keeps its mode', async () => {
	mkdirSync(path('data'));
	chmodSync(path('data'), 0o755);
	const db = openDatabase(optionsOf('data'));
	await expect(db.knex.raw('select 1')).rejects.toThrow('unable to open database file');
	expect(modes()).toEqual({ data: '755' });
	await db.close();
});
