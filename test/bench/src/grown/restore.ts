import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { browser, walkSignIn } from '@dropwire/bff/testing';
import { Place, TopicRow } from '@dropwire/db';
import { fillGrown, GROWN, openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { subscribeMany } from '@dropwire/engine';
import { durabilityOf } from '../durability.ts';
import { startProduct } from '../product/product.ts';
import { table } from '../report/markdown.ts';
import { type BenchOptions, ENGINES, openBenchDatabase, spawnSandbox, type Target } from '../setup.ts';

const SIZES = [{ ...GROWN, deliveries: 200_000, events: 20_000, others: 20_000 }, GROWN];
const QUICK = [{ deliveries: 20_000, events: 2000, webhooks: 1000, guilds: 50, others: 2000 }];

/** The restore drill of docs/operations.md on a grown database, with the commands that operators run. @returns lines of Markdown */
export async function restore({ quick }: BenchOptions): Promise<string[]> {
	const rows: string[][] = [];
	const settings = new Set<string>();
	for (const engine of ENGINES) {
		for (const fill of quick ? QUICK : SIZES) {
			const source = await openBenchDatabase(engine);
			if (!source) continue;
			settings.add(`- ${await durabilityOf(source)}`);
			const sandbox = await spawnSandbox();
			const [webhook] = await sandbox.control.createWebhooks({ count: 1 });
			await receiveAnnouncements(source, webhook!);
			await fillGrown(source, fill);
			// Uses the server of `source`.
			const target = await openTestDatabase({ migrated: false, durable: true });
			const file = join(target.dataDir, 'drill.backup.gz');
			const backup = await timed(() => command('db/src/backup/backup.main.ts', source, file));
			const restored = await timed(() => command('db/src/backup/restore.main.ts', target, file));
			const migrated = await timed(() => command('db/src/migrate.main.ts', target));
			const started = performance.now();
			const product = await startProduct(target, sandbox.origin);
			while ((await fetch(new URL('/readyz', product.origin))).status !== 200) await sleep(20);
			const ready = performance.now() - started;
			const person = browser(product.origin);
			await walkSignIn(person, 'ada');
			const announcement = {
				title: 'Restore drill',
				imageURL: 'https://drop.example/logo.png',
				description: 'It works.',
				webhooks: [webhook!.url],
			};
			const message = await timed(async () => {
				const answer = await person.fetch('/api/stocknumbersend', {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(announcement),
				});
				if (answer.status !== 202)
					throw new Error(`The announcement was answered ${answer.status}: ${await answer.text()}`);
				while ((await sandbox.control.messages({ webhookId: webhook!.id })).length === 0) await sleep(2);
			});
			await product.stop();
			const megabytes = (statSync(file).size / 1e6).toFixed(0);
			const seconds = [backup, restored, migrated, ready, message].map((ms) => `${(ms / 1000).toFixed(1)} s`);
			rows.push([engine, String(fill.deliveries), `${megabytes} MB`, ...seconds]);
			sandbox.stop();
			await target.close();
			await source.close();
		}
	}
	const head = ['database', 'deliveries', 'file', 'backup', 'restore', 'migrate', 'start until /readyz', 'a message'];
	return [...settings, '', ...table(head, rows)];
}

/** Saves a webhook on the list for announcements. */
async function receiveAnnouncements(db: TestDatabase, webhook: Target): Promise<void> {
	await db.transaction(async (trx) => {
		const topic = await TopicRow.query(trx).findOne({ brand: 'STOCK' }).throwIfNotFound();
		await subscribeMany(trx, db.vault, [{ place: Place.operator(topic.id, webhook.id), webhook }]);
	});
}

/** Runs one of the commands that operators run. @throws Error with its output if it fails */
async function command(main: string, { url, dataDir }: TestDatabase, ...args: string[]): Promise<void> {
	const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET_KEY };
	await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../../..', main), ...args], { env });
}

/** @returns how long the work took, ms */
async function timed(work: () => Promise<unknown>): Promise<number> {
	const at = performance.now();
	await work();
	return performance.now() - at;
}
