/**
 * Completes package-lock.json after a change of dependencies: `node scripts/lockfile.mjs`.
 * npm sometimes omits the optional packages of other platforms (npm/cli#4828), and `npm ci` then rejects the lock file.
 * Each optional platform package without an entry gets one; npm keeps and skips it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const platform =
	/(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|riscv64|s390x|ppc64)(?:-?(gnu|musl|gnueabihf|musleabihf|eabi|msvc))?/;

/** Node's module resolution: from the package's folder upwards. */
function found(where, name) {
	for (let at = where; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
		if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
		if (at === '') return false;
	}
}

let added = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
	for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
		const match = platform.exec(name);
		if (!match || found(where, name)) continue;
		const [, os, cpu, abi = ''] = match;
		const libc = abi.startsWith('gnu') ? ['glibc'] : abi.startsWith('musl') ? ['musl'] : undefined;
		lock.packages[`node_modules/${name}`] = {
			version: range,
			cpu: [cpu],
			...(entry.dev && { dev: true }),
			...(libc && os === 'linux' && { libc }),
			optional: true,
			os: [os],
		};
		added++;
	}
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform entries added`);
