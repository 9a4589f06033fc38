import type { Database } from '@dropwire/db';
import type { EventKind, Region } from '@dropwire/db/topics';
import type { Logger } from 'pino';
import { queueEvent } from '../delivery/outbox.ts';
import type { Answer, ProductSnapshot, Source } from '../sources/source.ts';
import { look } from './look.ts';
import { isOwner } from './ownership.ts';
import { type Kept, Products } from './products.ts';
import { type Batch, Schedule } from './schedule.ts';
import { type Watched, WatchLists } from './watchlist.ts';

export interface MonitorOptions {
	db: Database;
	log: Logger;
	source: Source;
	/** This process's name, and those of all that are alive. */
	worker: string;
	liveWorkers: () => readonly string[];
	intervalMs: number;
	callsPerMinute: number;
	/** Stock news of one product at most so often, ms. */
	quietMs?: number;
	/** An event was stored, with deliveries to be sent. */
	onEvent: () => void;
}

/** How a region of a source stands. */
export interface RegionPulse {
	source: string;
	region: Region;
	watched: number;
	lastCheck: number | null;
	lastChange: number | null;
	blockedSince: number | null;
	blockedReason: string | null;
}

const CONCURRENCY = 16;
/** How often the watch lists and the live processes are looked at, ms. */
const REFRESH_MS = 2000;
/** The times of the last looks are written a few at a time, so that news never waits for them. */
const CHECKED_FLUSH_MS = 250;
const CHECKED_FLUSHES = 20;

/** Asks one source for what is watched and turns what changed into stored events. */
export class Monitor {
	readonly #options: MonitorOptions;
	readonly #lists: WatchLists;
	readonly #products: Products;
	readonly #schedule: Schedule;
	readonly #abort = new AbortController();
	/** By region, then SKU. */
	readonly #kept = new Map<Region, Map<string, Kept>>();
	readonly #pulse = new Map<Region, RegionPulse>();
	readonly #checked = new Set<number>();
	#watched: Watched = new Map();
	#workersKey = '';
	#refreshing: Promise<void> | undefined;
	#timers: NodeJS.Timeout[] = [];

	constructor(options: MonitorOptions) {
		this.#options = options;
		this.#lists = new WatchLists(options.db);
		this.#products = new Products(options.db, options.source.name);
		this.#schedule = new Schedule({
			intervalMs: options.intervalMs,
			callsPerMinute: options.callsPerMinute,
			concurrency: CONCURRENCY,
			ask: (batch) => this.#ask(batch),
		});
	}

	async start(): Promise<void> {
		await this.refresh();
		this.#timers = [
			setInterval(() => void this.refresh(), REFRESH_MS),
			setInterval(() => void this.#flushChecked(), CHECKED_FLUSH_MS),
		];
	}

	async stop(): Promise<void> {
		for (const timer of this.#timers) clearInterval(timer);
		this.#schedule.stop();
		this.#abort.abort();
		await this.#refreshing;
		await this.#flushChecked(this.#checked.size);
	}

	/** Reads the watch lists and the live processes again, and asks for what is new at once. */
	refresh(): Promise<void> {
		this.#refreshing ??= this.#refresh().finally(() => {
			this.#refreshing = undefined;
		});
		return this.#refreshing;
	}

	pulse(): { roundMs: number; regions: RegionPulse[] } {
		return { roundMs: this.#schedule.roundMs, regions: [...this.#pulse.values()] };
	}

	async #refresh(): Promise<void> {
		try {
			const { watched, changed } = await this.#lists.read();
			const workers = this.#options.liveWorkers();
			const workersKey = workers.join();
			if (!changed && workersKey === this.#workersKey) return;
			this.#workersKey = workersKey;
			this.#watched = watched;
			const { source, worker } = this.#options;
			const owned = [...watched.keys()].filter((sku) => isOwner(worker, workers, sku)).sort();
			for (const region of source.regions) this.#keepOnly(region, owned);
			this.#schedule.set(
				chunks(owned, source.batchSize).flatMap((skus) => source.regions.map((region) => ({ region, skus }))),
			);
		} catch (error) {
			this.#options.log.error({ err: error }, 'reading the watch lists failed');
		}
	}

	#keepOnly(region: Region, skus: readonly string[]): void {
		const owned = new Set(skus);
		const kept = this.#kept.get(region);
		for (const sku of kept?.keys() ?? []) if (!owned.has(sku)) kept?.delete(sku);
		const old = this.#pulse.get(region);
		const none = { lastCheck: null, lastChange: null, blockedSince: null, blockedReason: null };
		this.#pulse.set(region, { ...none, ...old, source: this.#options.source.name, region, watched: skus.length });
	}

	async #ask(batch: Batch): Promise<{ blocked: boolean; retryAfterMs: number | null }> {
		const { source, log } = this.#options;
		try {
			const answers = await source.ask(batch.region, batch.skus, this.#abort.signal);
			await this.#take(batch, answers, Date.now());
			return regionBlocked([...answers.values()]);
		} catch (error) {
			if (!this.#abort.signal.aborted) log.error({ err: error, region: batch.region }, 'looking at products failed');
			return { blocked: true, retryAfterMs: null };
		}
	}

	/** What a batch's answers mean, product by product; what concerns many is written together. */
	async #take({ region, skus }: Batch, answers: ReadonlyMap<string, Answer>, at: number): Promise<void> {
		const kept = await this.#keptOf(region, skus);
		const first: { sku: string; snapshot: ProductSnapshot | null; blockedReason: string | null }[] = [];
		const blocked = new Map<string, number[]>();
		const unblocked: number[] = [];
		const applying: Promise<void>[] = [];
		for (const sku of skus) {
			const watched = this.#watched.get(sku);
			const answer = answers.get(sku);
			if (!watched || !answer) continue;
			const product = kept.get(sku);
			const finding = look(product?.seen ? product : null, answer, { watched, at, ...this.#quiet });
			if (finding.kind === 'blocked') {
				if (!product) first.push({ sku, snapshot: null, blockedReason: finding.reason });
				else if (product.blockedReason !== finding.reason)
					blocked.set(finding.reason, [...(blocked.get(finding.reason) ?? []), product.id]);
				if (product) product.blockedReason = finding.reason;
				continue;
			}
			if (!product) {
				if (finding.kind === 'baseline') first.push({ sku, snapshot: finding.snapshot, blockedReason: null });
				continue;
			}
			if (product.blockedReason !== null) {
				product.blockedReason = null;
				unblocked.push(product.id);
			}
			this.#checked.add(product.id);
			applying.push(
				this.#apply(region, sku, product, finding, at).catch((error: unknown) => {
					// The snapshot still stands, so the next look finds the same; one product's trouble is not the region's.
					this.#options.log.error({ err: error, sku, region }, 'storing what changed failed');
				}),
			);
		}
		await Promise.all(applying);
		if (first.length > 0) {
			for (const [sku, product] of await this.#products.insert(region, first, at)) kept.set(sku, product);
		}
		for (const [reason, ids] of blocked) await this.#products.markBlocked(ids, reason, at);
		if (unblocked.length > 0) await this.#products.markBlocked(unblocked, null, at);
		this.#note(region, [...answers.values()], at);
	}

	async #apply(
		region: Region,
		sku: string,
		product: Kept,
		finding: ReturnType<typeof look>,
		at: number,
	): Promise<void> {
		if (finding.kind === 'blocked') return;
		if (finding.kind === 'same') {
			product.goneLooks = finding.goneLooks;
			return;
		}
		const stockTold = finding.kind === 'news' && (finding.event === 'STOCK' || finding.event === 'RESTOCK');
		const { snapshot } = finding;
		const moved =
			finding.kind === 'news'
				? await this.#tell({ region, sku, product, kind: finding.event, snapshot, at, stockTold })
				: await this.#products.move(this.#options.db.knex, product, snapshot, { at });
		if (!moved) {
			// Another process was first, or the SKU was taken off the lists: look again with what stands now.
			this.#kept.get(region)?.delete(sku);
			return;
		}
		product.version++;
		product.seen = true;
		product.snapshot = snapshot;
		product.goneLooks = 0;
		if (stockTold) product.stockToldAt = at;
	}

	/** Stores the event with all that follows from it, if this process is the one that moves the snapshot. */
	async #tell({
		region,
		sku,
		product,
		kind,
		snapshot,
		at,
		stockTold,
	}: {
		region: Region;
		sku: string;
		product: Kept;
		kind: EventKind;
		snapshot: ProductSnapshot | null;
		at: number;
		stockTold: boolean;
	}): Promise<boolean> {
		const { db, log, source, onEvent } = this.#options;
		const event = { source: source.name, sku, region, kind, before: product.snapshot, after: snapshot, at };
		const queued = await queueEvent(db, event, (trx) => this.#products.move(trx, product, snapshot, { at, stockTold }));
		if (!queued) return false;
		log.info({ event: queued.eventId, kind, sku, region, deliveries: queued.deliveries }, 'event');
		const pulse = this.#pulse.get(region);
		if (pulse) pulse.lastChange = at;
		onEvent();
		return true;
	}

	async #keptOf(region: Region, skus: readonly string[]): Promise<Map<string, Kept>> {
		const kept = this.#kept.get(region) ?? new Map<string, Kept>();
		this.#kept.set(region, kept);
		const missing = skus.filter((sku) => !kept.has(sku));
		if (missing.length > 0) {
			for (const [sku, product] of await this.#products.load(region, missing)) kept.set(sku, product);
		}
		return kept;
	}

	#note(region: Region, answers: readonly Answer[], at: number): void {
		const pulse = this.#pulse.get(region);
		if (!pulse) return;
		const blocked = answers.find((answer) => answer.kind === 'blocked');
		if (blocked && answers.every((answer) => answer.kind === 'blocked')) {
			pulse.blockedSince ??= at;
			pulse.blockedReason = blocked.reason;
		} else {
			pulse.lastCheck = at;
			pulse.blockedSince = null;
			pulse.blockedReason = null;
		}
	}

	async #flushChecked(most = Math.ceil(this.#checked.size / CHECKED_FLUSHES)): Promise<void> {
		const ids = [...this.#checked].slice(0, most);
		for (const id of ids) this.#checked.delete(id);
		try {
			await this.#products.markChecked(ids, Date.now());
		} catch (error) {
			this.#options.log.error({ err: error }, 'noting the last looks failed');
		}
	}

	get #quiet() {
		return this.#options.quietMs === undefined ? {} : { quietMs: this.#options.quietMs };
	}
}

/** A call that failed as a whole; a single product with an unknown status is no reason to leave the region alone. */
function regionBlocked(answers: readonly Answer[]): { blocked: boolean; retryAfterMs: number | null } {
	const blocked = answers.filter((answer) => answer.kind === 'blocked');
	const retryAfter = blocked.map((answer) => answer.retryAfterMs ?? 0);
	return {
		blocked: answers.length > 0 && blocked.length === answers.length,
		retryAfterMs: retryAfter.length > 0 ? Math.max(...retryAfter) : null,
	};
}

function chunks<T>(items: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}
