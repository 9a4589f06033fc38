import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { TEST_SECRET_KEY } from '@dropwire/db/testing';
import { shopUrls, sourceBudgets } from '@dropwire/retailers';
import { shopUrl } from '@dropwire/sandbox';

/** What `npm run engine` starts. `npm test` and `npm run bench` build it. */
const MAIN = join(import.meta.dirname, '../../dist/main.js');

/** Starts a real engine process as `npm run engine` does. Resolves when the process is ready. */
export async function startEngineProcess({
	databaseUrl,
	dataDir,
	discordUrl,
	env = {},
	command: [program = '', ...flags] = [process.execPath],
}: {
	databaseUrl: string;
	dataDir: string;
	/** The sandbox's URL, which serves Discord and the shops. */
	discordUrl: string;
	env?: Record<string, string>;
	/** What runs the program; by default, Node.js without flags. */
	command?: readonly string[];
}): Promise<ChildProcess> {
	const child = spawn(program, [...flags, MAIN], {
		env: {
			...process.env,
			DATABASE_URL: databaseUrl,
			SECRET_KEY: TEST_SECRET_KEY,
			DATA_DIR: dataDir,
			DISCORD_URL: discordUrl,
			DISCORD_REQUESTS_PER_SECOND: '100000',
			SHOP_URLS: JSON.stringify(shopUrls((name) => shopUrl(discordUrl, name))),
			...Object.fromEntries(Object.entries(sourceBudgets(60_000)).map(([name, value]) => [name, String(value)])),
			POLL_INTERVAL_MS: '300',
			LOG_LEVEL: 'info',
			...env,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	// If this process ends without killing it, it would go on.
	const end = () => child.kill('SIGKILL');
	process.once('exit', end);
	child.once('exit', () => process.off('exit', end));
	await new Promise<void>((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`The engine ended at once with ${code}`)));
		child.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('the engine runs') && resolve());
	});
	return child;
}

/** Kills a process that may have ended already, as in a crash, so that it cannot finish anything. */
export async function kill(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	child.kill('SIGKILL');
	await exit;
}
