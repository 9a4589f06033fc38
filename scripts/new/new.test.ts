import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readlinkSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The repository as it is here, with packages of its own. */
const copy = mkdtempSync(join(tmpdir(), 'dropwire-new-'));
afterAll(() => rmSync(copy, { recursive: true }));

beforeAll(() => {
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
	for (const path of listed.split('\0').filter(Boolean)) {
		mkdirSync(join(copy, dirname(path)), { recursive: true });
		cpSync(join(ROOT, path), join(copy, path), { force: true });
	}
	const modules = join(ROOT, 'node_modules');
	mkdirSync(join(copy, 'node_modules/@dropwire'), { recursive: true });
	// With the repository's cache, the type check would compare and replace what it knows of the repository's own files.
	for (const name of readdirSync(modules).filter((one) => !['@dropwire', '.cache'].includes(one)))
		symlinkSync(join(modules, name), join(copy, 'node_modules', name));
	for (const name of readdirSync(join(modules, '@dropwire')))
		symlinkSync(readlinkSync(join(modules, '@dropwire', name)), join(copy, 'node_modules/@dropwire', name));
	for (const own of globSync(['{bff,web,bot,cli,db}/node_modules', '{packages,test}/*/node_modules'], { cwd: ROOT }))
		symlinkSync(join(ROOT, own), join(copy, own));
	// The checks read the list of files from git.
	execFileSync('git', ['init', '--quiet'], { cwd: copy });
});

function run(...args: string[]): { status: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
	return { status, output: stdout + stderr };
}
const generate = (...args: string[]) => run('scripts/new/new.ts', ...args);

test.each([
	['an unknown kind', ['planet', 'Mars'], 'Usage: npm run new -- KIND NAME'],
	['a missing name', ['brand'], 'Usage: npm run new -- KIND NAME'],
	['a name of other characters', ['brand', 'Jack&Jones'], '"Jack&Jones" is no name'],
	['a source without a brand', ['source', 'Acme'], 'There is no brand ACME. Write it first'],
	['a screen without a call', ['screen', 'wishes'], 'There is no call wishes. Write it first'],
	['a brand that exists', ['brand', 'ASICS'], 'has ASICS already'],
])('%s is refused, and nothing is written', (_, args, message) => {
	expect(generate(...args)).toMatchObject({ status: 2, output: expect.stringContaining(message) as string });
	expect(existsSync(join(copy, 'packages/retailers/src/sources/acme'))).toBe(false);
});

test('each generator writes code that passes the checks and its tests', { timeout: 300_000 }, () => {
	for (const args of [
		['brand', 'Puma'],
		['source', 'Puma'],
		['setting', 'PRESS_KIT'],
		['migration', 'add wishes'],
		['call', 'wishes'],
		['screen', 'wishes'],
		['command', 'wishes'],
	])
		expect(generate(...args)).toMatchObject({ status: 0 });
	const checked = run('scripts/check.ts', 'types', 'format', 'boundaries', 'english', 'unused');
	expect(checked.output).toContain('All checks passed.');
	const tested = run(
		'node_modules/vitest/vitest.mjs',
		'run',
		// The files of one worker share the modules that they load, which takes longer than their tests.
		'--maxWorkers=1',
		'bff/src/wishes',
		'cli/src/wishes',
		'packages/domain/src/topics.test.ts',
		'packages/retailers/src/sources/puma',
		'packages/retailers/src/sources/sources.test.ts',
		'web/src/watchlists/describeEntries.test.ts',
		'db/src/migrate.test.ts',
		'scripts/documents.test.ts',
		'scripts/envExample.test.ts',
	);
	expect(tested).toMatchObject({ status: 0, output: expect.not.stringContaining('failed') as string });
});
