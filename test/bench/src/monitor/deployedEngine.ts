import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { until } from '@dropwire/engine/testing';
import { shopUrls } from '@dropwire/retailers';
import { shopUrl } from '@dropwire/sandbox';
import { engineSettings } from '../program.ts';
import { broadcastTo } from '../setup.ts';

const MAIN = join(import.meta.dirname, '../../../../packages/engine/dist/main.js');
const PROBE = join(import.meta.dirname, 'engineProbe.mjs');
export const INTERVAL_MS = 30_000;
/** The longest time until every product has its baseline, ms. */
const PATIENCE_MS = 20 * 60_000;

/** What the engine's process measured since the previous question. */
interface EngineFigures {
	/** How much later than intended the event loop came to its work, ms. */
	delayP99: number;
	delayMax: number;
	/** In all threads. */
	cpuMs: number;
	/** To disks, as the process's counter has it. */
	writtenBytes: number;
	/** The most memory, with that of all threads. */
	rssBytes: number;
}

type DeployedEngine = Awaited<ReturnType<typeof startDeployedEngine>>;

/** Waits until every product has its baseline. @returns how long that took, with the figures of this time */
export async function firstRound({ knex }: Pick<TestDatabase, 'knex'>, engine: DeployedEngine, expected: number) {
	const startedAt = Date.now();
	for (let known = 0; known < expected;) {
		// Counted rarely, because counting also takes processor time.
		await setTimeout(1000);
		known = Number((await knex('products').count({ known: '*' }).first())?.['known']);
		if (Date.now() - startedAt > PATIENCE_MS) throw new Error(`Only ${known} of ${expected} products were read`);
	}
	return { ms: Date.now() - startedAt, ...(await engine.figures()) };
}

/**
 * Starts the built engine as it is deployed: its flags, its variables of memory, and its log, to a file. It is a process of
 * its own, so that its memory and processor time are not those of other measurements. Nothing is sent to Discord.
 * @param origin serves the feed at the same path as the sandbox
 */
export async function startDeployedEngine(db: TestDatabase, origin: string, callsPerMinute: number) {
	// Somebody gets the messages of every region, so all are polled.
	await broadcastTo(db, { id: '1'.repeat(18), token: 'token', url: 'http://127.0.0.1:1/api/webhooks/1/token' });
	const { flags, memory } = engineSettings();
	const log = join(db.dataDir, 'engine.log');
	const child = fork(MAIN, {
		env: {
			...process.env,
			...memory,
			DATABASE_URL: db.url,
			DATA_DIR: db.dataDir,
			SECRET_KEY: TEST_SECRET_KEY,
			DISCORD_URL: 'http://127.0.0.1:1',
			WEBHOOK_CHECKS_PER_SECOND: '0',
			POLL_INTERVAL_MS: String(INTERVAL_MS),
			NIKE_CALLS_PER_MINUTE: String(callsPerMinute),
			SHOP_URLS: JSON.stringify(shopUrls((name) => shopUrl(origin, name))),
		},
		execArgv: [...flags, '--import', PROBE],
		// In the folder of the database, there is no `.env`.
		cwd: db.dataDir,
		stdio: ['ignore', openSync(log, 'a'), 'inherit', 'ipc'],
	});
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`The engine ended in the middle of the benchmark with ${String(code)}`);
	});
	const figures = async () => {
		const response = once(child, 'message') as Promise<[EngineFigures]>;
		child.send('figures');
		const [found] = await Promise.race([response, ended]);
		return found;
	};
	await Promise.race([ended, until('the engine runs', () => readFileSync(log, 'utf8').includes('the engine runs'))]);
	// Loading its code blocks the event loop.
	await figures();
	return {
		figures,
		async stop(): Promise<void> {
			child.kill('SIGTERM');
			// It ends as intended now.
			await ended.catch(() => {});
		},
	};
}
