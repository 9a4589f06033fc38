import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import type { Region } from '@dropwire/domain';
import type { Answer, Source, WatchedProduct } from '@dropwire/retailers';
import type { Logger } from 'pino';
import { isRegionBlocked, isShopBlocked, longestPause } from './answers.ts';
import type { AnswerStore } from './answerStore.ts';
import type { CheckTimes } from './checkTimes.ts';
import { asAsked, learnLinks } from './productLinks.ts';
import type { Products } from './products.ts';
import type { Readability } from './readability.ts';
import type { Batch } from './schedule.ts';
import type { StateCache } from './stateCache.ts';
import { withoutOutage } from './wholeShop.ts';

export interface BatchChecksOptions {
	db: Database;
	log: Logger;
	source: Source;
	products: Products;
	states: StateCache;
	store: AnswerStore;
	readability: Readability;
	checkTimes: CheckTimes;
	/** Aborted when the watcher stops. */
	signal: AbortSignal;
	/** What the source needs to read a SKU. */
	productOf(sku: string): WatchedProduct;
	/** The SKUs that are watched in the region of a batch, at its host for a source that reads several shops. */
	watchedWith(batch: Batch): Iterable<string>;
	/** Checks a SKU's batch at once. */
	hurry(region: Region, sku: string): void;
	/** Called when entries of the lists got other SKUs. */
	onLearned(): void;
}

/** Whether a check was blocked, and how long the shop asks to wait. */
interface Checked {
	blocked: boolean;
	retryAfterMs: number | null;
}

/** Asks a source for one batch after the other, and stores what follows from its answers. */
export class BatchChecks {
	readonly #options: BatchChecksOptions;
	#turn: Promise<void> = Promise.resolve();

	constructor(options: BatchChecksOptions) {
		this.#options = options;
	}

	/** Checks a batch. Never rejects. */
	async check(batch: Batch): Promise<Checked> {
		const { source, log, signal } = this.#options;
		try {
			return await (batch.canary ? this.#checkCanary(batch) : this.#checkProducts(batch));
		} catch (error) {
			if (!signal.aborted) {
				log.error({ err: error, source: source.name, region: batch.region }, 'checking products failed');
			}
			return { blocked: true, retryAfterMs: null };
		}
	}

	async #checkProducts(batch: Batch): Promise<Checked> {
		const { source, signal, store, states, readability } = this.#options;
		const { region } = batch;
		// Since the batch was planned, an entry may have been removed, or its link may have got the SKU of its shop.
		const asked = batch.skus
			.map((sku) => this.#options.productOf(sku))
			.filter(({ link }) => !source.byLink || link !== null);
		if (asked.length === 0) return { blocked: false, retryAfterMs: null };
		const skus = asked.map(({ sku }) => sku);
		// A state that is stored after the request, by another check or process, may be newer than the answer.
		const versions = await states.versions(region, skus);
		// Without a product's state, there is nothing to which the shop's answer could be unchanged.
		const isStored = skus.every((sku) => versions.get(sku) !== undefined);
		const reading = await source.ask(region, asked, signal, isStored ? batch.version : null);
		if ('unchanged' in reading) {
			const at = Date.now();
			// What is unchanged can also be that nothing was found.
			const isRead = skus.some((sku) => states.get(region, sku)?.digest != null);
			if (isRead) readability.noteRead(region, at);
			await store.compareLaunched(region, skus, at);
			this.#noteCheck(batch, [], at);
			states.noteChecked(region, skus, at);
			return { blocked: false, retryAfterMs: null };
		}
		// Until everything is stored, the next check must read the same answers again.
		batch.version = null;
		const at = Date.now();
		await this.#ownTurn();
		const all = [...reading.answers.values()];
		if (all.some(({ kind }) => kind === 'read')) readability.noteRead(region, at);
		const learned = await this.#learn(asked, reading.answers);
		const answers = this.#trusted(batch, learned, at);
		const settled = await store.store(region, answers, at, versions);
		if (settled && answers === learned) batch.version = reading.version ?? null;
		const stored = await states.of(region, skus);
		const ids = skus.flatMap((sku) => stored.get(sku)?.id ?? []);
		// The time of a batch is that of all its products.
		if (reading.answers.size === skus.length) this.#noteCheck(batch, all, at, ids);
		const read = [...answers].flatMap(([sku, { kind }]) => (kind === 'blocked' ? [] : [sku]));
		states.noteChecked(region, read, at);
		return { blocked: source.byLink ? isShopBlocked(all) : isRegionBlocked(all), retryAfterMs: longestPause(all) };
	}

	/** A canary that cannot be read delays no product, unless the shop asks for a pause. */
	async #checkCanary({ region, skus: [sku = ''] }: Batch): Promise<Checked> {
		const { source, signal, readability } = this.#options;
		const link = source.canaries?.find((canary) => canary.sku === sku)?.link ?? null;
		const reading = await source.ask(region, [{ sku, link, adapter: null }], signal);
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		readability.noteCanary(region, sku, answer, Date.now());
		const retryAfterMs = answer?.kind === 'blocked' ? answer.retryAfterMs : null;
		return { blocked: retryAfterMs !== null, retryAfterMs };
	}

	/** The answers as far as they can be trusted. When a known product is not found, the canaries are checked at once. */
	#trusted(batch: Batch, answers: ReadonlyMap<string, Answer>, at: number): ReadonlyMap<string, Answer> {
		const { source, states, readability } = this.#options;
		const { region } = batch;
		const isKnown = (sku: string) => states.get(region, sku)?.digest != null;
		if ([...answers].some(([sku, { kind }]) => kind === 'gone' && isKnown(sku))) {
			for (const canary of source.canaries ?? []) if (canary.region === region) this.#options.hurry(region, canary.sku);
		}
		const trusted = readability.trusted(region, answers, isKnown);
		return withoutOutage(trusted, this.#options.watchedWith(batch), states.known(region), at);
	}

	/** @returns the answers without those whose SKU was provisional until now: the next check is theirs */
	async #learn(
		asked: readonly WatchedProduct[],
		answers: ReadonlyMap<string, Answer>,
	): Promise<ReadonlyMap<string, Answer>> {
		const { db, source, products } = this.#options;
		if (!source.byLink) return answers;
		const replaced = await learnLinks(db.knex, source, asked, answers);
		if (replaced.length > 0) {
			await products.forget(replaced);
			this.#options.onLearned();
		}
		const theirs = [...answers].filter(([sku]) => !replaced.includes(sku));
		return new Map(theirs.map(([sku, answer]) => [sku, asAsked(sku, answer)]));
	}

	/** Resolves in a turn of the event loop of its own, so that answers that arrive together are not one long stall. */
	#ownTurn(): Promise<void> {
		this.#turn = this.#turn.then(() => setImmediate());
		return this.#turn;
	}

	/** @param products the IDs of the batch's products; unset if they are the same as at the last check */
	#noteCheck(batch: Batch, answers: readonly Answer[], at: number, products?: readonly number[]): void {
		if (!isRegionBlocked(answers)) this.#options.checkTimes.add(batch, at, products);
	}
}
