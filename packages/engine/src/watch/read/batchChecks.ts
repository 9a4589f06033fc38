import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import type { Region } from '@dropwire/domain';
import {
	type Answer,
	type Reading,
	type Source,
	unlessAborted,
	type WatchedProduct,
	withDeadline,
} from '@dropwire/retailers';
import type { Logger } from 'pino';
import { checkedOf, isRegionBlocked } from './answers.ts';
import type { AnswerStore } from '../changes/answerStore.ts';
import type { CheckTimes } from '../schedule/checkTimes.ts';
import { OldAnswers } from './oldAnswers.ts';
import { asAsked, learnLinks } from '../lists/productLinks.ts';
import type { Products } from '../state/products.ts';
import type { Readability } from './readability.ts';
import type { Batch, Checked } from '../schedule/schedule.ts';
import type { StateCache } from '../state/stateCache.ts';
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

/** A check that says nothing about the shop. */
const NOTHING: Checked = { blocked: null, retryAfterMs: null };
/** The time for the answers about a batch, ms: longer than all limits of its requests together. */
const LONGEST_ASK_MS = 10 * 60_000;

/** Asks a source for one batch after the other, and stores what follows from its answers. */
export class BatchChecks {
	readonly #options: BatchChecksOptions;
	#turn: Promise<void> = Promise.resolve();
	readonly #old: OldAnswers;

	constructor(options: BatchChecksOptions) {
		this.#options = options;
		this.#old = new OldAnswers(options.states);
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
			return NOTHING;
		}
	}

	async #checkProducts(batch: Batch): Promise<Checked> {
		const { source, store, states, readability } = this.#options;
		const { region } = batch;
		// Since the batch was planned, an entry may have been removed, or its link may have got the SKU of its shop.
		const asked = batch.skus
			.map((sku) => this.#options.productOf(sku))
			.filter(({ link }) => !source.byLink || link !== null);
		if (asked.length === 0) return NOTHING;
		const skus = asked.map(({ sku }) => sku);
		// A state that is stored after the request, by another check or process, may be newer than the answer.
		const versions = await states.versions(region, skus);
		// Without a product's state, there is nothing to which the shop's answer could be unchanged.
		const isStored = skus.every((sku) => versions.get(sku) !== undefined);
		const reading = await this.#ask(region, asked, isStored ? batch.version : null);
		if ('unchanged' in reading) {
			const at = Date.now();
			// What is unchanged can also be that nothing was found.
			const isRead = skus.some((sku) => states.get(region, sku)?.digest != null);
			if (isRead) readability.noteRead(region, at);
			await store.compareLaunched(region, skus, at);
			store.noteChecked(region, skus);
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
		const newer = this.#old.without(region, learned, at);
		const answers = this.#trusted(batch, newer, at);
		const settled = await store.store(region, answers, at, versions);
		if (settled && answers === learned) batch.version = reading.version ?? null;
		const stored = await states.of(region, skus);
		const ids = skus.flatMap((sku) => stored.get(sku)?.id ?? []);
		// The time of a batch is that of all its products.
		if (newer === learned && reading.answers.size === skus.length) this.#noteCheck(batch, all, at, ids);
		const read = [...answers].flatMap(([sku, { kind }]) => (kind === 'blocked' ? [] : [sku]));
		states.noteChecked(region, read, at);
		return checkedOf(source, all);
	}

	/** A canary that cannot be read delays no product, unless the shop asks for a pause. */
	async #checkCanary({ region, skus: [sku = ''] }: Batch): Promise<Checked> {
		const { source, readability } = this.#options;
		const link = source.canaries?.find((canary) => canary.sku === sku)?.link ?? null;
		const reading = await this.#ask(region, [{ sku, link, adapter: null }]);
		const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
		readability.noteCanary(region, sku, answer, Date.now());
		const { blocked, retryAfterMs } = checkedOf(source, answer ? [answer] : []);
		return { blocked: blocked && retryAfterMs === null ? null : blocked, retryAfterMs };
	}

	/** Asks the source. An answer that never comes ends as an error, so that its products are asked again. */
	#ask(region: Region, products: readonly WatchedProduct[], version?: string | null): Promise<Reading> {
		const { source, signal } = this.#options;
		return withDeadline(signal, LONGEST_ASK_MS, (late) =>
			unlessAborted(source.ask(region, products, late, version), late),
		);
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
