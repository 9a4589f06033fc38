/**
 * The product as `npm run migrate` and `node bff/src/main.ts` start it, with its settings from the environment; it also
 * measures itself. Controlled over IPC by `product.ts`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '@dropwire/bff';
import { readServerSettings } from '@dropwire/bff/settings';
import { migrate } from '@dropwire/db';
import { prune } from '@dropwire/engine/testing';
import type { Figures, ProductCall } from './product.ts';

/** How often the event loop's delay is sampled, ms. */
const RESOLUTION = 5;

const running = await run(readServerSettings(), async (db) => {
	await migrate(db);
});
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
let cpu = process.cpuUsage();

/** The figures since the previous call. The samples include the time between two of them, which is no delay. */
async function figures(collectGarbage: boolean): Promise<Figures> {
	const { user, system } = process.cpuUsage(cpu);
	cpu = process.cpuUsage();
	const own = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
	const found = {
		delayP99: own(delay.percentile(99)),
		delayMax: own(delay.max),
		cpuMs: (user + system) / 1000,
	};
	if (collectGarbage) {
		globalThis.gc?.();
		// Lets finished requests and statements go, too.
		await sleep(100);
		globalThis.gc?.();
	}
	delay.reset();
	return { ...found, rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed };
}

process.on('message', (call: ProductCall) => {
	if (call === 'stop') void running.stop().then(() => process.exit());
	else if (typeof call === 'object')
		void prune(running.db, call.pruneDays, { auditDays: 365 }).then((rows) => process.send?.(rows));
	else void figures(call === 'figures after gc').then((found) => process.send?.(found));
});
process.once('disconnect', () => process.exit());
process.send?.(running.origin);
