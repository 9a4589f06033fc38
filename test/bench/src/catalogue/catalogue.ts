import { durabilityOf } from '../durability.ts';
import { startProduct } from '../product/product.ts';
import { type Aim, aimTable } from '../report/markdown.ts';
import { type BenchOptions, ENGINES, openBenchDatabase, spawnSandbox } from '../setup.ts';
import { type EntrySizes, fillStates, measureImport, measureSearches } from './entries.ts';
import { fillHistories, type HistorySizes, measureChecks, measurePointSize, measureYears } from './history.ts';

const FULL: HistorySizes & EntrySizes = {
	points: 10_000_000,
	years: 50,
	requests: 500,
	reports: 2000,
	entries: 500_000,
	searches: 300,
};
const QUICK: HistorySizes & EntrySizes = {
	points: 300_000,
	years: 10,
	requests: 50,
	reports: 200,
	entries: 30_000,
	searches: 30,
};

/** Measures what is remembered of products, on both databases. @returns lines of Markdown */
export async function catalogue({ quick }: BenchOptions): Promise<string[]> {
	const sizes = quick ? QUICK : FULL;
	const aims: Aim[] = [];
	const settings: string[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		const at = performance.now();
		const points = await fillHistories(db, sizes);
		const seconds = ((performance.now() - at) / 1000).toFixed(0);
		settings.push(`- ${await durabilityOf(db)}; ${points.toLocaleString('en')} change points, filled in ${seconds} s`);
		aims.push(await measurePointSize(engine, db, points));
		const sandbox = await spawnSandbox();
		const product = await startProduct(db, sandbox.origin);
		aims.push(...(await measureYears(engine, product, sizes)));
		aims.push(...(await measureImport(engine, product, sizes)));
		await fillStates(db);
		aims.push(...(await measureSearches(engine, { db, product }, sizes)));
		await product.stop();
		aims.push(...(await measureChecks(engine, { db, shop: sandbox.origin }, sizes)));
		sandbox.stop();
		await db.close();
	}
	return [...settings, '', ...aimTable(aims)];
}
