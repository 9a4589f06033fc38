/** The browser of the tests: one that is there, else playwright's own, else Debian's package. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fail, step } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Path of a Chromium that can be started, or null. `CHROMIUM_PATH` names one by hand. */
export function findBrowser() {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/bin',
		'/Applications/Google Chrome.app/Contents/MacOS',
	];
	const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
	return (
		[...candidates, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', playwrights()].find(
			(path) => path !== null && existsSync(path),
		) ?? null
	);
}

/** Makes sure that there is a browser, installing one where there is none. */
export async function ensureBrowser() {
	if (findBrowser()) return;
	console.log('No Chromium found; trying to install one.');
	// Its command is no export of the package, so it is found beside its description.
	const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
	spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
	if (findBrowser()) return;
	if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		await step('Reading the package lists', 'apt-get', ['update', '-qq']);
		await step('Installing Chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
	}
	if (!findBrowser()) fail('The tests need Chromium. Install it, or set CHROMIUM_PATH to one.');
}

/** Where playwright keeps its own browser, whether it is there or not. */
function playwrights() {
	try {
		return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
	} catch {
		// Not installed, or no build of it for this platform: there is no such browser.
		return null;
	}
}
