/** The nginx for the tests of docker-compose.yml's proxy: an installed one, otherwise Debian's package. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { step } from './install.mjs';

/** The path of nginx, or null. */
export function findNginx() {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
	return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
}

/** Installs nginx if possible. Without nginx its tests are skipped, but in CI they fail. */
export async function ensureNginx() {
	if (findNginx()) return;
	if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		await step('Reading the package lists', 'apt-get', ['update', '-qq']);
		// At run level 1 the package does not start nginx as a service.
		const install = 'RUNLEVEL=1 apt-get install -y -qq --no-install-recommends nginx openssl';
		await step('Installing nginx', 'env', install.split(' '));
	}
	if (!findNginx())
		console.log('No nginx found: the tests of the reverse proxy are skipped. Install nginx to run them.');
}
