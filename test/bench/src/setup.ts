import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Database, type Knex, openAlone, Place, TopicRow } from '@dropwire/db';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { chunks } from '@dropwire/domain';
import { type ProductEvent, subscribeMany } from '@dropwire/engine';
import { type Control, createControl } from '@dropwire/sandbox';
import { type Logger, pino } from 'pino';

/** A webhook of the local Discord. */
export interface Target {
	id: string;
	token: string;
	url: string;
}

/** The log of production, which has a line for every attempt, to a file. */
export function productionLog({ dataDir }: Pick<TestDatabase, 'dataDir'>): Logger {
	return pino({ level: 'info' }, pino.destination(join(dataDir, 'bench.log')));
}

/** A sandbox in a separate process, because Discord and the retailers do not run in our process either. */
export async function spawnSandbox(
	env: Record<string, string> = {},
): Promise<{ origin: string; control: Control; stop(): void }> {
	const main = createRequire(import.meta.url).resolve('@dropwire/sandbox/main');
	const child = spawn(process.execPath, [main, '--with-parent'], {
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const line = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
	);
	const { origin } = JSON.parse(line) as { origin: string };
	return { origin, control: createControl(origin), stop: () => child.kill() };
}

export type Engine = 'SQLite' | 'MariaDB';
export const ENGINES = ['SQLite', 'MariaDB'] as const;

export interface BenchOptions {
	/** Less data and fewer rounds: shows that a benchmark works. Its figures are not stored. */
	quick: boolean;
	/** Soak: how long events are submitted, s, and on which database. */
	seconds: number;
	/** Soak and cluster: how many events are submitted a second; undefined for the part's usual rate. */
	events: number | undefined;
	database: Engine;
}

/** Lines of Markdown, and the figures as a line of JSON that comes last. */
export interface Report {
	lines: string[];
	json: string;
}

/** A temporary database; null if no server responds on 127.0.0.1:3306. */
export async function openBenchDatabase(engine: Engine): Promise<TestDatabase | null> {
	if (engine === 'SQLite') delete process.env['DATABASE_URL'];
	else process.env['DATABASE_URL'] = process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';
	try {
		return await openTestDatabase({ durable: true });
	} catch (error) {
		if (engine === 'MariaDB') return null;
		throw error;
	}
}

/** Opens a temporary database as an engine process does. */
export function openAsEngine({ url, dataDir }: Pick<TestDatabase, 'url' | 'dataDir'>): Promise<Database> {
	return openAlone({ url, dataDir, secretKey: TEST_SECRET_KEY }, 'engine');
}

/** The topic of `anEvent`. */
export async function topicOfEvent(knex: Knex): Promise<TopicRow> {
	return TopicRow.query(knex)
		.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' })
		.throwIfNotFound();
}

/** Subscribes the targets to the topic of `anEvent`. */
export async function subscribeAll(db: Database, targets: readonly Target[]): Promise<void> {
	for (const some of chunks(targets, 5000)) {
		await db.transaction(async (trx) => {
			const topic = await topicOfEvent(trx);
			const rows = some.map((webhook) => ({ place: Place.operator(topic.id, webhook.id), webhook }));
			await subscribeMany(trx, db.vault, rows);
		});
	}
}

/** Puts a webhook on the broadcast list. */
export async function broadcastTo(db: Database, webhook: Target): Promise<void> {
	await db.transaction((trx) => subscribeMany(trx, db.vault, [{ place: Place.broadcast, webhook }]));
}

/** An event with as much data as a real one: its message is about 1.5 kB. */
export function anEvent(n = 0): ProductEvent {
	const sizes = Array.from({ length: 18 }, (_, index) => ({
		size: `M ${7 + index / 2} / W ${8.5 + index / 2}`,
		available: true,
		level: 'HIGH' as const,
		count: null,
	}));
	const after = {
		brand: 'NIKE' as const,
		sku: 'HQ7978-103',
		region: 'US' as const,
		title: `Air Jordan 5 Retro OG "White Metallic" Men's Basketball Shoes ${n}`,
		subtitle: "Men's Basketball Shoes",
		category: 'SHOES',
		status: 'ACTIVE' as const,
		price: { current: 21_500, full: 21_500, currency: 'USD' },
		launchAt: 1_777_125_600_000,
		launchMethod: 'LEO' as const,
		available: true,
		sizes,
		promoExcluded: true,
		image:
			'https://static.nike.com/a/images/t_prod_ss/w_960,c_limit/1ff0dc48-c80d-467c-9c98-64c040a21cec/air-jordan-5.jpg',
		url: 'https://www.nike.com/t/air-jordan-5-retro-og-white-metallic-mens-basketball-shoes-OsHCLXpw/HQ7978-103',
	};
	return {
		source: 'NIKE',
		sku: 'HQ7978-103',
		region: 'US',
		kind: 'STATUS',
		before: { ...after, status: 'HOLD' },
		after,
		at: Date.now(),
	};
}
