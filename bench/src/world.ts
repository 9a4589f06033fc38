import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { type Database, operatorList, TopicRow } from '@dropwire/db';
import { openTestDatabase } from '@dropwire/db/testing';
import { subscribe } from '@dropwire/engine/matching/subscriptions';
import type { ProductEvent } from '@dropwire/engine/monitor/event';
import { type Control, createControl } from '@dropwire/sandbox';
import { pino } from 'pino';
import type { Target } from './fanout/target.ts';

export const log = pino({ level: 'silent' });

/** A sandbox in a process of its own, as Discord and the retailers are not in ours either. */
export async function spawnSandbox(
	env: Record<string, string> = {},
): Promise<{ origin: string; nikeUrl: string; control: Control; stop(): void }> {
	const main = createRequire(import.meta.url).resolve('@dropwire/sandbox/main');
	const child = spawn(process.execPath, [main, '--with-parent'], {
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const line = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
	);
	const { origin, nikeUrl } = JSON.parse(line) as { origin: string; nikeUrl: string };
	return { origin, nikeUrl, control: createControl(origin), stop: () => child.kill() };
}

export type Engine = 'SQLite' | 'MariaDB';

/** A database of its own; null where no server answers on 127.0.0.1:3306. */
export async function openBenchDatabase(engine: Engine): Promise<Database | null> {
	if (engine === 'SQLite') delete process.env['DATABASE_URL'];
	else process.env['DATABASE_URL'] = process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';
	try {
		return await openTestDatabase();
	} catch (error) {
		if (engine === 'MariaDB') return null;
		throw error;
	}
}

/** Subscribes the targets to Nike Shoes ACTIVE in the US. */
export async function subscribeAll(db: Database, targets: readonly Target[]): Promise<void> {
	await db.transaction(async (trx) => {
		const topic = await TopicRow.query(trx)
			.findOne({ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' })
			.throwIfNotFound();
		for (const target of targets) {
			const place = { list: operatorList(topic.id), topicId: topic.id, guildChannelId: null, label: target.id };
			await subscribe(trx, db.vault, place, target);
		}
	});
}

/** An event with as much in it as real ones have: its message is about 1.5 kB. */
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

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
