/**
 * Installs and builds everything that the scripts of package.json need. Plain JavaScript for any Node from 20 on,
 * because it runs before the pinned Node is installed. Exits quickly if everything is up to date.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
const NODE_MAJOR = 24;

const BOTH_SIDES = ['packages/contract/src', 'packages/domain/src', 'package-lock.json'];
const PIPELINE = ['packages/retailers/src', 'packages/engine/src', 'db/src', 'rolldown.server.ts'];
/** What is built, and the sources outside of its own folder. */
const BUILT = {
	web: BOTH_SIDES,
	cli: BOTH_SIDES,
	bot: [...BOTH_SIDES, 'rolldown.server.ts'],
	bff: [...BOTH_SIDES, ...PIPELINE],
	'packages/engine': [...BOTH_SIDES, ...PIPELINE],
};
export const ALL_BUILT = Object.keys(BUILT);

/** Installs the packages of package-lock.json, unless they are installed. */
export async function installPackages() {
	// The builds need the packages for development, which npm omits with NODE_ENV=production.
	if (!isInstalled()) await step('Installing packages', 'npm', ['ci', '--include=dev', '--loglevel=error']);
	if (!existsSync(join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node')) && nodeMajor() < NODE_MAJOR) {
		fail(
			`Node ${NODE_MAJOR} is needed; there is no package of it for ${process.platform} ${process.arch}. Install it by hand.`,
		);
	}
}

/** Builds a workspace, a key of `BUILT`, unless its sources are unchanged since the last build. */
export async function build(workspace) {
	const stamp = join(ROOT, workspace, 'dist', '.built');
	const wanted = fingerprint([workspace, ...BUILT[workspace]]);
	if (isStamped(stamp, wanted)) return;
	if (!existsSync(join(ROOT, 'node_modules', 'rolldown'))) {
		fail(`${workspace} must be built, for which the packages for development are missing. Run: npm ci --include=dev`);
	}
	const quiet = workspace === 'web' ? ['--', '--logLevel', 'warn'] : [];
	await step(`Building ${workspace}`, 'npm', ['run', 'build', '-w', workspace, '--loglevel=error', ...quiet]);
	mkdirSync(join(ROOT, workspace, 'dist'), { recursive: true });
	writeFileSync(stamp, wanted);
}

/** Prints the reason in one line and exits. */
export function fail(line) {
	console.error(`dropwire: ${line}`);
	process.exit(1);
}

/** Runs a command and shows how long it takes. Prints its output only if it fails. */
export function step(title, command, args) {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const terminal = process.stdout.isTTY;
	process.stdout.write(terminal ? `${title} …` : `${title} …\n`);
	const tick = setInterval(
		() => process.stdout.write(terminal ? `\r${title} … ${seconds()}` : `${title} … ${seconds()}\n`),
		terminal ? 1000 : 10_000,
	);
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'pipe'],
			shell: process.platform === 'win32',
		});
		// Otherwise the command would outlive this process, and write beside the next start.
		const end = () => child.kill();
		process.once('SIGTERM', end);
		const output = [];
		child.stdout.on('data', (chunk) => output.push(chunk));
		child.stderr.on('data', (chunk) => output.push(chunk));
		child.on('error', (error) => output.push(`${error.message}\n`));
		child.on('close', (code) => {
			clearInterval(tick);
			process.off('SIGTERM', end);
			if (code === 0) {
				process.stdout.write(terminal ? `\r${title} … done in ${seconds()}\n` : `${title}: done in ${seconds()}\n`);
				resolve();
				return;
			}
			process.stdout.write(`\n${output.join('')}`);
			fail(`${title} failed (${command} ${args.join(' ')}).`);
		});
	});
}

function nodeMajor() {
	return Number(process.versions.node.split('.')[0]);
}

function isStamped(file, value) {
	return existsSync(file) && readFileSync(file, 'utf8') === value;
}

/**
 * Whether npm's record of what it has installed has every package of package-lock.json. `npm ci` writes it last, and
 * begins with removing everything. Optional packages can be for another platform.
 */
function isInstalled() {
	const record = join(ROOT, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(([path, { version, optional }]) => {
		const found = installed[path];
		return path === '' || (found ? found.version === version : optional === true);
	});
}

function packagesOf(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** A hash over the files' paths and contents. */
function fingerprint(paths) {
	const hash = createHash('sha256');
	for (const path of paths)
		for (const file of filesBelow(path))
			hash
				.update(file)
				.update('\0')
				.update(readFileSync(join(ROOT, file)));
	return hash.digest('hex');
}

function filesBelow(path) {
	if (!existsSync(join(ROOT, path))) return [];
	if (!statSync(join(ROOT, path)).isDirectory()) return [path];
	return readdirSync(join(ROOT, path))
		.filter((name) => name !== 'dist' && name !== 'node_modules')
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}
