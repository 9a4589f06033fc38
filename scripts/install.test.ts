import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
/** A project with local packages, which npm installs without a registry. */
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-install-'));
	cpSync(join(import.meta.dirname, 'install.mjs'), join(folder, 'scripts/install.mjs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeProject(...names: string[]) {
	const root = {
		name: 'project',
		dependencies: Object.fromEntries(names.map((name) => [name, `file:${name}`])),
		devDependencies: { types: 'file:types' },
	};
	const packages: Record<string, object> = { '': root };
	for (const name of [...names, 'types']) {
		const dev = name === 'types' && { dev: true };
		mkdirSync(join(folder, name), { recursive: true });
		writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
		packages[`node_modules/${name}`] = { resolved: name, link: true, ...dev };
		packages[name] = { version: '1.0.0', ...dev };
	}
	writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

/** Calls `installPackages`. @returns whether it installed */
async function installs(env: Record<string, string> = {}): Promise<boolean> {
	const call = "import('./scripts/install.mjs').then(({ installPackages }) => installPackages())";
	const { stdout } = await run(process.execPath, ['-e', call], { cwd: folder, env: { ...process.env, ...env } });
	return stdout.includes('Installing packages');
}

test('packages are installed once, and again when one is missing', async () => {
	writeProject('one');
	expect(await installs()).toBe(true);
	expect(await installs()).toBe(false);
	writeProject('one', 'two');
	expect(await installs()).toBe(true);
	expect(existsSync(join(folder, 'node_modules/two'))).toBe(true);
});

test('packages of `npm ci` are not installed again', async () => {
	writeProject('one');
	await run('npm', ['ci'], { cwd: folder });
	expect(await installs()).toBe(false);
});

test('NODE_ENV=production also installs the development packages that builds need', async () => {
	writeProject('one');
	expect(await installs({ NODE_ENV: 'production' })).toBe(true);
	expect(await installs({ NODE_ENV: 'production' })).toBe(false);
	expect(existsSync(join(folder, 'node_modules/types'))).toBe(true);
});
