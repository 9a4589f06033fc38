import { randomUUID } from 'node:crypto';
import type { Database } from '@dropwire/db';
import type { Source } from '@dropwire/retailers';
import type { Region } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { MAX_SINGLE, type Publisher } from '../product/publisher.ts';
import { endRound, type LaunchReport } from '../releases/record.ts';
import type { WatchPolls } from '../sources/countWatches.ts';
import { AnswerStore } from './changes/answerStore.ts';
import { Freshness } from './freshness/freshness.ts';
import { pulseOf, type RegionPulse } from './freshness/pulse.ts';
import { Scope } from './lists/scope.ts';
import { PaceClasses } from './learn/classes.ts';
import { Habits } from './learn/habits.ts';
import { paceByRegion } from './learn/placePace.ts';
import type { CheckTrails } from '../why/checkTrails.ts';
import type { Found } from '../why/finding.ts';
import { BatchChecks } from './read/batchChecks.ts';
import { Readability } from './read/readability.ts';
import { CheckTimes } from './schedule/checkTimes.ts';
import { Lanes } from './schedule/lanes.ts';
import { Launches } from './schedule/launches.ts';
import { type Group, Plan } from './schedule/plan.ts';
import type { Batch } from './schedule/schedule.ts';
import { Schedules } from './schedule/schedules.ts';
import { ProductStates } from './state/productStates.ts';
import { Products } from './state/products.ts';

export interface WatcherOptions {
	db: Database;
	log: Logger;
	/** The watcher closes the source when it stops. */
	source: Source;
	/** The name of this process; `liveWorkers` returns those of all live ones, `sharing` how many use the same address. */
	worker: string;
	liveWorkers: () => readonly string[];
	sharing: () => number;
	/** The interval between checks of a watched SKU in the regular lane if the source's budget allows it, ms. */
	intervalMs: number;
	/** Whether products are checked more often when they usually change; all equally often by default. */
	polling?: Polling;
	/** How personal watches bear on that; `lists` by default. */
	watchPolls?: WatchPolls;
	/** The minimum time between stock events of one product, ms. */
	quietMs?: number;
	publisher: Publisher;
	/** Keeps what the checks found. */
	trails: CheckTrails;
	/** Called when an event and its deliveries were stored. */
	onEvent: () => void;
}

/** How the calls of a shop are divided among its products. */
export const POLLING = ['learned', 'uniform'] as const;
export type Polling = (typeof POLLING)[number];

/** How often the calls are divided again, ms. */
const DIVIDE_MS = 10_000;
/** How often the watch lists, the subscriptions and the live processes are read again, ms. */
const REFRESH_MS = 2000;
/** By how much later than its time another process's change can be found: clocks differ, and commits take time, ms. */
const LATE_MS = 60_000;
/** The time until SKUs that links revealed are watched, ms: the first round of a list reveals many. */
const LEARNED_MS = 300;

/** The news of releases waits for a round that is this late, but not longer than `LONGEST_ROUND_MS`, ms. */
const ROUND_DELAY_MS = 1000;
/** The same for the first round, whose end is known unless its process is killed, ms. */
const FIRST_ROUND_DELAY_MS = 60_000;
const LONGEST_ROUND_MS = 5 * 60_000;
/** News of a launch that is, or was to be, within this time does not wait, nor that of one without a date, ms. */
const SOON_MS = 30 * 60_000;

/** Polls one source for the SKUs of its lists, where somebody gets their messages, and for those of watches, and stores changes as events. */
export class Watcher {
	/** When what this watcher checks was last checked. */
	readonly freshness: Freshness;
	readonly #options: WatcherOptions;
	readonly #scope: Scope;
	readonly #products: Products;
	readonly #states: ProductStates;
	readonly #store: AnswerStore;
	readonly #checkTimes: CheckTimes;
	readonly #lanes: Lanes;
	readonly #habits: Habits;
	readonly #classes: PaceClasses | null;
	readonly #plan: Plan;
	readonly #schedules: Schedules;
	readonly #launches: Launches;
	readonly #abort = new AbortController();
	/** The rounds in which products of a region are checked for the first time, until the last of them was. */
	readonly #firstRounds = new Map<Region, string>();
	/** When the last refresh began, epoch ms. */
	#refreshedAt = Date.now();
	#refreshing: Job | undefined;
	#dividing: Job | undefined;
	#soon: NodeJS.Timeout | undefined;

	constructor(options: WatcherOptions) {
		const { db, log, source, intervalMs, publisher, quietMs, onEvent, watchPolls = 'lists' } = options;
		this.#options = options;
		const scope = (this.#scope = new Scope(db, source, options.worker, watchPolls));
		const offer = source.offer ?? 'NEW';
		const launches =
			source.announcesLaunches && offer === 'NEW'
				? (region: Region) => ({
						round: this.#firstRound(region),
						waitMs: (report: LaunchReport, formerAt: number | null) => this.#releaseWait(report, formerAt),
					})
				: null;
		const products = (this.#products = new Products(db, source.name, offer, 'watched', launches));
		const states = (this.#states = new ProductStates(products, (region, sku, gapMs, at) => {
			this.#habits.noteGap(region, sku, gapMs, at);
		}));
		const readability = new Readability(source);
		const checkTimes = (this.#checkTimes = new CheckTimes(db, source.name, log, (batch) =>
			this.#schedules.intervalOf(batch),
		));
		this.#lanes = new Lanes(states);
		const isLearning = options.polling === 'learned';
		const habits = (this.#habits = new Habits({
			db,
			log,
			source,
			states,
			scope,
			isLearning,
			countsWatches: watchPolls !== 'off',
		}));
		const isShared = source.batchSize > 1 || source.together !== undefined;
		const classes = (this.#classes = isLearning && isShared ? new PaceClasses(states, habits) : null);
		const plan = (this.#plan = new Plan({
			source,
			scope,
			lanes: this.#lanes,
			...(classes && { classOf: (region: Region, sku: string) => classes.of(region, sku) }),
			intervalMs,
		}));
		const rounds = (host: string | null) => this.#schedules.rounds(host);
		this.freshness = new Freshness({
			source,
			knex: db.knex,
			scope,
			states,
			rounds,
			longerMs: (group) => this.#schedules.longerMs(group),
			paces: (host) => paceByRegion(this.#schedules.intervals(host), (region) => habits.usualIn(region)),
			suspicion: (place, watched) => readability.suspicion(place, watched, Date.now()),
		});
		const parts = { db, log, source, scope, products, states, plan };
		const store = (this.#store = new AnswerStore({
			...parts,
			publisher,
			quietMs,
			rounds,
			onRead: (region, sku, read, at) => readability.noteStock({ region, host: scope.hostOf(sku) }, sku, read, at),
			onChange: (region, { sku, kind, previousAt, ...change }, at) => {
				habits.noteChange(region, sku, kind, { at, previousAt });
				this.freshness.noteChange(region, sku, at);
				const { before, after } = change;
				if (after === null) readability.noteStock({ region, host: scope.hostOf(sku) }, sku, { before, after }, at);
			},
			onEvent,
		}));
		const checks = new BatchChecks({
			...parts,
			store,
			readability,
			checkTimes,
			signal: this.#abort.signal,
			noteFound: (batch, found, at) => this.#noteFound(batch, found, at),
			expedite: (region, sku) => this.#schedules.expedite(region, sku, Date.now()),
			onLearned: () => this.#refreshSoon(),
		});
		this.#schedules = new Schedules({
			intervalMs,
			scope,
			batchesPerMinute: () => source.requestsPerMinute / source.requestsPerBatch / options.sharing(),
			claimOf: (batch) => habits.claimOf(batch),
			ask: async (batch) => {
				const { region } = batch;
				const wasChecked = this.#firstRounds.has(region) && this.#isChecked(region);
				const checked = await checks.check(batch);
				await this.#endFirstRound(region, wasChecked);
				return checked;
			},
		});
		this.#launches = new Launches({
			states,
			expedite: (region, sku, until) => this.#schedules.expedite(region, sku, until),
			compare: (region, sku) => store.compareLaunched(region, [sku], Date.now()),
		});
	}

	async start(): Promise<void> {
		const { log, source, intervalMs } = this.#options;
		this.#refreshing = every(REFRESH_MS, () => this.#refresh(), {
			onError: (error) => log.error({ err: error, source: source.name }, 'reading what to watch failed'),
		});
		await this.refresh();
		this.#checkTimes.start(intervalMs);
		this.#launches.start();
		this.#habits.start(intervalMs);
		this.#dividing = every(Math.min(DIVIDE_MS, intervalMs), () => this.#schedules.divide(), {
			onError: (error) => log.error({ err: error, source: source.name }, 'dividing the calls failed'),
		});
	}

	async stop(): Promise<void> {
		clearTimeout(this.#soon);
		this.#schedules.stop();
		this.#launches.stop();
		this.#abort.abort();
		await this.#refreshing?.stop();
		await this.#dividing?.stop();
		await this.#store.stop();
		await this.#habits.stop();
		await this.#checkTimes.stop();
		await this.#options.source.close();
	}

	/** Reads again what is watched and where, and checks new SKUs and regions at once. Never rejects. */
	async refresh(): Promise<void> {
		await this.#refreshing?.now();
	}

	#noteFound(batch: Batch, found: Iterable<readonly [string, Found]>, at: number): void {
		const { region } = batch;
		const everyMs = this.#schedules.intervalOf(batch)?.ms ?? 0;
		for (const [sku, one] of found) {
			const state = this.#states.get(region, sku);
			const previousAt = state?.seen && state.checkedAt < at ? state.checkedAt : null;
			this.#options.trails.note({ ...this.#offered, region, sku }, { ...one, at, previousAt, everyMs });
		}
	}

	#noteUnpolled(regions: readonly Region[]): void {
		const check = { finding: 'unpolled', at: Date.now(), previousAt: null, everyMs: 0 } as const;
		for (const region of regions) this.#options.trails.note({ ...this.#offered, region, sku: '' }, check);
	}

	/** The source's offer, as what is stored about checks names it. */
	get #offered() {
		const { name: source, offer = 'NEW' } = this.#options.source;
		return { source, offer };
	}

	/** How long the news of a release waits until its round ends: announcements of a round share a message, ms. */
	#releaseWait({ region, sku, snapshot }: LaunchReport, formerAt: number | null): number {
		const host = this.#scope.hostOf(sku);
		const isMany = this.#plan.skusAt(region, host).drop(MAX_SINGLE).next().done === false;
		const isSoon = Math.min(snapshot?.launchAt ?? 0, formerAt ?? Number.POSITIVE_INFINITY) - Date.now() < SOON_MS;
		if (!isMany || isSoon) return 0;
		const delayMs = this.#firstRounds.has(region) ? FIRST_ROUND_DELAY_MS : ROUND_DELAY_MS;
		return Math.min(this.#schedules.rounds(host).regular + delayMs, LONGEST_ROUND_MS);
	}

	/** The round of a region with products that this process has not checked yet; null if it has checked all. */
	#firstRound(region: Region): string | null {
		const known = this.#firstRounds.get(region);
		if (known !== undefined || this.#isChecked(region)) return known ?? null;
		const round = randomUUID();
		this.#firstRounds.set(region, round);
		return round;
	}

	/**
	 * Lets the news of the first round go when a check of the region is over and all its products have been checked.
	 * @param wasChecked whether they had been when the check began: then no check of the round is being stored any more
	 */
	async #endFirstRound(region: Region, wasChecked: boolean): Promise<void> {
		const { db, log, source } = this.#options;
		const round = this.#firstRounds.get(region);
		if (round === undefined || !this.#isChecked(region)) return;
		if (wasChecked) this.#firstRounds.delete(region);
		try {
			await endRound(db.knex, round);
		} catch (error) {
			log.warn({ err: error, source: source.name, region }, 'news of releases waits for longer');
		}
	}

	#isChecked(region: Region): boolean {
		const states = this.#states.loaded(region);
		return this.#plan.groups.every((group) => {
			return group.region !== region || group.skus.every((sku) => states.get(sku) !== undefined);
		});
	}

	#refreshSoon(): void {
		this.#soon ??= setTimeout(() => {
			this.#soon = undefined;
			void this.refresh();
		}, LEARNED_MS);
	}

	/** One row per region of the source. */
	pulse(): RegionPulse[] {
		const { groups } = this.#plan;
		return pulseOf(this.#options.source, {
			groups,
			rounds: this.#schedules.longestRounds(),
			states: this.freshness.states,
		});
	}

	async #refresh(): Promise<void> {
		const { source, liveWorkers } = this.#options;
		const startedAt = Date.now();
		const found = await this.#states.reloadChanged(this.#refreshedAt - LATE_MS);
		this.#refreshedAt = startedAt;
		const changed = await this.#scope.refresh(liveWorkers());
		const { watched, regions } = this.#scope;
		const unpolled = source.regions.filter((region) => !regions.includes(region));
		if (watched.size > 0) this.#noteUnpolled(unpolled);
		const moved = this.#lanes.update(watched, regions, Date.now());
		const regrouped = this.#plan.decide(watched);
		const reclassed = (await this.#classes?.update(watched, regions)) ?? false;
		if (changed || moved || regrouped || reclassed) {
			this.#watch();
			for (const region of regions) await this.#states.unloadRemoved(region, this.#scope.renewed);
			await this.#products.unblockRegions(unpolled);
		}
		// A search that found one of those that are not there changed its state.
		const isGone = ({ region, sku }: { region: Region; sku: string }) => this.#states.get(region, sku)?.digest === null;
		for (const { region, sku } of found.filter(isGone)) {
			this.#schedules.expedite(region, sku, Date.now() + REFRESH_MS);
		}
	}

	/** Checks what is watched now, and nothing else. */
	#watch(): void {
		const groups = this.#plan.update(this.#scope.watched, this.#scope.regions);
		const byRegion = Map.groupBy(groups, ({ region }) => region);
		const { source, trails } = this.#options;
		const watched = new Map(
			source.regions.map((region) => [region, new Set(byRegion.get(region)?.flatMap(({ skus }) => skus))]),
		);
		for (const [region, skus] of watched) this.#states.keepOnly(region, skus);
		const isPolled = (region: Region) => this.#scope.regions.includes(region);
		trails.end(this.#offered, (region, sku) => (sku === '' ? isPolled(region) : !watched.get(region)?.has(sku)));
		this.freshness.watch(groups);
		this.#schedules.set([...groups, ...this.#canaries(byRegion)]);
	}

	/** The source's canaries in the regions in which this process watches products: each judges its own answers by them. */
	#canaries(watched: ReadonlyMap<Region, unknown>): Group[] {
		const { source } = this.#options;
		const canaries = (source.canaries ?? []).filter(({ region }) => watched.has(region));
		return canaries.map(({ region, sku }) => ({ region, lane: 'regular', skus: [sku], canary: true }));
	}
}
