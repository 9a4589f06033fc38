import type { TestDatabase } from '@dropwire/db/testing';
import { chunks } from '@dropwire/domain';
import { type ProductEvent, queueEvent } from '@dropwire/engine';
import { continueMatching, queueMatching } from '@dropwire/engine/testing';
import { durabilityOf } from './durability.ts';
import { privateNotices } from './privateNotices.ts';
import { type Aim, aimTable } from './report/markdown.ts';
import { median, percentile } from './report/statistics.ts';
import { anEvent, type BenchOptions, type Engine, ENGINES, openBenchDatabase } from './setup.ts';

interface Sizes {
	watches: number;
	/** Of the product that changes. */
	watching: number;
	rounds: number;
}

const FULL: Sizes = { watches: 100_000, watching: 5000, rounds: 30 };
const QUICK: Sizes = { watches: 2000, watching: 100, rounds: 5 };
const AIM_MS = 10;
const SKU = 'HQ7978-103';
const COLUMNS = ['discordId', 'brand', 'sku', 'options', 'createdAt'];

/** Measures what the watches of members cost an event, on both databases. @returns lines of Markdown */
export async function watches({ quick }: BenchOptions): Promise<string[]> {
	const sizes = quick ? QUICK : FULL;
	const aims: Aim[] = [];
	const settings: string[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		await fill(db, sizes);
		settings.push(`- ${await durabilityOf(db)}; ${sizes.watches} watches, ${sizes.watching} of them of one product`);
		aims.push(...(await measure(engine, db, sizes)));
		await db.close();
	}
	aims.push(...(await privateNotices(sizes.watching)));
	return [...settings, '', ...aimTable(aims)];
}

/** Watches of many people and products; every second one wants one of two sizes. */
async function fill(db: TestDatabase, { watches: count, watching }: Sizes): Promise<void> {
	const rows = Array.from({ length: count }, (_, n) => {
		const sizes = n % 2 === 0 ? [] : [['9'], ['10.5']][n % 3 === 0 ? 0 : 1];
		const options = JSON.stringify({ kinds: ['SHOCK_DROP', 'LIVE', 'NEW', 'RESTOCK', 'PRICE'], sizes, states: [] });
		// Those of the product are spread over the table.
		const isWatching = n % Math.round(count / watching) === 0;
		const sku = isWatching ? SKU : `AB${1000 + (n % 8999)}-${100 + (n % 899)}`;
		return [String(100_000_000_000_000_000n + BigInt(n)), 'NIKE', sku, options, 1];
	});
	for (const some of chunks(rows, 500)) {
		await db.knex('watches').insert(some.map((row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]]))));
	}
}

async function measure(engine: Engine, db: TestDatabase, { watching, rounds }: Sizes): Promise<Aim[]> {
	const within: number[] = [];
	const decided: number[] = [];
	const queued: number[] = [];
	for (let round = 0; round < rounds; round++) {
		within.push(await timed(() => db.transaction((trx) => queueMatching(trx, 0, anEvent(round)))));
		await db.knex('watch_fanouts').delete();
		// No watch wants changes of status: all watches of the product are read and decided.
		await queueEvent(db, anEvent(round));
		decided.push(await timed(() => matchAll(db)));
		await queueEvent(db, restock(round));
		queued.push(await timed(() => matchAll(db)));
		await db.knex('watch_notices').delete();
	}
	const row = (what: string, times: number[], aim: number | null): Aim => ({
		what,
		database: engine,
		aim: aim === null ? '' : `median under ${aim} ms`,
		measured: `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
		met: aim === null || median(times) < aim,
	});
	return [
		row("An event's own transaction, with its commit", within, AIM_MS),
		row(`Reading and deciding ${watching} watches of one product`, decided, AIM_MS),
		row(`Queueing the notices that they want`, queued, null),
	];
}

function restock(round: number): ProductEvent {
	const event = anEvent(round);
	const soldOut = event.after && {
		...event.after,
		sizes: event.after.sizes.map((size) => ({ ...size, available: false })),
	};
	return { ...event, kind: 'RESTOCK', before: soldOut };
}

async function matchAll(db: TestDatabase): Promise<void> {
	while (await continueMatching(db));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const at = performance.now();
	await work();
	return performance.now() - at;
}
