import { operatorList, TopicRow } from '@dropwire/db';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import type { Brand, Region, WatchList } from '@dropwire/db/topics';
import { type Sandbox, type SandboxOptions, startSandbox } from '@dropwire/sandbox';
import { pino } from 'pino';
import { type Engine, type EngineOptions, startEngine } from './engine.ts';
import { subscribe } from './matching/subscriptions.ts';
import type { ProductSnapshot } from './sources/source.ts';

/** Discord without limits, for tests that are about something else. */
export const NO_LIMITS = { webhook: null, channel: null, global: null, invalid: null };

/** A database, a sandbox and an engine in between, for one test. */
export interface Stage {
	db: TestDatabase;
	sandbox: Sandbox;
	start(options?: Partial<EngineOptions>): Promise<Engine>;
	/** Puts webhooks into an operator group, by default Nike Shoes ACTIVE in the US. */
	subscribeAll(
		webhooks: readonly { id: string; token: string; url: string }[],
		topic?: { brand: Brand; category: string; region: Region; status: string },
	): Promise<void>;
	watch(list: WatchList, ...skus: string[]): Promise<void>;
	close(): Promise<void>;
}

export const ACTIVE_SHOES = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' } as const;

export async function openStage(options: SandboxOptions = { limits: NO_LIMITS }): Promise<Stage> {
	const [db, sandbox] = await Promise.all([openTestDatabase(), startSandbox(options)]);
	const engines: Engine[] = [];
	return {
		db,
		sandbox,
		async start(options = {}) {
			const engine = await startEngine({
				db,
				log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
				discordUrl: sandbox.origin,
				discordRequestsPerSecond: 1_000_000,
				nikeApiUrl: sandbox.nikeUrl,
				nikeCallsPerMinute: 60_000,
				pollIntervalMs: 200,
				retentionDays: 30,
				retryPause: (failures) => 50 * failures,
				...options,
			});
			engines.push(engine);
			return engine;
		},
		async subscribeAll(webhooks, topic = ACTIVE_SHOES) {
			await db.transaction(async (trx) => {
				const { id: topicId } = await TopicRow.query(trx).findOne(topic).throwIfNotFound();
				for (const webhook of webhooks) {
					const place = { list: operatorList(topicId), topicId, guildChannelId: null, label: webhook.id };
					await subscribe(trx, db.vault, place, webhook);
				}
			});
		},
		async watch(list, ...skus) {
			await db.knex('watch_entries').insert(skus.map((sku) => ({ list, sku, skuHash: sku, createdAt: Date.now() })));
		},
		async close() {
			await Promise.all(engines.map((engine) => engine.stop()));
			await sandbox.close();
			await db.close();
		},
	};
}

/** A product as a retailer may tell it, with what a test cares about changed. */
export function aSnapshot(change: Partial<ProductSnapshot> = {}): ProductSnapshot {
	return {
		brand: 'NIKE',
		sku: 'CK9246-101',
		region: 'US',
		title: 'Zoom Vomero 5',
		subtitle: "Men's Shoes",
		category: 'SHOES',
		status: 'ACTIVE',
		price: { current: 16_000, full: 16_000, currency: 'USD' },
		launchAt: 1_760_000_000_000,
		launchMethod: 'FLOW',
		available: true,
		sizes: [
			{ size: '8', available: true, level: 'HIGH', count: null },
			{ size: '9', available: false, level: 'OOS', count: null },
		],
		promoExcluded: false,
		image: 'https://static.nike.com/a/images/vomero.jpg',
		url: 'https://www.nike.com/t/vomero/CK9246-101',
		...change,
	};
}

/** Waits for a condition instead of for a time. @throws Error with what was asked for, when it does not come true */
export async function until(
	what: string,
	condition: () => Promise<boolean> | boolean,
	timeoutMs = 10_000,
): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error(`Did not come true in time: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
