import { type Database, FoundProduct, KeywordWatch, type Knex } from '@dropwire/db';
import { chunks, KEYWORD_LIMITS, offerOf, type Region, sourceNameOf } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Answer, FoundProduct as Found, ProductSnapshot, Source } from '@dropwire/retailers';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Facts, factsOfFound, factsOfSnapshot } from '../catalogue/facts.ts';
import { recordSeen } from '../catalogue/record.ts';
import { recordReleases } from '../releases/record.ts';
import type { Guarded, Publisher } from '../product/publisher.ts';
import { SearchProgress, type SearchResult, searchShop } from './search.ts';

export interface DiscoveryOptions {
	db: Database;
	log: Logger;
	sources: readonly Source[];
	/** The time between two searches of a watch, ms. */
	everyMs: number;
	/** Whether this process is the one that searches. */
	isMine: () => boolean;
	/** Called when an event and its deliveries were stored. */
	onEvent(): void;
	publisher: Publisher;
}

/** How often to search for watches that are due, ms. */
const POLL_MS = 5000;
/** The longest pause that a shop can request, ms. */
const LONGEST_WAIT_MS = 3_600_000;
/**
 * How long a found product that its source does not have is read again with each search, ms. Nike's feed can lack a product
 * for up to 15 minutes after a change (Nike's documentation).
 */
const GONE_FOR_MS = 20 * 60_000;
const MAX_GONE = 1000;
const CHUNK = 500;
/** The products that are read and listed when many are new at once: as many as one message shows. */
const MAX_READ = 40;
const TITLE_LENGTH = 255;
const URL_LENGTH = 2048;

/**
 * Searches the lists of shops for products that match keyword watches. The first search of a watch that the shop answers
 * is a baseline; every product that a later one finds is read by its source and published as NEW, once.
 */
export class Discovery {
	readonly #options: DiscoveryOptions;
	readonly #abort = new AbortController();
	/** Until when a shop asks not to be searched, by source and shop; by the monotonic clock. */
	readonly #pausedUntil = new Map<string, number>();
	/** How far each watch has read its lists, by ID. In memory: after a restart, they are read from the beginning. */
	readonly #progress = new LRUCache<number, SearchProgress>({ max: KEYWORD_LIMITS.watches });
	/** Since when the source of a found product does not have it, by watch and SKU; by the monotonic clock. */
	readonly #goneSince = new LRUCache<string, number>({ max: MAX_GONE });
	/** The searches in progress, by source and shop. */
	readonly #running = new Map<string, Promise<void>>();
	#job: Job | undefined;

	constructor(options: DiscoveryOptions) {
		this.#options = options;
	}

	start(): void {
		const { everyMs, isMine } = this.#options;
		this.#job = every(Math.min(POLL_MS, everyMs), () => this.#searchDue(), {
			only: isMine,
			onError: (error) => this.#logError(error),
		});
	}

	async stop(): Promise<void> {
		this.#abort.abort();
		await this.#job?.stop();
		await Promise.all(this.#running.values());
	}

	#logError(error: unknown): void {
		if (!this.#abort.signal.aborted) this.#options.log.error({ err: error }, 'searching the shops failed');
	}

	/** Begins to search for the watches that are due, except at shops that still answer an earlier round. */
	async #searchDue(): Promise<void> {
		const { db, everyMs } = this.#options;
		const now = Date.now();
		const busy = new Set(this.#running.keys());
		const due = await KeywordWatch.query(db.knex)
			// A search in the future was stored by a clock that was ahead.
			.where((is) => void is.whereNull('checkedAt').orWhereNotBetween('checkedAt', [now - everyMs + 1, now]))
			// Those that wait longest first, so that none is always behind one that fails.
			.orderBy('checkedAt')
			.limit(KEYWORD_LIMITS.watches);
		for (const [shop, watches] of Map.groupBy(due, shopOf)) {
			if (busy.has(shop)) continue;
			const searched = this.#searchEach(watches)
				.catch((error: unknown) => this.#logError(error))
				.finally(() => this.#running.delete(shop));
			this.#running.set(shop, searched);
		}
	}

	/** One after the other: a search is never urgent, and the shop's budget is for its products. */
	async #searchEach(watches: readonly KeywordWatch[]): Promise<void> {
		for (const watch of watches) await this.#search(watch).catch((error: unknown) => this.#noteError(watch, error));
	}

	/** A watch whose search throws waits for its next turn as every other: it would be the first one in each round. */
	async #noteError({ id }: KeywordWatch, error: unknown): Promise<void> {
		const { db, log } = this.#options;
		if (this.#abort.signal.aborted) throw error;
		log.error({ err: error, watch: id }, 'searching a shop failed');
		// What the search found was not stored: its phrases are as unread as they were.
		this.#progress.delete(id);
		const problem = 'The search failed with an internal error. The log of the engine has the cause';
		await KeywordWatch.query(db.knex).findById(id).patch({ checkedAt: Date.now(), problem });
	}

	async #search(watch: KeywordWatch): Promise<void> {
		const { db, sources } = this.#options;
		const source = sources.find((one) => sourceNameOf(one) === watch.source);
		const shop = shopOf(watch);
		if (!source || performance.now() < (this.#pausedUntil.get(shop) ?? 0)) return;
		const unread = watch.baselineAt === null ? null : (watch.unread ?? []);
		const progress = this.#progress.get(watch.id) ?? new SearchProgress(unread);
		this.#progress.set(watch.id, progress);
		const result = await searchShop(source, watch, watch, this.#abort.signal, progress);
		if (result.problem !== null) this.#pausedUntil.set(shop, performance.now() + this.#pauseAfter(result));
		// What a list lacks that was not read to its end is no news later.
		const isComplete = progress.isComplete(watch.include);
		const notice = await this.#note(watch, source, result.found);
		await this.#store(watch, source, await this.#unknown(watch, result.old), false);
		const now = Date.now();
		await KeywordWatch.query(db.knex)
			.findById(watch.id)
			.patch({
				checkedAt: now,
				problem: result.problem?.slice(0, TITLE_LENGTH) ?? null,
				unread: progress.unread,
				...(notice !== null && { notice }),
				...(isComplete && { baselineAt: watch.baselineAt ?? now }),
			});
	}

	/** How long the other watches of a shop wait after a failed search, ms. */
	#pauseAfter({ problem, retryAfterMs }: Pick<SearchResult, 'problem' | 'retryAfterMs'>): number {
		const min = problem?.startsWith('rate limited') ? this.#options.everyMs : 0;
		return Math.min(Math.max(retryAfterMs ?? 0, min), LONGEST_WAIT_MS);
	}

	/** @returns a sentence about new products that were sent as one message; null if there were few */
	async #note(watch: KeywordWatch, source: Source, found: readonly Found[]): Promise<string | null> {
		const fresh = await this.#unknown(watch, found);
		if (watch.baselineAt === null) {
			await this.#store(watch, source, fresh, false);
			return null;
		}
		if (fresh.length > KEYWORD_LIMITS.newPerRound) return this.#publishTogether(watch, source, fresh);
		for (const product of fresh) await this.#publish(watch, source, product);
		return null;
	}

	async #store(watch: KeywordWatch, source: Source, found: readonly Found[], isNew: boolean): Promise<void> {
		for (const some of chunks(found, CHUNK)) {
			await this.#options.db.transaction(async (trx) => {
				const rows = some.map((product) => rowOf(watch, product, isNew));
				await trx('found_products').insert(rows).onConflict(['watchId', 'sku']).ignore();
				const seen = some.map((product) => ({ sku: product.sku, facts: factsOfFound(product) }));
				await recordFound(trx, source, watch.region, seen);
			});
		}
	}

	/**
	 * Publishes many new products as one message: a shop that released or renamed many. Only the first of them are read by
	 * their source and listed; the message counts the others, and the list of found products has all.
	 */
	async #publishTogether(watch: KeywordWatch, source: Source, fresh: readonly Found[]): Promise<string> {
		const listed = fresh.slice(0, MAX_READ);
		const answers = new Map<string, Answer>();
		for (const some of chunks(listed, source.batchSize)) {
			const products = some.map(({ sku, link }) => ({ sku, link, adapter: null }));
			const reading = await source.ask(watch.region, products, this.#abort.signal);
			if ('answers' in reading) for (const [sku, answer] of reading.answers) answers.set(sku, answer);
		}
		const events = listed.flatMap((product) => {
			const answer = answers.get(product.sku);
			return answer?.kind === 'read' ? [this.#newEvent(watch, source, product, answer.snapshot)] : [];
		});
		const unread = fresh.length - events.length;
		const queued = await this.#options.publisher.queueDigest(events, unread);
		await this.#store(watch, source, fresh, true);
		if (queued.length > 0) this.#options.onEvent();
		const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
		const sent = queued.length > 0 ? 'They were sent as one message' : 'None of them could be read, so none was sent';
		return `${fresh.length} new products in one search at ${at} UTC. ${sent}`;
	}

	async #unknown({ id }: KeywordWatch, found: readonly Found[]): Promise<Found[]> {
		const known = new Set<string>();
		for (const some of chunks(found, CHUNK)) {
			const rows = await FoundProduct.query(this.#options.db.knex)
				.where({ watchId: id })
				.whereIn(
					'sku',
					some.map(({ sku }) => sku),
				)
				.select('sku');
			for (const { sku } of rows) known.add(sku);
		}
		return found.filter(({ sku }) => !known.has(sku));
	}

	/**
	 * Publishes a new product as its source reads it. If the shop does not answer or does not have it yet, the next search
	 * tries again.
	 */
	async #publish(watch: KeywordWatch, source: Source, product: Found): Promise<void> {
		const { log } = this.#options;
		const { sku, link } = product;
		const reading = await source.ask(watch.region, [{ sku, link, adapter: null }], this.#abort.signal);
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		if (!answer || answer.kind === 'blocked') return;
		if (answer.kind !== 'read') {
			if (this.#isGone(`${watch.id} ${sku}`)) await this.#store(watch, source, [product], true);
			return;
		}
		const { event, guard } = this.#newEvent(watch, source, product, answer.snapshot);
		const queued = await this.#options.publisher.queueEvent(event, guard);
		if (!queued) return;
		log.info({ event: queued.eventId, kind: 'NEW', sku, region: watch.region, watch: watch.id }, 'event');
		this.#options.onEvent();
	}

	#newEvent(watch: KeywordWatch, source: Source, product: Found, after: ProductSnapshot): Guarded {
		const place = { source: source.name, sku: after.sku, region: watch.region };
		const offer = offerOf(after.category);
		return {
			event: { ...place, kind: 'NEW', before: null, after, at: Date.now() },
			async guard(trx) {
				// A watched product has its own events, and several watches can find one product.
				const watched = await trx('products')
					.where({ ...place, offer })
					.first('id', 'state');
				if (watched?.state === 'gone') await checkSoon(trx, watched.id);
				const isKnown = watched ?? (await foundByAnother(trx, watch, product.sku));
				// Fails if another process was first.
				await trx('found_products').insert(rowOf(watch, product, true));
				await recordFound(trx, source, watch.region, [{ sku: after.sku, facts: factsOfSnapshot(after) }]);
				// A watched product's launch is recorded by its checks.
				if (isKnown === undefined && source.announcesLaunches && offer === 'NEW') {
					const report = { brand: source.name, sku: after.sku, region: watch.region, origin: 'found' } as const;
					await recordReleases(trx, [{ ...report, snapshot: after, at: Date.now() }]);
				}
				return isKnown === undefined;
			},
		};
	}

	/** Whether a product has been missing for so long that it is not about to appear. */
	#isGone(key: string): boolean {
		const now = performance.now();
		const since = this.#goneSince.get(key) ?? now;
		this.#goneSince.set(key, since);
		return now - since >= GONE_FOR_MS;
	}
}

/** The source and shop of a watch. */
function shopOf({ source, shop }: KeywordWatch): string {
	return `${source} ${shop ?? ''}`;
}

/** Makes the watcher of a product that it has not found check it at once, and no longer rarely. */
async function checkSoon(trx: Knex.Transaction, id: number): Promise<void> {
	const now = Date.now();
	const changedAt = trx.raw('coalesce(??, ?)', ['changedAt', now]);
	await trx('products')
		.where({ id })
		.update({ changedAt, storedAt: now, version: trx.raw('?? + 1', ['version']) });
}

/** Records the catalogue entries of products in a shop's list. */
async function recordFound(
	trx: Knex.Transaction,
	{ name: brand, offer = 'NEW' }: Source,
	region: Region,
	found: readonly { sku: string; facts: Facts }[],
): Promise<void> {
	const common = { brand, region, offer, origin: 'found', at: Date.now(), isChange: false } as const;
	await recordSeen(
		trx,
		found.map((one) => ({ ...common, ...one })),
	);
}

function foundByAnother(trx: Knex.Transaction, { id, source, region }: KeywordWatch, sku: string) {
	return trx('found_products as f')
		.join('keyword_watches as w', 'w.id', 'f.watchId')
		.where({ 'f.sku': sku, 'w.source': source, 'w.region': region })
		.whereNot('w.id', id)
		.first('f.id');
}

function rowOf({ id }: KeywordWatch, { sku, title, link, image, price }: Found, isNew: boolean) {
	const isShort = (url: string | null) => url !== null && url.length <= URL_LENGTH;
	return {
		watchId: id,
		sku,
		title: title.slice(0, TITLE_LENGTH),
		link: isShort(link) ? link : null,
		image: isShort(image) ? image : null,
		price: price?.current ?? null,
		currency: price?.currency ?? null,
		isNew,
		foundAt: Date.now(),
	};
}
