import { setImmediate } from 'node:timers/promises';
import type { Database, Knex } from '@dropwire/db';
import { type Region, skuFromHandle } from '@dropwire/domain';
import {
	type Answer,
	type Reading,
	type Source,
	unlessAborted,
	type WatchedProduct,
	withDeadline,
} from '@dropwire/retailers';
import type { Logger } from 'pino';
import type { AnswerStore } from '../changes/answerStore.ts';
import { clockJumps } from '../../process/clockJumps.ts';
import type { Found } from '../../why/finding.ts';
import { skuHash } from '../lists/entries.ts';
import type { Scope } from '../lists/scope.ts';
import type { CheckTimes } from '../schedule/checkTimes.ts';
import type { Plan } from '../schedule/plan.ts';
import type { Batch, Checked } from '../schedule/schedule.ts';
import type { ProductStates } from '../state/productStates.ts';
import type { Products } from '../state/products.ts';
import { OldAnswers } from './oldAnswers.ts';
import type { Readability } from './readability.ts';
import { withoutOutage } from './wholeShop.ts';

export interface BatchChecksOptions {
	db: Database;
	log: Logger;
	source: Source;
	products: Products;
	states: ProductStates;
	store: AnswerStore;
	readability: Readability;
	checkTimes: CheckTimes;
	/** Aborted when the watcher stops. */
	signal: AbortSignal;
	scope: Pick<Scope, 'productOf' | 'hostOf'>;
	plan: Pick<Plan, 'skusAt'>;
	/** Keeps what the checks of a batch's products found. */
	noteFound(batch: Batch, found: Iterable<readonly [sku: string, found: Found]>, at: number): void;
	/** Checks a SKU's batch at once. */
	expedite(region: Region, sku: string): void;
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
			.map((sku) => this.#options.scope.productOf(sku))
			.filter(({ link }) => !source.byLink || link !== null);
		if (asked.length === 0) return NOTHING;
		const skus = asked.map(({ sku }) => sku);
		// A state that is stored after the request, by another check or process, may be newer than the answer.
		const versions = await states.versions(region, skus);
		const before = statesOf(states, region, skus);
		const reading = await this.#ask(region, asked, before !== null && before === batch.states ? batch.version : null);
		if ('unchanged' in reading) {
			const at = Date.now();
			// What is unchanged can also be that nothing was found.
			const isRead = skus.some((sku) => states.get(region, sku)?.digest != null);
			if (isRead) readability.noteRead(region, at);
			await store.compareLaunched(region, skus, at);
			store.noteChecked(region, skus);
			this.#noteCheck(batch, [], at);
			this.#noteUnchanged(batch, skus, at);
			this.#old.noteUnchanged(region, skus, reading.ageMs ?? 0, at);
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
		const { isSettled, found } = await store.store(region, answers, at, versions);
		this.#options.noteFound(batch, found, at);
		const stored = await states.of(region, skus);
		if (isSettled && answers === learned) {
			batch.version = reading.version ?? null;
			batch.states = statesOf(states, region, skus);
		}
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
		const { source, states, readability, scope, plan } = this.#options;
		const { region, skus } = batch;
		const isKnown = (sku: string) => states.get(region, sku)?.digest != null;
		if ([...answers].some(([sku, { kind }]) => kind === 'gone' && isKnown(sku))) {
			for (const canary of source.canaries ?? [])
				if (canary.region === region) this.#options.expedite(region, canary.sku);
		}
		const trusted = readability.trusted(region, answers, isKnown);
		const watched = plan.skusAt(region, scope.hostOf(skus[0] ?? ''));
		return withoutOutage(trusted, watched, states.loaded(region), at, clockJumps.since);
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

	#noteUnchanged(batch: Batch, skus: readonly string[], at: number): void {
		const states = this.#options.states.loaded(batch.region);
		const found = (sku: string) => ({ finding: states.get(sku)?.digest == null ? 'gone' : 'same' }) as const;
		this.#options.noteFound(
			batch,
			skus.map((sku) => [sku, found(sku)]),
			at,
		);
	}

	/** @param products the IDs of the batch's products; unset if they are the same as at the last check */
	#noteCheck(batch: Batch, answers: readonly Answer[], at: number, products?: readonly number[]): void {
		if (!isRegionBlocked(answers)) this.#options.checkTimes.add(batch, at, products);
	}
}

/** Names the stored states of products; null if one is not stored: an answer could not be unchanged since then. */
function statesOf(states: ProductStates, region: Region, skus: readonly string[]): string | null {
	const all = skus.map((sku) => states.get(region, sku));
	return all.includes(undefined) ? null : all.map((state) => `${state?.id}/${state?.version}`).join();
}

/** Whether a whole call failed. A single blocked product does not block the region. */
function isRegionBlocked(answers: readonly Answer[]): boolean {
	return answers.length > 0 && answers.every((answer) => answer.kind === 'blocked');
}

/**
 * When to check a batch again. Products that fail for reasons of their own say nothing about the region. A source that reads links decides when each host is asked (`circuit.ts` of the
 * retailers), and its answers name the pause: the schedule only waits for its end.
 */
export function checkedOf({ byLink }: Pick<Source, 'byLink'>, answers: readonly Answer[]): Checked {
	const isBlocked = isRegionBlocked(answers);
	const isOwn = isBlocked && answers.every((answer) => answer.kind === 'blocked' && answer.isOwn);
	return { blocked: byLink || isOwn ? null : isBlocked, retryAfterMs: pauseIn(answers, Boolean(byLink)) };
}

/** The pause that the answers request, ms: that after which one product can be read, or the longest; null for none. */
function pauseIn(answers: readonly Answer[], byLink: boolean): number | null {
	const pauses = answers.flatMap((answer) => (answer.kind === 'blocked' ? [answer.retryAfterMs ?? 0] : []));
	if (pauses.length === 0 || (byLink && pauses.length < answers.length)) return null;
	return byLink ? Math.min(...pauses) : Math.max(...pauses);
}

/**
 * Stores what the first reading of a link revealed: its format, and the shop's own SKU if the link names none. The format
 * and the SKU of a link never change afterwards. Two shops can sell products with the same SKU: of the links of a source
 * that reads any shop, only the first one gets it, and the others keep the SKU that was provisional.
 * @returns the provisional SKUs that no entry has any more
 */
export async function learnLinks(
	knex: Knex,
	{ lists, byLink }: Pick<Source, 'lists' | 'byLink'>,
	products: readonly WatchedProduct[],
	answers: ReadonlyMap<string, Answer>,
): Promise<string[]> {
	const replaced: string[] = [];
	for (const { sku, link, adapter } of products) {
		const answer = answers.get(sku);
		if (link === null || adapter !== null || answer?.kind !== 'read' || !answer.adapter) continue;
		const isTaken = async (found: string) =>
			byLink === 'each host' && found !== sku && (await hasOtherLink(knex, lists, found, { sku, link }));
		const found = (await isTaken(answer.snapshot.sku)) ? sku : answer.snapshot.sku;
		const entries = () =>
			knex('watch_entries')
				.whereIn('list', [...lists])
				.whereIn('skuHash', [skuHash(link), skuHash(sku)]);
		await entries().whereNull('adapter').update({ adapter: answer.adapter, productSku: found });
		// Two links were read at the same moment: who sees the other steps back, and its next check finds the SKU taken.
		if (await isTaken(found)) await entries().where({ productSku: found }).update({ adapter: null, productSku: sku });
		else if (found !== sku) replaced.push(sku);
	}
	return replaced;
}

/** Whether the entry of another link has this SKU. Two spellings of a link have one provisional SKU. */
async function hasOtherLink(
	knex: Knex,
	lists: readonly string[],
	found: string,
	{ sku, link }: { sku: string; link: string },
): Promise<boolean> {
	const others = await knex('watch_entries')
		.whereIn('list', [...lists])
		.where({ productSku: found })
		.whereNotIn('skuHash', [skuHash(link), skuHash(sku)])
		.select('sku');
	return others.some((entry) => skuFromHandle(entry.sku) !== sku);
}

/** An answer about the product that was asked for, whatever SKU the shop gives it. */
function asAsked(sku: string, answer: Answer): Answer {
	if (answer.kind !== 'read' || answer.snapshot.sku === sku) return answer;
	return { ...answer, snapshot: { ...answer.snapshot, sku } };
}
