/** The oldest Node that the command line promises in its `engines`, for the test of its package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'));
const [oldest] = /\d+\.\d+/.exec(engines.node);
const name = `node-${process.platform}-${process.arch}`;
/** Not among the packages of package.json: its `node` would replace the project's own in `node_modules/.bin`. */
const folder = join(root, 'node_modules/.cache', `node-${oldest}`);

/** Its path, or null. */
export function findOldNode() {
	const file = join(folder, 'node_modules', name, 'bin/node');
	return existsSync(file) ? file : null;
}

/** Installs it if possible. Without it its test is skipped, but in CI it fails. */
export function ensureOldNode() {
	if (findOldNode()) return;
	console.log(`Installing Node ${oldest}, on which the command line is tested.`);
	mkdirSync(folder, { recursive: true });
	const install = ['install', '--no-save', '--loglevel=error', '--prefix', folder, `${name}@${oldest}.0`];
	spawnSync('npm', install, { stdio: 'ignore', shell: process.platform === 'win32' });
	if (!findOldNode()) console.log(`There is no Node ${oldest}: the test of the command line on it is skipped.`);
}
