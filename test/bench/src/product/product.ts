import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { freePort, SANDBOX_APP, SANDBOX_USERS } from '@dropwire/sandbox';
import { NO_SETTINGS } from '../program.ts';

/** What the product's process measured since the previous question. */
export interface Figures {
	/** How much later than intended the event loop came to its work, ms: the 99th percentile and the longest. */
	delayP99: number;
	delayMax: number;
	cpuMs: number;
	/** Bytes. */
	rss: number;
	heap: number;
}
/** `pruneDays` deletes what is older. */
export type ProductCall = 'figures' | 'figures after gc' | 'stop' | { pruneDays: number };

/** The whole product in one process: server, engine and console. */
export interface Product {
	origin: string;
	figures(options?: { collectGarbage: boolean }): Promise<Figures>;
	/** @returns the number of deleted rows */
	prune(days: number): Promise<number>;
	stop(): Promise<void>;
}

/**
 * Starts the product on a database, with the log of production to a file. It polls no shop.
 * @param discordUrl the server that replaces Discord
 * @param env other settings
 */
export async function startProduct(
	{ url, dataDir }: Pick<TestDatabase, 'url' | 'dataDir'>,
	discordUrl: string,
	env: Record<string, string> = {},
	{ flags, memory } = NO_SETTINGS,
): Promise<Product> {
	const port = env['PORT'] ?? String(await freePort());
	const child = fork(join(import.meta.dirname, 'product.main.ts'), {
		env: {
			...process.env,
			...memory,
			NODE_ENV: 'development',
			PORT: port,
			PUBLIC_URL: `http://127.0.0.1:${port}`,
			DATABASE_URL: url,
			DATA_DIR: dataDir,
			SECRET_KEY: TEST_SECRET_KEY,
			DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
			DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
			DISCORD_URL: discordUrl,
			ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
			RATE_LIMIT_FACTOR: '1000000',
			// The shops are measured elsewhere, and most webhooks here are unknown to Discord.
			POLL_INTERVAL_MS: '86400000',
			WEBHOOK_CHECKS_PER_SECOND: '0',
			...env,
		},
		execArgv: [...flags, '--expose-gc', '--disable-warning=ExperimentalWarning'],
		stdio: ['ignore', openSync(join(dataDir, 'product.log'), 'a'), 'inherit', 'ipc'],
	});
	const ended = once(child, 'exit').then(() => {
		throw new Error('The product ended in the middle of the benchmark');
	});
	const answer = async <T>(call?: ProductCall): Promise<T> => {
		const response = once(child, 'message') as Promise<[T]>;
		if (call !== undefined) child.send(call);
		const [result] = await Promise.race([response, ended]);
		return result;
	};
	const origin = await answer<string>();
	return {
		origin,
		figures: ({ collectGarbage } = { collectGarbage: false }) =>
			answer(collectGarbage ? 'figures after gc' : 'figures'),
		prune: (days) => answer({ pruneDays: days }),
		async stop() {
			child.send('stop');
			// It ends as intended now.
			await ended.catch(() => {});
		},
	};
}
