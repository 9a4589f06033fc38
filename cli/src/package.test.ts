import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { findOldNode } from './testing/oldNode.mjs';
import { type Office, openOffice } from './testing.ts';

const PACKAGE = join(import.meta.dirname, '..');

let office: Office;
let folder: string;
let installed: string;
/** npm without a registry: nothing may be downloaded. */
const npm = (args: readonly string[], cwd: string) =>
	execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });

beforeAll(async () => {
	office = await openOffice();
	folder = mkdtempSync(join(tmpdir(), 'dropwire-package-'));
	// Like publishing, but without the build, since other tests run the bundle at the same time.
	const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], PACKAGE)) as {
		filename: string;
	}[];
	writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true}');
	npm(['install', `./${packed!.filename}`], folder);
	installed = join(folder, 'node_modules/@dropwire/cli');
});
afterAll(async () => {
	await office.close();
	rmSync(folder, { recursive: true, force: true });
});

const env = () => ({
	PATH: process.env['PATH'],
	HOME: folder,
	DROPWIRE_URL: office.testServer.server.origin,
	DROPWIRE_TOKEN: office.token,
});

/** Does not block the server in this process. */
const start = promisify(execFile);

/** Runs `node_modules/.bin/dropwire`. */
async function dropwire(...args: string[]): Promise<string> {
	return (await start(join(folder, 'node_modules/.bin/dropwire'), args, { cwd: folder, env: env() })).stdout;
}

test('the packed command line runs without other packages', async () => {
	expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@dropwire']);
	expect(await dropwire('--version')).toBe(`${manifest.version}\n`);
	expect(await dropwire('whoami')).toBe(`Ada (admin) at ${office.testServer.server.origin}\n`);
	expect(await dropwire('webhooks', 'export')).toBe('brand,category,region,status,label,value,options\n#end,,,,,,\n');
});

test.skipIf(findOldNode() === null && !process.env['CI'])(
	'the packed command line runs on the oldest Node of its engines',
	async () => {
		const node = findOldNode() ?? '';
		const run = async (...args: string[]) =>
			(await start(node, [join(installed, 'dist/dropwire.js'), ...args], { cwd: folder, env: env() })).stdout;
		const oldest = /\d+\.\d+/.exec(manifest.engines.node)?.[0];
		expect((await start(node, ['--version'])).stdout).toMatch(`v${oldest}.`);
		expect(await run('--help')).toContain('Usage: dropwire');
		const { DROPWIRE_URL, DROPWIRE_TOKEN } = env();
		expect(await run('login', '--url', DROPWIRE_URL, '--token', DROPWIRE_TOKEN)).toContain('Signed in');
		expect(await run('status')).toContain(`Node ${oldest}.`);
		expect((await run('webhooks', 'list', '--jq', 'length')).trim()).toBe('0');
		const url = 'https://discord.com/api/webhooks/100000000000000001/abcdefghijklmnopqrstuvwxyz';
		const row = `HP,LAPTOPS,US,LAPTOPS,main,${url}`;
		writeFileSync(join(folder, 'webhooks.csv'), `brand,category,region,status,label,value\n${row}\n`);
		expect(await run('webhooks', 'import', 'webhooks.csv', '--yes')).toContain('+ HP');
		expect(await run('webhooks', 'export')).toContain(row);
	},
);

/** What Node 20.12, the oldest version in `engines`, does not have, with the version that added it. */
const NEWER_THAN_NODE_20 = {
	'Map.groupBy, Object.groupBy (21)': /\b(Map|Object)\.groupBy\b/,
	'URL.parse (22.1)': /\bURL\.parse\(/,
	'Promise.withResolvers, Promise.try (22, 24)': /\bPromise\.(withResolvers|try)\b/,
	'Array.fromAsync (22)': /\bArray\.fromAsync\b/,
	'methods of sets (22)': /\.(isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference)\(/,
	'iterator helpers (22)':
		/\bIterator\.from\b|\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
	'RegExp.escape, Error.isError (24)': /\bRegExp\.escape\b|\bError\.isError\b/,
	'base64 of bytes (25)': /\b(fromBase64|toBase64|fromHex)\(/,
};

test('the bundle uses nothing newer than the oldest Node of its engines', () => {
	const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
	const sources = files.map((name) => [name, readFileSync(join(installed, name), 'utf8')] as const);
	const uses = Object.entries(NEWER_THAN_NODE_20).flatMap(([what, newer]) =>
		sources.filter(([, source]) => newer.test(source)).map(([name]) => `${name}: ${what}`),
	);
	expect(uses).toEqual([]);
});

test('the package contains a small bundle and no dependencies', () => {
	const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
		statSync(join(installed, name)).isFile(),
	);
	expect(files.filter((name) => !/^dist\/.*\.js$/.test(name)).sort()).toEqual(['README.md', 'package.json']);
	const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
	expect(manifest).not.toHaveProperty('private');
	expect(manifest['dependencies'] ?? {}).toEqual({});
	const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
	for (const name of files.filter((one) => one.endsWith('.js'))) {
		const source = readFileSync(join(installed, name), 'utf8');
		for (const [, module] of source.matchAll(/^import[^'"`]*?["']([^"']+)["']|import\(["'`]([^"'`]+)["'`]\)/gm))
			expect({ name, fine: module === undefined || module.startsWith('.') || builtin.has(module) }).toEqual({
				name,
				fine: true,
			});
	}
	const size = (some: readonly string[]) => some.reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
	// Only `--jq` loads jq.
	const jq = files.filter((name) => name.includes('/jq-'));
	expect(size(jq)).toBeLessThan(1_500_000);
	expect(size(files) - size(jq)).toBeLessThan(1_000_000);
	expect(statSync(join(installed, 'dist/dropwire.js')).size).toBeLessThan(1000);
});
