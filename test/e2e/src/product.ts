import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, type Running, readServerSettings } from '@dropwire/bff';
import { migrate } from '@dropwire/db';
import { copyEmbedded, stopWaitingForDisk, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { freePort, type Sandbox, startSandbox } from '@dropwire/sandbox';
import { describedRequests } from '@dropwire/sandbox/testing';
import { fillSandbox } from '../../../scripts/fillSandbox.ts';
import { sandboxSettings } from '../../../scripts/sandboxSettings.ts';

/** The product in this process, with a separate embedded database, folder and sandbox. */
export interface Product {
	url: string;
	sandbox: Sandbox;
	/** Stops the server and the engine; keeps the sandbox, the folder and the database. */
	stop(): Promise<void>;
	/** Starts the stopped parts again, at the same address. */
	start(): Promise<void>;
	remove(): Promise<void>;
}

/**
 * Starts the same parts as `npm start`, except for the bot and the script that changes the sandbox's products.
 * @param env settings that override the usual ones
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
	const folder = mkdtempSync(join(tmpdir(), 'dropwire-e2e-'));
	await copyEmbedded(join(folder, 'dropwire.sqlite'));
	const check = await describedRequests();
	const [port, sandbox] = await Promise.all([freePort(), startSandbox({ check })]);
	const settings = readServerSettings({
		...sandboxSettings(sandbox),
		PORT: String(port),
		// Discord accepts no picture of a host without a dot.
		PUBLIC_URL: `http://127.0.0.1:${port}`,
		DATA_DIR: folder,
		SECRET_KEY: TEST_SECRET_KEY,
		// Polling twice a second takes up to an eighth of a processor, which the browser needs.
		POLL_INTERVAL_MS: '2000',
		LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
		...env,
	});
	let running: Running | undefined;
	const start = async () => {
		running = await run(settings, async (database) => {
			await stopWaitingForDisk(database);
			await migrate(database);
			await fillSandbox(database, { discordUrl: settings.DISCORD_URL });
		});
	};
	const stop = async () => running?.stop();
	await start();
	return {
		url: settings.PUBLIC_URL,
		sandbox,
		start,
		stop,
		async remove() {
			await stop();
			await sandbox.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
