import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@dropwire/db/testing';
import { REGIONS } from '@dropwire/domain';
import { durabilityOf } from '../durability.ts';
import { type Figures, startProduct } from '../product/product.ts';
import { engineSettings } from '../program.ts';
import { type Aim, aimTable } from '../report/markdown.ts';
import { percentile, slope } from '../report/statistics.ts';
import { type BenchOptions, openBenchDatabase } from '../setup.ts';
import { atRate } from './atRate.ts';
import { startCounter } from './counter.ts';
import { arrived, subscribeRegions } from './messages.ts';
import { startSubmitter } from './submit.ts';

const WEBHOOKS = 200;
/** Far above the rate of the messages: Discord's 50 a second of one address would be the limit otherwise. */
const REQUESTS_PER_SECOND = 5000;
const DELAY_MS = 1000;
/** The heap may grow by this much from the end of the warm-up to the end, MB, and RSS by this share an hour. */
const HEAP_MB = 20;
const RSS_SHARE_PER_HOUR = 0.2;
/** In a shorter run, as in CI, a new process still settles, and the delays are those of a busy machine, s. */
const LONG_SECONDS = 600;
const MIN_KEPT_SECONDS = 20;
const DAY_SECONDS = 86_400;

interface Sample {
	second: number;
	figures: Figures;
	delays: number[];
	rows: number;
}

/**
 * Submits events at a steady rate for a long time, with a retention that is much shorter. Memory, delays and the
 * database must not grow, and no message may be lost or doubled.
 */
export async function soak({ seconds, events: perSecond = 5, database }: BenchOptions): Promise<string[]> {
	const db = await openBenchDatabase(database);
	if (!db) throw new Error(`${database} does not respond`);
	const counter = await startCounter();
	await subscribeRegions(db, counter, WEBHOOKS);
	const env = { DISCORD_REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND) };
	const product = await startProduct(db, counter.origin, env, engineSettings());
	const submitter = await startSubmitter(db, product.origin);
	// A sixth of the time is kept, but on a busy machine nothing that is still being sent.
	const keptSeconds = Math.max(MIN_KEPT_SECONDS, seconds / 6);
	const every = Math.max(2, Math.round(seconds / 36));
	const begun = performance.now();
	const elapsed = () => (performance.now() - begun) / 1000;
	const submitting = atRate(perSecond, seconds, () => submitter.submit());
	const samples: Sample[] = [];
	let warmHeap = 0;
	for (let next = every; next <= seconds; next += every) {
		await sleep(Math.max(0, next - elapsed()) * 1000);
		await product.prune(keptSeconds / DAY_SECONDS);
		const second = elapsed();
		const warm = warmHeap === 0 && second >= seconds / 3;
		const figures = await product.figures({ collectGarbage: warm });
		if (warm) warmHeap = figures.heap;
		samples.push({ second, figures, delays: (await counter.take()).delays, rows: await countDeliveries(db) });
	}
	await submitting;
	await arrived(counter, submitter.count * WEBHOOKS);
	const { lost, doubled } = await counter.compare(submitter.count * WEBHOOKS);
	const { heap } = await product.figures({ collectGarbage: true });
	const settings = await durabilityOf(db);
	await product.stop();
	counter.stop();
	await db.close();

	const kept = samples.filter(({ second }) => second >= seconds / 3);
	const mostRows = perSecond * WEBHOOKS * (keptSeconds + 2 * every);
	return [
		`${perSecond} events a second to ${WEBHOOKS} of ${WEBHOOKS * REGIONS.length} webhooks each (${perSecond * WEBHOOKS} messages a second) for ${seconds} s, submitted over HTTP to the product in one process, with the flags and variables of a deployed engine, on ${database}. DISCORD_REQUESTS_PER_SECOND is ${REQUESTS_PER_SECOND} instead of 50. The log is kept for ${keptSeconds} s and pruned every ${every} s.`,
		'',
		`- ${settings}`,
		'',
		...aimTable(
			[
				lossAim(submitter.count * WEBHOOKS, lost, doubled),
				heapAim(warmHeap, heap),
				...(seconds >= LONG_SECONDS ? [rssAim(kept), delayAim(kept), rowsAim(kept, mostRows)] : []),
			].map((aim) => ({ ...aim, database })),
		),
	];
}

async function countDeliveries({ knex }: TestDatabase): Promise<number> {
	const counted = await knex('deliveries').count({ rows: '*' }).first();
	return Number(counted?.['rows']);
}

type SoakAim = Omit<Aim, 'database'>;

function lossAim(messages: number, lost: number, doubled: number): SoakAim {
	const measured = `${lost} lost, ${doubled} doubled of ${messages}`;
	return { what: 'messages', aim: '0 lost, 0 doubled', measured, met: lost === 0 && doubled === 0 };
}

function heapAim(warm: number, end: number): SoakAim {
	const grown = (end - warm) / 1e6;
	return {
		what: 'the heap after a garbage collection, from a third of the time to the end',
		aim: `at most ${HEAP_MB} MB more`,
		measured: `${(warm / 1e6).toFixed(0)} → ${(end / 1e6).toFixed(0)} MB`,
		met: grown <= HEAP_MB,
	};
}

function rssAim(samples: readonly Sample[]): SoakAim {
	const points = samples.map(({ second, figures }) => ({ x: second / 3600, y: figures.rss / 1e6 }));
	const perHour = slope(points);
	const mean = points.reduce((sum, { y }) => sum + y, 0) / points.length;
	return {
		what: 'memory (RSS) from a third of the time on',
		aim: `at most ${RSS_SHARE_PER_HOUR * 100} % more an hour`,
		measured: `${mean.toFixed(0)} MB, ${perHour.toFixed(0)} MB more an hour`,
		met: perHour <= mean * RSS_SHARE_PER_HOUR,
	};
}

function delayAim(samples: readonly Sample[]): SoakAim {
	const worst = Math.max(...samples.map(({ delays }) => percentile(delays, 0.99)));
	return {
		what: 'p99 from submission to arrival, in the worst interval',
		aim: `${DELAY_MS} ms`,
		measured: `${worst.toFixed(0)} ms`,
		met: worst <= DELAY_MS,
	};
}

function rowsAim(samples: readonly Sample[], max: number): SoakAim {
	const rows = Math.max(...samples.map((sample) => sample.rows));
	return {
		what: 'deliveries in the database, at most',
		aim: `${Math.ceil(max)}, by the retention`,
		measured: String(rows),
		met: rows <= max,
	};
}
