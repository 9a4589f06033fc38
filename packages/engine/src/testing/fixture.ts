import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Place, TopicRow } from '@dropwire/db';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import type { Brand, Region } from '@dropwire/domain';
import { type Sandbox, type SandboxOptions, shopUrl, startSandbox } from '@dropwire/sandbox';
import { describedRequests } from '@dropwire/sandbox/testing';
import { pino } from 'pino';
import { openSources, type ProductSnapshot, shopUrls, type Source, sourceBudgets } from '@dropwire/retailers';
import { type Engine, type EngineOptions, startEngine } from '../engine.ts';
import { skuHash } from '../watch/lists/entries.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';
import { kill, startEngineProcess } from './process.ts';

/** Discord without rate limits, for tests about other behaviour. */
export const NO_LIMITS = { webhook: null, channel: null, global: null, invalid: null };

/** Registers an engine process that does nothing but live, until its row is deleted or the database is closed. */
export async function addLivingEngine({ knex }: Pick<TestDatabase, 'knex'>, id = '~x'): Promise<void> {
	const row = { id, host: 'x', pid: 1, startedAt: 1, heartbeatAt: Date.now() };
	await knex('workers').insert(row).onConflict('id').merge();
	const beat = async () => {
		const updating = knex('workers').where({ id }).update({ heartbeatAt: Date.now() });
		if ((await updating.catch(() => 0)) === 0) clearInterval(beating);
	};
	const beating = setInterval(() => void beat(), 1000).unref();
}

/** A database, a sandbox, and an engine connected to both, for one test. */
export interface Fixture {
	db: TestDatabase;
	sandbox: Sandbox;
	start(options?: Partial<EngineOptions>): Promise<Engine>;
	/** Starts an engine as a process of its own, which is killed at the end. */
	startProcess(env?: Record<string, string>): Promise<ChildProcess>;
	/** Adds webhooks to an operator group, by default Nike Shoes ACTIVE in the US. */
	subscribeAll(
		webhooks: readonly { id: string; token: string; url: string }[],
		topic?: { brand: Brand; category: string; region: Region; status: string },
	): Promise<void>;
	/** Adds SKUs to a watch list, by the list's name. They are checked where somebody gets their messages. */
	watch(list: string, ...skus: string[]): Promise<void>;
	/**
	 * Subscribes one webhook in every region of every source, so that all are polled, to topics that the tests' products
	 * do not have where the brand has such topics.
	 */
	subscribeEverywhere(): Promise<void>;
	/** Makes the engines find at once what was queued, as the calls of a server do. */
	wake(): void;
	/** Stops the engines that were started; everything else keeps running. */
	stopEngines(): Promise<void>;
	close(): Promise<void>;
}

export const ACTIVE_SHOES = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' } as const;

export async function openFixture(options: SandboxOptions = { limits: NO_LIMITS }): Promise<Fixture> {
	const check = await describedRequests();
	const [db, sandbox] = await Promise.all([openTestDatabase(), startSandbox({ check, ...options })]);
	const engines: Engine[] = [];
	const processes: ChildProcess[] = [];
	return {
		db,
		sandbox,
		async start(options = {}) {
			const engine = await startEngine({
				db,
				log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
				dataDir: db.dataDir,
				discordUrl: sandbox.origin,
				discordRequestsPerSecond: 1_000_000,
				sources: sandboxSources(sandbox.origin),
				pollIntervalMs: 200,
				searchIntervalMs: 200,
				retentionDays: 30,
				auditDays: 365,
				historyDetailDays: 400,
				retryPause: (failures) => 50 * failures,
				...options,
			});
			engines.push(engine);
			return engine;
		},
		async startProcess(env = {}) {
			const { url: databaseUrl, dataDir } = db;
			const child = await startEngineProcess({ databaseUrl, dataDir, discordUrl: sandbox.origin, env });
			processes.push(child);
			return child;
		},
		async subscribeAll(webhooks, topic = ACTIVE_SHOES) {
			await db.transaction(async (trx) => {
				const { id: topicId } = await TopicRow.query(trx).findOne(topic).throwIfNotFound();
				const rows = webhooks.map((webhook) => ({ place: Place.operator(topicId, webhook.id), webhook }));
				await subscribeMany(trx, db.vault, rows);
			});
		},
		subscribeEverywhere: () => subscribeEverywhere(db, sandbox),
		async watch(list, ...skus) {
			const createdAt = Date.now();
			await db.knex('watch_entries').insert(skus.map((sku) => ({ list, sku, skuHash: skuHash(sku), createdAt })));
		},
		wake() {
			for (const engine of engines) engine.wake();
		},
		async stopEngines() {
			await Promise.all(engines.map((engine) => engine.stop()));
		},
		async close() {
			await Promise.all(processes.map(kill));
			await Promise.all(engines.map((engine) => engine.stop()));
			await sandbox.close();
			await db.close();
		},
	};
}

/** Brand, category and status of one topic for each source; Nike's has few products. */
const QUIET_TOPICS = [
	['NIKE', 'EQUIPMENT', 'HOLD'],
	['ADIDAS', 'HOT1', 'HOT1'],
];

/** Subscribes one webhook in every region of every source, so that all are polled. */
export async function subscribeEverywhere(db: TestDatabase, sandbox: Sandbox): Promise<void> {
	const [webhook] = await sandbox.control.createWebhooks({ count: 1 });
	await db.transaction(async (trx) => {
		const topics = await TopicRow.query(trx).whereIn(['brand', 'category', 'status'], QUIET_TOPICS);
		const rows = topics.map(({ id }) => ({ place: Place.operator(id, 'everywhere'), webhook: webhook! }));
		await subscribeMany(trx, db.vault, rows);
	});
}

/**
 * All sources, polling the sandbox's shops at `origin`. By default, the budget is far above a real shop's. They have no
 * canaries: tests count requests, and let all products of a shop disappear.
 */
export function sandboxSources(
	origin: string,
	requestsPerMinute = 60_000,
	privateShops: readonly string[] = [],
): Source[] {
	const urls = shopUrls((name) => shopUrl(origin, name));
	const settings = { SHOP_URLS: urls, ...sourceBudgets(requestsPerMinute), PRIVATE_SHOPS: privateShops };
	return openSources(settings).map((source) => ({ ...source, canaries: [] }));
}

/** A product as a retailer might describe it, with the given fields changed. */
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

/** A report of that product by an external monitor, as `POST /api/events` takes it. */
export function aReport(change: Partial<ProductSnapshot> = {}) {
	const { brand: source, sku, region, ...snapshot } = aSnapshot(change);
	return { source, sku, region, snapshot };
}

/** Polls until a condition is true. @throws Error naming the condition when it times out */
export async function until(
	what: string,
	condition: () => Promise<boolean> | boolean,
	timeoutMs = 30_000,
): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error(`Did not come true in time: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

/** Whether a transaction of this database waits for a lock of another one. */
export async function waitsForLock({ knex }: Pick<TestDatabase, 'knex'>): Promise<boolean> {
	// The server answers from a copy of this table, which it renews only after it was not read for 100 ms.
	await sleep(150);
	const waiting = await knex('information_schema.innodb_trx as t')
		.join('information_schema.processlist as p', 'p.id', 't.trx_mysql_thread_id')
		.where('t.trx_state', 'LOCK WAIT')
		.whereRaw('p.db = database()')
		.first('p.id');
	return waiting !== undefined;
}
