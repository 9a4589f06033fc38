import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Stores images and containers separately from others on this machine. Later runs use the same base image. */
const STORE = join(tmpdir(), 'dropwire-image');
const TOOLS = ['buildah', 'debootstrap'];
const BASE = 'docker.io/library/node:24-slim';
const IMAGE = 'localhost/dropwire:latest';
/** Paths that the official image does not contain either. */
const NOT_SLIM = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists'];

export interface Image {
	/** The folder with the image's files. */
	root: string;
	/** Removes the folder; keeps the image. */
	remove(): void;
}

/** Builds the unmodified Dockerfile, and prints the build time and the image's size. */
export function buildImage(): Image {
	const missing = TOOLS.filter((tool) => !existsSync(`/usr/bin/${tool}`) && !existsSync(`/usr/sbin/${tool}`));
	if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. Run: apt-get install ${missing.join(' ')}`);
	mkdirSync(STORE, { recursive: true });
	// Removes containers of an interrupted run.
	buildah('rm', '--all');
	if (!sizes().has(BASE)) timed('Base', makeBase);
	timed('Image', () => {
		// Never becomes part of the image.
		const npm = npmConfiguration(STORE);
		const mounts = [
			`${npm.file}:/root/.npmrc:ro`,
			...(npm.authorities ? [`${npm.authorities}:${npm.authorities}:ro`] : []),
		];
		const volumes = mounts.flatMap((mount) => ['--volume', mount]);
		try {
			buildah('bud', '--isolation', 'chroot', '--pull-never', ...volumes, '-t', IMAGE, ROOT);
		} finally {
			npm.remove();
		}
	});
	console.log(`Size: ${sizes().get(IMAGE)}, its base: ${sizes().get(BASE)}.`);
	const container = buildah('from', '--pull-never', IMAGE);
	return { root: buildah('mount', container), remove: () => void buildah('rm', container) };
}

/**
 * Creates the Dockerfile's base image where no image registry is reachable: a minimal Debian, the Node version that
 * package-lock.json pins, and this machine's npm.
 */
function makeBase(): void {
	const folder = mkdtempSync(join(STORE, 'base-'));
	const targets = ['Created-By: Packages', 'Component: main'];
	const sources = run('apt-get', 'indextargets', '--format', '$(REPO_URI) $(CODENAME)', ...targets);
	const [mirror = '', release = ''] = sources.split(/\s/);
	run('debootstrap', '--variant=minbase', '--include=ca-certificates', release, folder, mirror);
	for (const path of NOT_SLIM) rmSync(join(folder, path), { recursive: true });
	const node = join(ROOT, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
	const container = buildah('from', 'scratch');
	buildah('add', container, folder, '/');
	buildah('add', container, node, '/usr/local/bin/node');
	buildah('add', container, npmFolder(), '/usr/local/lib/node_modules/npm');
	const finish = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home node';
	buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', finish);
	buildah('commit', '--rm', container, BASE);
	rmSync(folder, { recursive: true });
}

/**
 * This machine's configuration of npm's registry, for an npm in another root: `file` is its `.npmrc`, which names the `authorities`.
 * @param parent the folder of the file, until it is removed
 */
export function npmConfiguration(parent: string): { file: string; authorities: string | undefined; remove(): void } {
	const folder = mkdtempSync(join(parent, 'npm-'));
	// Started with npm's own Node, because with another Node npm looks for its global configuration elsewhere.
	const own = join(npmFolder(), '../../../bin/node');
	const node = existsSync(own) ? own : process.execPath;
	const setting = (name: string) => run(node, join(npmFolder(), 'bin/npm-cli.js'), 'config', 'get', name);
	const files = [setting('globalconfig'), setting('userconfig')].filter((file) => existsSync(file));
	const lines = [...files.map((file) => readFileSync(file, 'utf8')), `registry=${setting('registry')}`];
	const authorities = [setting('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find((file) => existsSync(file));
	if (authorities) lines.push(`cafile=${authorities}`);
	const file = join(folder, 'npmrc');
	writeFileSync(file, lines.join('\n'), { mode: 0o600 });
	return { file, authorities, remove: () => rmSync(folder, { recursive: true }) };
}

function npmFolder(): string {
	return join(realpathSync(run('which', 'npm')), '../..');
}

/** All images with their sizes. */
function sizes(): Map<string, string> {
	const lines = buildah('images', '--noheading', '--format', '{{.Name}}:{{.Tag}}={{.Size}}').split('\n');
	return new Map(lines.map((line) => line.split('=', 2) as [string, string]));
}

function buildah(...args: string[]): string {
	const store = ['--root', join(STORE, 'storage'), '--runroot', join(STORE, 'run'), '--storage-driver', 'vfs'];
	return run('buildah', ...store, ...args);
}

/** @returns the output. @throws Error with the output on stderr */
function run(command: string, ...args: string[]): string {
	return execFileSync(command, args, {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		maxBuffer: 2 ** 26,
	}).trim();
}

function timed(what: string, work: () => void): void {
	const began = performance.now();
	console.log(`${what} …`);
	work();
	console.log(`${what}: made in ${Math.round((performance.now() - began) / 1000)} s.`);
}
