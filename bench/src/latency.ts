import { startEngine } from '@dropwire/engine/engine';
import { log, openBenchDatabase, percentile, spawnSandbox, subscribeAll } from './world.ts';

const SKUS = 1000;
const CHANGES = 100;
/** The default interval. */
const POLL_MS = 30_000;
const EVERY_MS = 500;

/** From reading the answer that brought a change to its message standing in Discord, at 1,000 watched SKUs. */
export async function latency(): Promise<string[]> {
	const sandbox = await spawnSandbox({ SANDBOX_LIMITS: 'off' });
	const lines = [
		`${CHANGES} changes among ${SKUS} watched SKUs in 16 regions, from the answer that brought it to Discord's acceptance, ms:`,
		'',
		'| | p50 | p99 | most |',
		'|---|---|---|---|',
	];
	for (const name of ['SQLite', 'MariaDB'] as const) {
		const db = await openBenchDatabase(name);
		if (!db) continue;
		await sandbox.control.reset();
		const skus = await sandbox.control.addProducts({
			count: SKUS,
			regions: ['US'],
			prefix: name === 'SQLite' ? 'SQ' : 'MY',
		});
		await subscribeAll(db, await sandbox.control.createWebhooks({ count: 1 }));
		// SQLite takes 500 rows in one insert at the most.
		for (let at = 0; at < skus.length; at += 500) {
			const rows = skus.slice(at, at + 500).map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 }));
			await db.knex('watch_entries').insert(rows);
		}
		const engine = await startEngine({
			db,
			log,
			discordUrl: sandbox.origin,
			discordRequestsPerSecond: 1_000_000,
			nikeApiUrl: sandbox.nikeUrl,
			nikeCallsPerMinute: 1_000_000,
			pollIntervalMs: POLL_MS,
			retentionDays: 30,
		});
		for (let known = 0; known < SKUS;) {
			// Looked at a few times a second, so that the looking does not disturb what is measured afterwards.
			await new Promise((resolve) => setTimeout(resolve, 100));
			const row = await db.knex('products').where({ region: 'US' }).count({ known: '*' }).first();
			known = Number(row?.['known']);
		}
		// Spread over the list, as changes are.
		for (let n = 0; n < CHANGES; n++) {
			const sku = skus[(n * 7 * 43) % SKUS] as string;
			await sandbox.control.setProduct({
				sku,
				region: 'US',
				change: { startEntryDate: new Date(1_800_000_000_000 + Math.random() * 1e9).toISOString() },
			});
			await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
		}
		await sandbox.control.waitForMessages({ count: CHANGES }, 90_000);
		// The last message stands at Discord a moment before its time is written here.
		await new Promise((resolve) => setTimeout(resolve, 200));
		const rows: { seenAt: number; sentAt: number }[] = await db
			.knex('deliveries')
			.join('messages', 'messages.id', 'deliveries.messageId')
			.select('seenAt', 'sentAt');
		const waits = rows.map(({ seenAt, sentAt }) => sentAt - seenAt);
		lines.push(`| ${name} | ${percentile(waits, 0.5)} | ${percentile(waits, 0.99)} | ${Math.max(...waits)} |`);
		await engine.stop();
		await db.close();
	}
	sandbox.stop();
	return lines;
}
