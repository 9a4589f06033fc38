import type { Database } from '@dropwire/db';
import type { Source } from '@dropwire/retailers';
import type { Region } from '@dropwire/domain';
import type { Logger } from 'pino';
import type { LivingPace } from '../publish/living.ts';
import { AnswerStore } from './changes/answerStore.ts';
import { BatchChecks } from './read/batchChecks.ts';
import { CheckTimes } from './schedule/checkTimes.ts';
import { Freshness } from './freshness/freshness.ts';
import { Lanes } from './schedule/lanes.ts';
import { Launches } from './schedule/launches.ts';
import { type Group, Plan } from './schedule/plan.ts';
import { Products } from './state/products.ts';
import { pulseOf, type RegionPulse } from './freshness/pulse.ts';
import { Readability } from './read/readability.ts';
import { Schedules } from './schedule/schedules.ts';
import { Scope } from './lists/scope.ts';
import { StateCache } from './state/stateCache.ts';

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
	/** The minimum time between stock events of one product, ms. */
	quietMs?: number;
	/** How long and how often a product's message is edited. */
	living?: LivingPace;
	/** The origin of short URLs, for links that count clicks; null for none. */
	clickUrl?: string | null;
	/** Called when an event and its deliveries were stored. */
	onEvent: () => void;
}

/** How often the watch lists, the subscriptions and the live processes are read again, ms. */
const REFRESH_MS = 2000;
/** The time until SKUs that links revealed are watched, ms: the first round of a list reveals many. */
const LEARNED_MS = 300;

/** Polls one source for the SKUs of its lists, where somebody gets their messages, and stores changes as events. */
export class Watcher {
	/** When what this watcher checks was last checked. */
	readonly freshness: Freshness;
	readonly #options: WatcherOptions;
	readonly #scope: Scope;
	readonly #products: Products;
	readonly #states: StateCache;
	readonly #store: AnswerStore;
	readonly #readability: Readability;
	readonly #checkTimes: CheckTimes;
	readonly #lanes: Lanes;
	readonly #plan: Plan;
	readonly #schedules: Schedules;
	readonly #launches: Launches;
	readonly #abort = new AbortController();
	#refreshing: Promise<void> | undefined;
	#timer: NodeJS.Timeout | undefined;
	#soon: NodeJS.Timeout | undefined;

	constructor(options: WatcherOptions) {
		const { db, log, source, intervalMs, quietMs } = options;
		this.#options = options;
		this.#scope = new Scope(db, source, options.worker);
		this.#readability = new Readability(source);
		const offer = source.offer ?? 'NEW';
		this.#products = new Products(db, source.name, offer);
		this.#states = new StateCache(this.#products);
		this.#store = new AnswerStore({
			db,
			log,
			source,
			products: this.#products,
			states: this.#states,
			quietMs,
			living: options.living,
			clickUrl: options.clickUrl,
			kindsOf: (sku, region) => this.#scope.kindsOf(sku, region),
			shopOf: (region, sku) => {
				const host = this.#scope.hostOf(sku);
				const watched = this.#watchedAt(region, host);
				return { key: `${region} ${host ?? ''}`, watched, roundMs: this.#schedules.rounds(host).regular };
			},
			onChange: (region, { sku, ...change }, at) => {
				this.freshness.noteChange(region, sku, at);
				this.#readability.noteChange({ region, host: this.#scope.hostOf(sku) }, sku, change, at);
			},
			onEvent: options.onEvent,
		});
		this.#checkTimes = new CheckTimes(db, source.name, log);
		this.freshness = new Freshness({
			source,
			knex: db.knex,
			states: this.#states,
			hostOf: (sku) => this.#scope.hostOf(sku),
			rounds: (host) => this.#schedules.rounds(host),
			suspicion: (place, watched) => this.#readability.suspicion(place, watched, Date.now()),
		});
		this.#lanes = new Lanes(this.#states);
		this.#plan = new Plan({
			source,
			lanes: this.#lanes,
			productOf: (sku) => this.#scope.productOf(sku),
			intervalMs,
		});
		this.#launches = new Launches({
			states: this.#states,
			hurry: (region, sku, until) => this.#schedules.hurry(region, sku, until),
			compare: (region, sku) => this.#store.compareLaunched(region, [sku], Date.now()),
		});
		const checks = new BatchChecks({
			db,
			log,
			source,
			products: this.#products,
			states: this.#states,
			store: this.#store,
			readability: this.#readability,
			checkTimes: this.#checkTimes,
			signal: this.#abort.signal,
			productOf: (sku) => this.#scope.productOf(sku),
			watchedWith: ({ region, skus: [sku = ''] }) => this.#watchedAt(region, this.#scope.hostOf(sku)),
			hurry: (region, sku) => this.#schedules.hurry(region, sku, Date.now()),
			onLearned: () => this.#refreshSoon(),
		});
		this.#schedules = new Schedules({
			intervalMs,
			batchesPerMinute: () => source.requestsPerMinute / source.requestsPerBatch / options.sharing(),
			hostOf: (sku) => this.#scope.hostOf(sku),
			ask: (batch) => checks.check(batch),
		});
	}

	async start(): Promise<void> {
		await this.refresh();
		this.#checkTimes.start(this.#options.intervalMs);
		this.#launches.start();
		this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
	}

	async stop(): Promise<void> {
		clearInterval(this.#timer);
		clearTimeout(this.#soon);
		this.#schedules.stop();
		this.#launches.stop();
		this.#abort.abort();
		await this.#refreshing;
		await this.#store.stop();
		await this.#checkTimes.stop();
		await this.#options.source.close();
	}

	/** Reads again what is watched and where, and checks new SKUs and regions at once. Never rejects. */
	refresh(): Promise<void> {
		this.#refreshing ??= this.#refresh().finally(() => {
			this.#refreshing = undefined;
		});
		return this.#refreshing;
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
		const { log, source, liveWorkers } = this.#options;
		try {
			const changed = await this.#scope.refresh(liveWorkers());
			const { watched, regions } = this.#scope;
			const moved = this.#lanes.update(watched, regions, Date.now());
			const regrouped = this.#plan.decide(watched);
			if (!changed && !moved && !regrouped) return;
			this.#watch();
			for (const region of regions) await this.#states.dropRemoved(region, this.#scope.added);
			await this.#products.unblockRegions(source.regions.filter((region) => !regions.includes(region)));
		} catch (error) {
			log.error({ err: error, source: source.name }, 'reading what to watch failed');
		}
	}

	/** Checks what is watched now, and nothing else. */
	#watch(): void {
		const groups = this.#plan.update(this.#scope.watched, this.#scope.regions);
		const byRegion = Map.groupBy(groups, ({ region }) => region);
		for (const region of this.#options.source.regions) {
			this.#states.keepOnly(region, new Set(byRegion.get(region)?.flatMap(({ skus }) => skus)));
		}
		this.freshness.watch(groups);
		this.#schedules.set([...groups, ...this.#canaries(byRegion)]);
	}

	/** The SKUs that are watched in a region, at a host for a source that reads several shops. */
	*#watchedAt(region: Region, host: string | null): Generator<string> {
		for (const group of this.#plan.groups) {
			if (group.region === region && this.#scope.hostOf(group.skus[0] ?? '') === host) yield* group.skus;
		}
	}

	/** The source's canaries in the regions in which this process watches products: each judges its own answers by them. */
	#canaries(watched: ReadonlyMap<Region, unknown>): Group[] {
		const { source } = this.#options;
		const canaries = (source.canaries ?? []).filter(({ region }) => watched.has(region));
		return canaries.map(({ region, sku }) => ({ region, lane: 'regular', skus: [sku], canary: true }));
	}
}
