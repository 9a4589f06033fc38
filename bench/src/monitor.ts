import { startEngine } from '@dropwire/engine/engine';
import { REGIONS } from '@dropwire/db/topics';
import { log, openBenchDatabase, spawnSandbox } from './world.ts';

const INTERVAL_MS = 30_000;
const SKU_COUNTS = [313, 1250];

/** What watching costs: processor time of one interval and memory, at about 5,000 and 20,000 SKU-regions. */
export async function monitor(): Promise<string[]> {
	const lines = [
		`Watching with an interval of ${INTERVAL_MS / 1000} s, on SQLite:`,
		'',
		'| SKU-regions | answers | processor time per interval | share of one core | memory |',
		'|---|---|---|---|---|',
	];
	for (const etags of ['on', 'off']) {
		const sandbox = await spawnSandbox({ SANDBOX_LIMITS: 'off', SANDBOX_ETAGS: etags });
		for (const count of SKU_COUNTS) {
			const db = await openBenchDatabase('SQLite');
			if (!db) throw new Error('There is no database');
			const skus = await sandbox.control.addProducts({ count, regions: REGIONS, prefix: `M${count}` });
			for (let at = 0; at < skus.length; at += 500) {
				await db
					.knex('watch_entries')
					.insert(skus.slice(at, at + 500).map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 })));
			}
			const engine = await startEngine({
				db,
				log,
				discordUrl: sandbox.origin,
				discordRequestsPerSecond: 50,
				nikeApiUrl: sandbox.nikeUrl,
				nikeCallsPerMinute: 6000,
				pollIntervalMs: INTERVAL_MS,
				retentionDays: 30,
			});
			const wanted = count * REGIONS.length;
			for (let known = 0; known < wanted;) {
				// Counted seldom: the count itself takes processor time, which is what is measured.
				await new Promise((resolve) => setTimeout(resolve, 500));
				const row = await db.knex('products').count({ known: '*' }).first();
				known = Number(row?.['known']);
			}
			const before = process.cpuUsage();
			await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
			const { user, system } = process.cpuUsage(before);
			const ms = (user + system) / 1000;
			const megabytes = process.memoryUsage().rss / 1024 / 1024;
			lines.push(
				`| ${wanted} | ${etags === 'on' ? 'unchanged, told by ETag' : 'whole, every time'} | ${ms.toFixed(0)} ms | ${((ms / INTERVAL_MS) * 100).toFixed(1)} % | ${megabytes.toFixed(0)} MB |`,
			);
			await engine.stop();
			await db.close();
		}
		sandbox.stop();
	}
	return lines;
}
