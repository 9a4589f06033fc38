/**
 * Builds the Dockerfile's image with Debian's buildah, for machines without a Docker engine. Then starts the services
 * of docker-compose.yml from the image: the migration, the server, the engine and the bot, with the sandbox as Discord,
 * on a temporary database on the server in DATABASE_URL. Run as root: `node scripts/image.ts`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { shopUrls } from '@dropwire/retailers';
import { freePort, type Sandbox, SANDBOX_APP, SANDBOX_USERS, startSandbox } from '@dropwire/sandbox';
import { commandOf, environmentOf, readCompose } from './compose.ts';
import { buildImage, type Image } from './imageBuild.ts';

interface Service {
	name: string;
	child: ChildProcess;
	output: () => string;
}

/**
 * Runs the command inside the image's files (the first argument) with the restrictions of docker-compose.yml: a
 * read-only file system except for /tmp and /data, and no way to gain privileges.
 */
const INSIDE = `
	root=$1; shift
	mount --bind "$root" "$root"
	mount -o remount,ro,bind "$root"
	mount -t tmpfs tmpfs "$root/tmp"
	mount -t tmpfs -o uid=1000,mode=700 tmpfs "$root/data"
	mount -t proc proc "$root/proc"
	mount --rbind /dev "$root/dev"
	exec chroot "$root" setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --bounding-set=-all \
		--no-new-privs env -C /app "$@"`;
const READY_WITHIN_MS = 60_000;

const running: Service[] = [];
process.env['DATABASE_URL'] ??= 'mysql://root@127.0.0.1:3306/mysql';
try {
	const image = buildImage();
	const db = await openTestDatabase({ migrated: false });
	const sandbox = await startSandbox();
	try {
		await runAll(image, db, sandbox);
	} finally {
		for (const { child } of running) child.kill('SIGKILL');
		await sandbox.close();
		await db.close();
		image.remove();
	}
} catch (error) {
	console.error(`dropwire: ${(error as Error).message}`);
	process.exitCode = 1;
}

async function runAll(image: Image, db: TestDatabase, sandbox: Sandbox): Promise<void> {
	const port = await freePort();
	const dotenv = {
		MYSQL_PASSWORD: 'unused',
		PUBLIC_URL: 'https://drop.example',
		SECRET_KEY: TEST_SECRET_KEY,
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: sandbox.origin,
		SHOP_URLS: JSON.stringify(shopUrls(sandbox.shopUrl)),
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
	};
	/** Addresses that differ from those in a container network. */
	const here = { DATABASE_URL: db.url, PORT: String(port) };
	const start = (name: string, command: string[], environment: Record<string, string>) =>
		startInside(image, name, command, environment);
	const bffUrl = `http://127.0.0.1:${port}`;
	const serverEnvironment = { ...environmentOf('bff', dotenv), ...here };

	await finish(start('migrate', commandOf('migrate'), { ...environmentOf('migrate', dotenv), ...here }));
	const bff = start('bff', commandOf('bff'), serverEnvironment);
	const engine = start('engine', commandOf('engine'), { ...environmentOf('engine', dotenv), ...here });
	await until(async () => (await fetch(`${bffUrl}/readyz`)).status === 200, bff);
	const page = await (await fetch(bffUrl)).text();
	if (!page.includes('<title>')) throw new Error(`The server has no web pages: ${page}`);
	console.log('bff and engine: /readyz answers 200, and the web is there.');

	const token = await finish(start('bot-token', ['node', 'bff/src/tokens/botToken.main.ts'], serverEnvironment));
	const [, BFF_TOKEN = ''] = /^BFF_TOKEN=(\S+)/m.exec(token) ?? [];
	const botEnvironment = { ...environmentOf('bot', { ...dotenv, BFF_TOKEN }), BFF_URL: bffUrl };
	const bot = start('bot', commandOf('bot'), botEnvironment);
	await until(() => bot.output().includes('the bot is ready'), bot);
	console.log('bot: ready.');
	await Promise.all([bot, engine, bff].map((service) => stop(service)));
}

function startInside(image: Image, name: string, command: string[], environment: Record<string, string>): Service {
	const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...environment };
	const child = spawn('unshare', ['--mount', 'sh', '-ec', INSIDE, 'sh', image.root, ...command], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output: string[] = [];
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
	const service = { name, child, output: () => output.join('') };
	running.push(service);
	return service;
}

/** Runs a process until it exits. @returns its output */
async function finish({ name, child, output }: Service): Promise<string> {
	const [code] = (await once(child, 'close')) as [number | null];
	if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output()}`);
	console.log(`${name}: done.`);
	return output();
}

/** Stops a service like `docker compose stop`. @throws Error if it does not exit with code 0 within its grace period */
async function stop({ name, child, output }: Service): Promise<void> {
	const grace = Number.parseInt(readCompose().services[name]?.stop_grace_period ?? '', 10) * 1000;
	const began = performance.now();
	const late = setTimeout(() => child.kill('SIGKILL'), grace);
	const closed = once(child, 'close');
	child.kill('SIGTERM');
	const [code] = (await closed) as [number | null];
	clearTimeout(late);
	if (code !== 0) throw new Error(`${name} did not end well on SIGTERM (${code}):\n${output()}`);
	console.log(`${name}: ended ${((performance.now() - began) / 1000).toFixed(1)} s after SIGTERM.`);
}

async function until(isTrue: () => boolean | Promise<boolean>, { name, child, output }: Service): Promise<void> {
	const end = Date.now() + READY_WITHIN_MS;
	// The service is not listening yet, which is not an error.
	while (!(await Promise.resolve(isTrue()).catch(() => false))) {
		if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} did not come up:\n${output()}`);
		// The interval of the checks; the service reports no event.
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
