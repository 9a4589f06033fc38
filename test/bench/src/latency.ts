import { chunks } from '@dropwire/domain';
import { sandboxSources, until } from '@dropwire/engine/testing';
import { startEngine } from '@dropwire/engine';
import { openBenchDatabase, percentile, productionLog, spawnSandbox, subscribeAll } from './setup.ts';

const SKUS = 1000;
const CHANGES = 100;
/** The default interval. */
const POLL_MS = 30_000;
const EVERY_MS = 500;

/** Measures the time from reading a response with a change to its message in Discord, with 1,000 watched SKUs. */
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
		// SQLite accepts at most 500 rows in one insert.
		for (const some of chunks(skus, 500)) {
			const rows = some.map((sku) => ({ list: 'MONITOR1', sku, skuHash: sku, createdAt: 1 }));
			await db.knex('watch_entries').insert(rows);
		}
		const engine = await startEngine({
			db,
			log: productionLog(db),
			dataDir: db.dataDir,
			discordUrl: sandbox.origin,
			discordRequestsPerSecond: 1_000_000,
			sources: sandboxSources(sandbox.origin, 1_000_000),
			pollIntervalMs: POLL_MS,
			retentionDays: 30,
			auditDays: 365,
		});
		for (let known = 0; known < SKUS;) {
			// Polled only a few times per second, so that polling does not affect the measurement.
			await new Promise((resolve) => setTimeout(resolve, 100));
			const row = await db.knex('products').where({ region: 'US' }).count({ known: '*' }).first();
			known = Number(row?.['known']);
		}
		// Spread over the list, like real changes.
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
		// The last message reaches Discord a moment before its time is recorded here.
		await until('every delivery is recorded', async () => {
			const open = await db.knex('deliveries').whereNull('sentAt').count({ open: '*' }).first();
			return Number(open?.['open']) === 0;
		});
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
