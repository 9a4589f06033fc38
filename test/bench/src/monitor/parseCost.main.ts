/**
 * Checks one product after the other, as a process of its own, and prints what each source needed. Settings: `SHOPS` (JSON
 * of `LeanShops`), `STOCKS` (JSON of `Stock[]`), `CHECKS`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sandboxSources } from '@dropwire/engine/testing';
import { sourceNameOf } from '@dropwire/domain';
import { median } from '../report/statistics.ts';
import { entryOf, type LeanShops } from './leanShops.ts';
import type { Counts } from './nikeFeed.ts';
import type { CheckCost } from './parseCost.ts';
import { nameOf, type Stock } from './spread.ts';

type Source = ReturnType<typeof sandboxSources>[number];
type WatchedProduct = Parameters<Source['ask']>[1][number];

const { SHOPS = '', STOCKS = '', CHECKS = '10' } = process.env;
const shops = JSON.parse(SHOPS) as LeanShops;
const stocks = JSON.parse(STOCKS) as Stock[];
/** Checks that are not counted: threads start, and code is compiled. */
const WARM_UP = 5;
/** How often the event loop's delay is sampled, ms. */
const RESOLUTION = 1;

const sources = sandboxSources(shops.origin, 1_000_000, Object.values(shops.hosts).flat());
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
const costs: CheckCost[] = [];
for (const stock of stocks) {
	const source = sources.find((one) => sourceNameOf(one) === stock.source);
	if (!source) throw new Error(`There is no source ${stock.source}`);
	costs.push(await costOf(source, stock));
}
process.stdout.write(`${JSON.stringify(costs)}\n`);
await Promise.all(sources.map((source) => source.close()));
process.exit();

async function costOf(source: Source, stock: Stock): Promise<CheckCost> {
	const figures: { cpu: number; own: number; block: number }[] = [];
	let before = await countsOf(stock);
	for (let check = 0; check < WARM_UP + Number(CHECKS); check++) {
		if (check === WARM_UP) before = await countsOf(stock);
		// A new product each time: nothing is unchanged, and no page is known. The feed answers about a whole batch.
		const size = stock.shop === null ? source.batchSize : 1;
		const products = Array.from({ length: size }, (_, n) => productOf(stock, check * size + n));
		delay.reset();
		const [cpu, own] = [process.cpuUsage(), process.threadCpuUsage()];
		const reading = await source.ask('US', products, new AbortController().signal);
		const [all, main] = [process.cpuUsage(cpu), process.threadCpuUsage(own)];
		const answers = 'answers' in reading ? [...reading.answers.values()] : [];
		const blocked = answers.find(({ kind }) => kind !== 'read');
		if (blocked || answers.length === 0) throw new Error(`${nameOf(stock)}: ${JSON.stringify(blocked)}`);
		if (check < WARM_UP) continue;
		const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
		figures.push({ cpu: ms(all), own: ms(main), block: Math.max(0, delay.max / 1e6 - RESOLUTION) });
	}
	const after = await countsOf(stock);
	return {
		shop: nameOf(stock),
		requests: (after.whole - before.whole) / figures.length,
		bytes: (after.bytes - before.bytes) / figures.length,
		cpuMs: median(figures.map(({ cpu }) => cpu)),
		ownMs: median(figures.map(({ own }) => own)),
		blockMs: median(figures.map(({ block }) => block)),
		longestMs: Math.max(...figures.map(({ block }) => block)),
	};
}

function productOf(stock: Stock, n: number): WatchedProduct {
	const { sku, productSku, productLink } = entryOf(stock, shops, n);
	const link = productLink ?? (sku.startsWith('http') ? sku : null);
	return { sku: productSku ?? sku, link, adapter: null };
}

async function countsOf(stock: Stock): Promise<Counts> {
	const all = (await (await fetch(`${shops.origin}/count`)).json()) as Record<string, Counts>;
	return all[nameOf(stock)] as Counts;
}
