/** The browser for the tests: an installed one, otherwise playwright's own, otherwise Debian's package. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fail, step } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** The path of the package of Debian, which has the headless shell as another package. */
const DEBIANS = '/usr/bin/chromium';
const HEADLESS_SHELL = 'chromium-headless-shell';

/** The path of a usable Chromium, or null. `CHROMIUM_PATH` overrides the search. */
export function findBrowser() {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	const installed = NAMES.flatMap(candidates);
	return (
		[...installed, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', playwrights()].find(
			(path) => path !== null && existsSync(path),
		) ?? null
	);
}

/**
 * The path of Chromium's headless shell, which needs two thirds of the processor time but runs no extensions. Where there is
 * none, another Chromium, or null.
 */
export function findHeadlessShell() {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	return candidates(HEADLESS_SHELL).find((path) => existsSync(path)) ?? findBrowser();
}

/** Ensures that a browser is installed; installs one if necessary, and on Debian the headless shell beside it. */
export async function ensureBrowser() {
	await ensureChromium();
	if (findBrowser() !== DEBIANS || findHeadlessShell() !== DEBIANS || !canInstall()) return;
	console.log("Installing Chromium's headless shell, in which the tests take less time.");
	spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
	spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS_SHELL], { stdio: 'ignore' });
}

async function ensureChromium() {
	if (findBrowser()) return;
	console.log('No Chromium found; trying to install one.');
	// The package does not export its command, so the path is derived from its package.json.
	const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
	spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
	if (findBrowser()) return;
	if (canInstall()) {
		await step('Reading the package lists', 'apt-get', ['update', '-qq']);
		await step('Installing Chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
	}
	if (!findBrowser()) fail('The tests need Chromium. Install it, or set CHROMIUM_PATH to one.');
}

function canInstall() {
	return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Where a program of this name may be. */
function candidates(name) {
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/bin',
		'/Applications/Google Chrome.app/Contents/MacOS',
	];
	return folders.map((folder) => join(folder, name));
}

/** The path of playwright's own browser, even if the browser is not installed. */
function playwrights() {
	try {
		return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
	} catch {
		// playwright is not installed, or has no browser for this platform.
		return null;
	}
}
