import { setImmediate } from 'node:timers/promises';
import type { Database, Knex, StoredRow } from '@dropwire/db';
import { type Brand, chunks, type Offer, type Region } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { packSpans, unpackSpans } from './spans.ts';
import { addToDay, type CheckedProduct, type NotedCheck, Trail } from './trail.ts';

/** How often what checks found is stored, ms. */
const STORE_MS = 5000;
/** Products whose spans only grew, per storing. */
const MAX_GROWN = 1000;
/** Products per statement. */
const CHUNK = 250;

/**
 * What checks found, as spans of each product's day (contract: "Why"). A new span is stored within seconds, and again when it
 * has grown by half: 100,000 products that do not change write a few rows a second. A killed process loses only how often
 * its products were checked.
 */
export class CheckTrails {
	readonly #db: Database;
	readonly #trails = new Map<string, Trail>();
	#due = new Set<Trail>();
	#job: Job | undefined;

	constructor(db: Database) {
		this.#db = db;
	}

	/** @param intervalMs between checks of a product; new spans are stored at least that often */
	start(intervalMs: number, log: Logger): void {
		this.#job = every(Math.min(STORE_MS, intervalMs), () => this.storeDue(Date.now()), {
			onError: (error) => log.error({ err: error }, 'storing what checks found failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
		await this.store();
	}

	/** Stores everything. */
	async store(): Promise<void> {
		for (const trail of this.#trails.values()) this.#due.add(trail);
		await this.storeDue(Date.now());
	}

	/** Takes note of a check, in memory. */
	note(product: CheckedProduct, check: NotedCheck): void {
		const key = keyOf(product);
		let trail = this.#trails.get(key);
		if (!trail) this.#trails.set(key, (trail = new Trail(product)));
		if (trail.note(check)) this.#due.add(trail);
	}

	/** Ends the trails of a source's products that are not checked any more, and those of its regions that are polled again. */
	end({ source, offer }: { source: Brand; offer: Offer }, isOver: (region: Region, sku: string) => boolean): void {
		for (const trail of this.#trails.values()) {
			const { product } = trail;
			if (product.source !== source || product.offer !== offer || !isOver(product.region, product.sku)) continue;
			trail.isOver = true;
			this.#due.add(trail);
		}
	}

	/** Stores what is new, and some of what has grown. */
	async storeDue(now: number): Promise<void> {
		const due = this.#due;
		this.#due = new Set();
		let grown = 0;
		for (const [key, trail] of this.#trails) {
			if (grown === MAX_GROWN) break;
			if (due.has(trail) || !trail.hasGrown(now)) continue;
			grown++;
			due.add(trail);
			// Those that were stored longest ago come first.
			this.#trails.delete(key);
			this.#trails.set(key, trail);
		}
		for (const some of chunks([...due], CHUNK)) {
			await storeTrails(this.#db, some, now);
			for (const trail of some) if (trail.isOver) this.#trails.delete(keyOf(trail.product));
			// SQLite runs in this thread: other work goes on between the statements.
			await setImmediate();
		}
	}
}

function keyOf({ source, sku, region, offer }: CheckedProduct): string {
	return `${source} ${region} ${offer} ${sku}`;
}

/** Adds what is not stored of these products' checks to their days. */
async function storeTrails({ knex }: Pick<Database, 'knex'>, trails: readonly Trail[], now: number): Promise<void> {
	const taken = trails.map((trail) => ({ trail, days: trail.take(now) }));
	const days = taken.flatMap(({ trail, days }) => [...days].map(([day, spans]) => ({ day, ...trail.product, spans })));
	if (days.length === 0) return;
	try {
		const stored = await readDays(knex, days);
		const rows = days.map(({ spans, ...key }) => {
			const all = unpackSpans(stored.get(dayKey(key)) ?? '[]', key.day);
			addToDay(all, spans);
			return { ...key, spans: packSpans(all) };
		});
		await knex('check_spans')
			.insert(rows)
			.onConflict([...KEY])
			.merge(['spans']);
	} catch (error) {
		for (const { trail, days: own } of taken) trail.putBack(own);
		throw error;
	}
}

const KEY = ['day', 'source', 'sku', 'region', 'offer'] as const;
type DayKey = Pick<StoredRow<'check_spans'>, (typeof KEY)[number]>;

function dayKey(row: DayKey): string {
	return KEY.map((column) => row[column]).join(' ');
}

/** The spans of some products' days, by `dayKey`. */
async function readDays(knex: Knex, keys: readonly DayKey[]): Promise<Map<string, string>> {
	const values = keys.map((key) => KEY.map((column) => key[column]));
	const rows = await knex('check_spans')
		.whereIn([...KEY], values)
		.select(...KEY, 'spans');
	return new Map(rows.map((row) => [dayKey(row), row.spans]));
}
