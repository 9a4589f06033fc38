import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import {
	type Brand,
	chunks,
	type EventKind,
	localTimes,
	MARKET_ZONES,
	type Offer,
	type Region,
	type UsualTimes,
} from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { readRestocks } from '../../history/restocks.ts';
import { countSubscriptions } from '../../sources/countSubscriptions.ts';
import { countWatches, type WatchCount } from '../../sources/countWatches.ts';
import { listIn, type Watched } from '../lists/watchLists.ts';
import type { ProductStates } from '../state/productStates.ts';
import type { Claim, Estimate } from '../pace/allocate.ts';
import {
	addHabit,
	addTotals,
	beginHabit,
	CHANGES_THAT_MATTER,
	changesPerDay,
	DAY_MS,
	expectedRate,
	type Group,
	groupOf,
	HABIT_BYTES,
	type HourOfWeek,
	isBursting,
	isLearned,
	noteChange,
	noTotals,
	skipTime,
	type Totals,
	UNKNOWN_GROUP,
} from '../pace/habit.ts';
import { usualTimes } from '../pace/usualTimes.ts';

export interface HabitsOptions {
	db: Database;
	log: Logger;
	source: { name: Brand; offer?: Offer };
	states: ProductStates;
	scope: { readonly watched: Watched; readonly regions: readonly Region[] };
	/** Whether intervals follow from the habits. They are learned in any case. */
	isLearning: boolean;
	/** Whether products that more persons watch weigh more (WATCH_POLLS). */
	countsWatches: boolean;
}

/** SKUs of one region that are checked together, with what is expected of them. */
interface Asked {
	region: Region;
	skus: readonly string[];
	estimate?: Estimate | undefined;
}

/** How often habits are stored, and those of products without one read from their histories, ms. */
const STORE_MS = 5000;
/** How often subscriptions are counted and lists are compared, ms, and when they are compared first: after the first checks. */
const COUNT_MS = 5 * 60_000;
const FIRST_COMPARED_MS = 60_000;
/** An estimate is used for about this long, ms; while a product may change again soon, for less. */
const ESTIMATE_MS = 5 * 60_000;
const BURST_ESTIMATE_MS = 20_000;
/** An interval must be short when its hour begins, so the hour in this time counts as well, ms. */
const LEAD_MS = 8 * 60_000;
/** A product that was not checked for longer was not observed, ms: at what time it changed is not known. */
const BLIND_MS = 3_600_000;
/** How much of the history is read for products without a habit, ms. */
const PAST_MS = 365 * DAY_MS;
/** Products per reading of histories, and per statement that stores habits. */
const PRIMED = 100;
const STORED = 200;
/** Products between which other work goes on. */
const SLICE = 1000;

/** When the products of one source change, learned from what the checks find, and how many people wait for that. */
export class Habits {
	readonly #options: HabitsOptions;
	/** Region and SKUs whose habits are not stored yet, and those whose batches need a new estimate. */
	readonly #unstored = new Map<Region, Set<string>>();
	readonly #touched = new Map<Region, Set<string>>();
	#lists: ReadonlyMap<string, Group> = new Map();
	#brand: Group = UNKNOWN_GROUP;
	#totals: ReadonlyMap<Region, Totals> = new Map();
	#waiting: ReadonlyMap<string, number> = new Map();
	#watches: ReadonlyMap<string, readonly WatchCount[]> = new Map();
	#jobs: readonly Job[] = [];

	constructor(options: HabitsOptions) {
		this.#options = options;
	}

	/** @param intervalMs between checks of a product; what is learned is stored at least that often */
	start(intervalMs: number): void {
		const { log, source } = this.#options;
		const onError = (error: unknown) => log.error({ err: error, source: source.name }, 'learning habits failed');
		this.#jobs = [
			every(Math.min(STORE_MS, intervalMs), () => this.#primeAndStore(), { onError }),
			every(COUNT_MS, () => this.#count(), { onError, firstMs: 0 }),
			every(COUNT_MS, () => this.#compare(), { onError, firstMs: FIRST_COMPARED_MS }),
		];
	}

	/** Stores what was learned. Never rejects. */
	async stop(): Promise<void> {
		await Promise.all(this.#jobs.map((job) => job.stop()));
		await this.#store().catch((error: unknown) => {
			this.#options.log.error({ err: error }, 'storing habits failed');
		});
	}

	/**
	 * Learns from a change that a check found.
	 * @param previousAt the check before, epoch ms. After a long time without one it is not known when the product changed
	 */
	noteChange(
		region: Region,
		sku: string,
		kind: EventKind | null,
		{ at, previousAt }: { at: number; previousAt: number },
	) {
		if (kind === null || !CHANGES_THAT_MATTER.has(kind) || at - previousAt > BLIND_MS) return;
		const habit = this.#options.states.habitOf(region, sku);
		// A product without a habit gets it from its history, which has this change.
		if (!habit) return;
		noteChange(habit, at, hourAt(region, at));
		note(this.#unstored, region, sku);
		note(this.#touched, region, sku);
	}

	/** Leaves out the time in which a product could not be read. */
	noteGap(region: Region, sku: string, durationMs: number, now: number): void {
		const habit = durationMs > BLIND_MS ? this.#options.states.habitOf(region, sku) : null;
		if (!habit) return;
		skipTime(habit, durationMs, now);
		note(this.#unstored, region, sku);
	}

	/** What a batch claims of the calls of its host. */
	claimOf(batch: Asked): Claim {
		const { demand } = this.estimate(batch);
		return demand === null ? { kind: 'uniform' } : { kind: 'learned', demand };
	}

	/** What is expected of a batch now. */
	estimate(batch: Asked): Estimate {
		const now = Date.now();
		const touched = this.#touched.get(batch.region);
		const isTouched = touched !== undefined && touched.size > 0 && batch.skus.some((sku) => touched.has(sku));
		if (isTouched) for (const sku of batch.skus) touched.delete(sku);
		const known = batch.estimate;
		// A clock that was set back ends an estimate, too.
		if (known && !isTouched && now < known.until && known.until - now < 2 * ESTIMATE_MS) return known;
		batch.estimate = this.#estimate(batch, now);
		return batch.estimate;
	}

	/** The demand for checks of a product; null if it is not known for long enough. */
	demandOf(region: Region, sku: string, now: number): number | null {
		const rate = this.#rateOf(region, sku, now);
		return rate === null ? null : rate * this.#weightOf(region, sku);
	}

	#weightOf(region: Region, sku: string): number {
		const own = this.#watches.get(sku) ?? [];
		const watches = own.reduce((sum, { regions, count }) => {
			return regions === null || regions.includes(region) ? sum + count : sum;
		}, 0);
		return weightOf({ subscriptions: this.#waiting.get(region) ?? 0, watches });
	}

	#rateOf(region: Region, sku: string, now: number): number | null {
		const habit = this.#options.states.habitOf(region, sku);
		if (!habit || !this.#options.isLearning || !isLearned(habit, now)) return null;
		const group = this.#groupOf(region, sku);
		const [at, soon] = [hourAt(region, now), hourAt(region, now + LEAD_MS)];
		let rate = expectedRate(habit, group, now, at);
		if (soon.hour !== at.hour) rate = Math.max(rate, expectedRate(habit, group, now, soon));
		return rate;
	}

	/** When the products of a region usually change. */
	usualIn(region: Region): UsualTimes | null {
		const totals = this.#totals.get(region);
		return totals ? usualTimes(totals) : null;
	}

	#estimate({ region, skus }: Asked, now: number): Estimate {
		const { states } = this.#options;
		let demand: number | null = 0;
		let [perDay, rateNow] = [0, 0];
		let [bursts, isMissing] = [false, false];
		for (const sku of skus) {
			const habit = states.habitOf(region, sku);
			const own = this.#rateOf(region, sku, now);
			demand = demand === null || own === null ? null : demand + own * this.#weightOf(region, sku);
			rateNow += own ?? (habit ? changesPerDay(habit, now) : 0);
			isMissing ||= !habit;
			if (!habit) continue;
			perDay += changesPerDay(habit, now);
			bursts ||= isBursting(habit, now);
		}
		// A habit that is missing is loaded by the first check, or read from the history after it.
		if (isMissing) return { demand, perDay, rateNow, until: now };
		const lasts = bursts ? BURST_ESTIMATE_MS : ESTIMATE_MS * (0.75 + 0.5 * Math.random());
		return { demand, perDay, rateNow, until: now + lasts };
	}

	#groupOf(region: Region, sku: string): Group {
		const list = listIn(this.#options.scope.watched, sku, region);
		return (list !== null && this.#lists.get(list)) || this.#brand;
	}

	async #count(): Promise<void> {
		const { db, source, scope } = this.#options;
		if (scope.regions.length === 0) return;
		const counts = await countSubscriptions(db.knex, { brand: source.name });
		const waiting = new Map<string, number>();
		for (const { region, all, off } of counts) waiting.set(region, (waiting.get(region) ?? 0) + all - off);
		this.#waiting = waiting;
		if (!this.#options.countsWatches) return;
		const watches = await countWatches(db.knex, source.name);
		this.#watches = Map.groupBy(watches, ({ sku }) => sku);
	}

	/** Finds what the products of each list, of the brand and of each region have in common. */
	async #compare(): Promise<void> {
		const { states, scope } = this.#options;
		const now = Date.now();
		const lists = new Map<string, Totals>();
		const regions = new Map<Region, Totals>();
		let slice = 0;
		for (const region of scope.regions) {
			for (const sku of scope.watched.keys()) {
				const habit = states.habitOf(region, sku);
				const list = habit && listIn(scope.watched, sku, region);
				if (!habit || list === null) continue;
				addHabit(of(lists, list), habit, now);
				addHabit(of(regions, region), habit, now);
				if (++slice % SLICE === 0) await setImmediate();
			}
		}
		const all = noTotals();
		for (const totals of lists.values()) addTotals(all, totals);
		this.#brand = groupOf(all, UNKNOWN_GROUP);
		this.#lists = new Map([...lists].map(([list, totals]) => [list, groupOf(totals, this.#brand)]));
		this.#totals = regions;
	}

	async #primeAndStore(): Promise<void> {
		const { states } = this.#options;
		for (const region of states.regionsWithoutHabit()) {
			for (const skus of chunks(states.withoutHabit(region), PRIMED)) await this.#prime(region, skus);
		}
		await this.#store();
	}

	/** Begins the habits of products with what their histories have. */
	async #prime(region: Region, skus: readonly string[]): Promise<void> {
		const { db, source, states } = this.#options;
		const { name, offer = 'NEW' } = source;
		const now = Date.now();
		const past = await readRestocks(db.knex, { source: name, region, offer }, skus, now - PAST_MS);
		for (const sku of skus) {
			const { since, restocks } = past.get(sku) ?? { since: now, restocks: [] };
			const habit = beginHabit(new Uint8Array(HABIT_BYTES), since);
			for (const at of restocks) noteChange(habit, at, hourAt(region, at));
			if (states.addHabit(region, sku, habit)) note(this.#unstored, region, sku);
		}
	}

	async #store(): Promise<void> {
		const { db, states } = this.#options;
		for (const [region, skus] of this.#unstored) {
			for (const some of chunks([...skus], STORED)) {
				const rows = some.flatMap((sku) => {
					const [id, habit] = [states.get(region, sku)?.id, states.habitOf(region, sku)];
					return id === undefined || !habit ? [] : [{ id, habit: Buffer.from(habit) }];
				});
				if (rows.length > 0) {
					const cases = rows.map(() => 'when ? then ?').join(' ');
					const values = rows.flatMap(({ id, habit }) => [id, habit]);
					await db
						.knex('products')
						.whereIn(
							'id',
							rows.map(({ id }) => id),
						)
						.update({ habit: db.knex.raw(`case id ${cases} end`, values) });
				}
				for (const sku of some) skus.delete(sku);
				await setImmediate();
			}
		}
	}
}

/** What a change is worth to the people who wait for it. */
function weightOf({ subscriptions, watches }: { subscriptions: number; watches: number }): number {
	return 1 + subscriptions + watches / 10;
}

/** The last hour that was asked for by region: all products of a region ask for the same two. */
const known = new Map<string, HourOfWeek>();

/** The hour of the week at a moment by the clocks of a region's market. */
function hourAt(region: Region, at: number): HourOfWeek {
	const key = `${region} ${Math.floor(at / 900_000)}`;
	let hour = known.get(key);
	if (!hour) {
		[hour = { weekday: 1, hour: 0 }] = localTimes([at], MARKET_ZONES[region]);
		if (known.size > 500) known.clear();
		known.set(key, hour);
	}
	return hour;
}

function of<Key>(map: Map<Key, Totals>, key: Key): Totals {
	const totals = map.get(key) ?? noTotals();
	map.set(key, totals);
	return totals;
}

function note(sets: Map<Region, Set<string>>, region: Region, sku: string): void {
	const set = sets.get(region) ?? new Set<string>();
	sets.set(region, set.add(sku));
}
