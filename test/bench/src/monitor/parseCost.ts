import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startProgram } from '../program.ts';
import { type Aim, table } from '../report/markdown.ts';
import type { BenchOptions } from '../setup.ts';
import type { LeanShops } from './leanShops.ts';
import { SKU_MARK } from './nikeFeed.ts';
import { SPREAD } from './spread.ts';

/** The size of a large page, bytes. */
const LARGE_PAGE = 912_000;
const AIM_MS = 5;

/** What one check of a product needs, or of a batch of Nike's feed: medians of several. */
export interface CheckCost {
	shop: string;
	/** Answers, and bytes of them. */
	requests: number;
	bytes: number;
	/** In all threads, and in the main thread. */
	cpuMs: number;
	ownMs: number;
	/** The longest delay of the event loop in a check, and in all checks. */
	blockMs: number;
	longestMs: number;
}

/** Measures what reading costs, with pages as small as the sandbox's and with large ones. @returns aims, and a table */
export async function parseCost({ quick }: BenchOptions): Promise<{ aims: Aim[]; details: string[] }> {
	const small = await measure(0, quick);
	const large = await measure(LARGE_PAGE, quick);
	const above = large.filter(({ blockMs }) => blockMs > AIM_MS);
	const number = (value: number) => value.toFixed(1);
	const row = (size: string) => (cost: CheckCost) => [
		cost.shop,
		size,
		cost.requests.toFixed(0),
		(cost.bytes / 1000).toFixed(0),
		number(cost.cpuMs),
		number(cost.ownMs),
		`${number(cost.blockMs)} (${number(cost.longestMs)})`,
	];
	return {
		aims: [
			{
				what: `longest block of the event loop while a page of ${LARGE_PAGE / 1000} kB is fetched and read; median of a source's checks`,
				database: '–',
				aim: `${AIM_MS} ms`,
				measured:
					above.length === 0
						? `${number(Math.max(...large.map(({ blockMs }) => blockMs)))} ms`
						: above.map(({ shop, blockMs }) => `${shop} ${number(blockMs)} ms`).join(', '),
				met: above.length === 0,
			},
		],
		details: table(
			[
				'shop',
				'pages',
				'answers a check',
				'kB',
				'CPU, ms',
				'of it in the main thread',
				'longest block, ms: median (most)',
			],
			[...small.map(row('as in the sandbox')), ...large.map(row('912 kB'))],
		),
	};
}

async function measure(pageBytes: number, quick: boolean): Promise<CheckCost[]> {
	const stocks = SPREAD.map(({ hosts, ...stock }) => ({ ...stock, ...(hosts !== undefined && { hosts: 1 }) }));
	const retailers = startProgram('monitor/leanShops.main.ts', {
		STOCKS: JSON.stringify(stocks),
		PAGE_BYTES: String(pageBytes),
		THREAD: recordedThread(),
	});
	try {
		const shops = (await retailers.line()) as LeanShops;
		const checks = startProgram('monitor/parseCost.main.ts', {
			SHOPS: JSON.stringify(shops),
			STOCKS: JSON.stringify(stocks),
			CHECKS: quick ? '5' : '30',
		});
		return (await checks.line()) as CheckCost[];
	} finally {
		retailers.stop();
	}
}

/** A recorded thread of Nike's feed: a batch of 25 is 1.3 MB. */
function recordedThread(): string {
	const sandbox = createRequire(import.meta.url).resolve('@dropwire/sandbox');
	const file = join(sandbox, '../../recordings/nike-threads-us-2026-04-17.json');
	const { objects } = JSON.parse(readFileSync(file, 'utf8')) as { objects: unknown[] };
	return JSON.stringify(objects[0]).replaceAll(SKU_MARK, ' ').replaceAll('CK9246-101', SKU_MARK);
}
