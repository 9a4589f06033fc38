import type { Database } from '@dropwire/db';
import type { CheckKind, Region } from '@dropwire/domain';
import type { Answer, ProductSnapshot, Source } from '@dropwire/retailers';
import type { Logger } from 'pino';
import { clockJumps } from '../../process/clockJumps.ts';
import type { Decision } from '../../product/evaluate.ts';
import { isStockEvent } from '../../product/event.ts';
import { type Guarded, MAX_SINGLE, type Publisher } from '../../product/publisher.ts';
import type { Scope } from '../lists/scope.ts';
import type { Rounds } from '../schedule/lanes.ts';
import type { Plan } from '../schedule/plan.ts';
import { digestsOf, type ProductStates, type Versions } from '../state/productStates.ts';
import type { Products } from '../state/products.ts';
import type { Found } from '../../why/finding.ts';
import { type Checked, type Effects, effectsOf } from './effects.ts';
import { Releases } from './releases.ts';

export interface AnswerStoreOptions {
	db: Database;
	log: Logger;
	source: Pick<Source, 'name' | 'announcesLaunches' | 'byLink'>;
	products: Products;
	states: ProductStates;
	/** The minimum time between stock events of one product, ms. */
	quietMs?: number | undefined;
	publisher: Publisher;
	scope: Pick<Scope, 'kindsOf' | 'hostOf' | 'isListed'>;
	plan: Pick<Plan, 'skusAt'>;
	/** How long one round of each lane takes at a host, ms. */
	rounds: (host: string | null) => Rounds;
	/** Called for a product that was read, with the stored snapshot if the answer differs from it. */
	onRead(
		region: Region,
		sku: string,
		read: { before: ProductSnapshot | null; after: ProductSnapshot },
		at: number,
	): void;
	/** Called when a stored snapshot changed. */
	onChange(
		region: Region,
		checked: Pick<Checked, 'sku' | 'before'> & {
			after: ProductSnapshot | null;
			/** The event that was published; null for none. */
			kind: CheckKind | null;
			/** The check before, epoch ms. */
			previousAt: number;
		},
		at: number,
	): void;
	/** Called when an event and its deliveries were stored. */
	onEvent(): void;
}

type News = Extract<Decision, { kind: 'news' }>;

/** What came of answers. */
interface Stored {
	/** Whether everything that follows from them is stored. */
	isSettled: boolean;
	/** What the check of each product found. */
	found: ReadonlyMap<string, Found>;
}

/** A new product that waits for others. */
interface Release {
	region: Region;
	checked: Checked;
	decision: News;
	at: number;
}

/** Compares a source's answers with the stored products, and stores the changes as events. */
export class AnswerStore {
	readonly #options: AnswerStoreOptions;
	readonly #releases = new Releases<Release>((releases) => this.#publishReleases(releases));

	constructor(options: AnswerStoreOptions) {
		this.#options = options;
	}

	/** Forgets new products that wait for others: the next process finds them again. */
	async stop(): Promise<void> {
		await this.#releases.stop();
	}

	/**
	 * Stores the changes from answers. Changes of the same kind to many products are written together.
	 * @param versions those of the products' states when the shop was asked; an answer that is older than a stored state
	 * changes nothing
	 * @returns whether everything that follows from the answers is stored, and what the check of each product found
	 */
	async store(region: Region, answers: ReadonlyMap<string, Answer>, at: number, versions?: Versions): Promise<Stored> {
		const { source, products, quietMs, log } = this.#options;
		const states = await this.#options.states.of(region, [...answers.keys()]);
		const digests = digestsOf(answers);
		const befores = await this.#options.states.readChanged(region, digests, at, versions);
		await this.#readShown(region, answers, befores);
		for (const [sku, answer] of answers) {
			if (answer.kind !== 'read') continue;
			this.#options.onRead(region, sku, { before: befores.get(sku) ?? null, after: answer.snapshot }, at);
		}
		const effects = effectsOf(answers, states, befores, this.#watched(answers.keys(), region), {
			at,
			announcesLaunches: source.announcesLaunches,
			byLink: Boolean(source.byLink),
			jumpedSince: clockJumps.since,
			...(quietMs !== undefined && { quietMs }),
		});
		await Promise.all(
			effects.checked.map(async (checked) => {
				try {
					if (this.#isHeld(region, checked, at)) {
						effects.found.set(checked.sku, { finding: 'grouped' });
						return;
					}
					await this.#commit(region, checked, at, digests.get(checked.sku));
				} catch (error) {
					// The snapshot is kept, so the next check finds the change again, or that it was stored after all. One
					// product's error does not affect the region.
					this.#options.states.unload(region, checked.sku);
					log.error({ err: error, sku: checked.sku, region }, 'storing a change failed');
				}
			}),
		);
		if (effects.first.length > 0) {
			this.#options.states.set(region, await products.insert(region, effects.first, at));
		}
		await this.#markBlocked(effects, at);
		this.noteChecked(region, [...answers.keys()]);
		return { isSettled: this.#options.states.isSettled(region, digests), found: effects.found };
	}

	/** Takes note of a check, also of one whose answers are unchanged: new products wait for those of others. */
	noteChecked(region: Region, skus: readonly string[]): void {
		this.#releases.noteChecked(skus.map((sku) => `${region} ${sku}`));
	}

	/** Compares products whose launch has come with their stored snapshots, which the shop still confirms. Never rejects. */
	async compareLaunched(region: Region, skus: readonly string[], at: number): Promise<void> {
		const launched = this.#options.states.launched(region, skus, at);
		if (launched.length === 0) return;
		try {
			const stored = await this.#options.products.load(region, launched);
			const answers = new Map<string, Answer>();
			for (const [sku, { snapshot }] of stored) if (snapshot) answers.set(sku, { kind: 'read', snapshot });
			await this.store(region, answers, at);
		} catch (error) {
			// The next check compares them again.
			this.#options.log.error({ err: error, region, skus: launched }, 'comparing launched products failed');
		}
	}

	/** Reads the stored snapshots of products whose links show another one: only they say whether it is the same, renamed. */
	async #readShown(
		region: Region,
		answers: ReadonlyMap<string, Answer>,
		befores: Map<string, ProductSnapshot | null>,
	): Promise<void> {
		const skus = [...answers].flatMap(([sku, answer]) => (answer.kind === 'blocked' && answer.shows ? [sku] : []));
		if (skus.length === 0) return;
		for (const [sku, { snapshot }] of await this.#options.products.load(region, skus)) befores.set(sku, snapshot);
	}

	#watched(skus: Iterable<string>, region: Region): Map<string, readonly CheckKind[]> {
		const watched = new Map<string, readonly CheckKind[]>();
		for (const sku of skus) {
			const kinds = this.#options.scope.kindsOf(sku, region);
			if (kinds) watched.set(sku, kinds);
		}
		return watched;
	}

	async #markBlocked({ blocked, unblocked }: Effects, at: number): Promise<void> {
		const { products } = this.#options;
		for (const [reason, rows] of Map.groupBy(blocked, (row) => row.reason)) {
			const same = rows.map(({ product }) => product);
			await products.markBlocked(same, reason, at);
		}
		await products.markBlocked(unblocked, null, at);
	}

	/**
	 * Whether a new product waits until others of its shop are checked, so that many are one message: only where more than
	 * `MAX_SINGLE` products that are checked as often are not listed.
	 */
	#isHeld(region: Region, checked: Checked, at: number): boolean {
		const { sku, decision } = checked;
		const key = `${region} ${sku}`;
		if (decision.kind !== 'news' || decision.event !== 'NEW' || !this.#options.scope.isListed(sku, region)) {
			this.#releases.drop(key);
			return false;
		}
		const { scope, plan, rounds, states } = this.#options;
		const host = scope.hostOf(sku);
		const unlisted: string[] = [];
		for (const other of plan.skusAt(region, host, ['priority', 'regular']))
			if (states.get(region, other)?.digest === null) unlisted.push(`${region} ${other}`);
		if (unlisted.length <= MAX_SINGLE) return false;
		const shop = { key: `${region} ${host ?? ''}`, roundMs: rounds(host).regular };
		this.#releases.hold(shop, key, { region, checked, decision, at }, unlisted);
		return true;
	}

	/** Publishes the new products of one shop. */
	async #publishReleases(releases: readonly Release[]): Promise<void> {
		const { publisher, log, states } = this.#options;
		try {
			if (releases.length <= MAX_SINGLE) {
				for (const { region, checked, at } of releases) await this.#commit(region, checked, at);
			} else {
				const events = releases.map((one) => this.#eventOf(one.region, one.checked, one.decision, one.at));
				const digested = await publisher.queueDigest(events);
				const stored = new Set(digested.map(({ event }) => event));
				const ids = new Set(digested.map(({ messageEventId }) => messageEventId));
				log.info({ kind: 'NEW', count: stored.size, events: [...ids] }, 'events');
				for (const [index, { region, checked, decision, at }] of releases.entries()) {
					const event = events[index]?.event;
					if (!event || !stored.has(event)) continue;
					this.#noteChange(region, checked, decision, at);
				}
				this.#options.onEvent();
			}
		} catch (error) {
			log.error({ err: error, skus: releases.map(({ checked }) => checked.sku) }, 'storing new products failed');
		}
		// Their checks in between have loaded other states.
		for (const { region, checked } of releases) states.unload(region, checked.sku);
	}

	/** Applies one decision: updates the snapshot in the database and in memory. */
	async #commit(region: Region, checked: Checked, at: number, digest?: string | null): Promise<void> {
		const { db, products, states } = this.#options;
		const { sku, product, decision } = checked;
		states.noteDecision(product, decision, digest);
		if (decision.kind === 'same') {
			const { found } = decision;
			if (found !== undefined) await products.recordFound(product, { region, ...checked, found, at });
			return;
		}
		const change = { region, ...checked, decision, at };
		const isCommitted =
			decision.kind === 'news'
				? await this.#publish(region, checked, decision, at)
				: await db.transaction((trx) => products.commitState(trx, product, change));
		if (!isCommitted) {
			// Another process was first, or the SKU was removed from the lists: the next check loads the current state.
			states.unload(region, sku);
			return;
		}
		this.#noteChange(region, checked, decision, at);
		const stockPublished = decision.kind === 'news' && isStockEvent(decision.event);
		states.noteCommitted(region, sku, product, decision, { at, stockPublished });
	}

	#noteChange(
		region: Region,
		{ sku, before, product }: Checked,
		decision: Exclude<Checked['decision'], { kind: 'same' }>,
		at: number,
	): void {
		const kind = decision.kind === 'news' ? decision.event : null;
		this.#options.onChange(region, { sku, before, after: decision.snapshot, kind, previousAt: product.checkedAt }, at);
	}

	/** Stores the event and its deliveries. @returns false if another process updated the snapshot first */
	async #publish(region: Region, checked: Checked, decision: News, at: number): Promise<boolean> {
		const { publisher, log } = this.#options;
		const { sku } = checked;
		const { event, guard } = this.#eventOf(region, checked, decision, at);
		const isListed = this.#options.scope.isListed(sku, region);
		const queued = await (isListed ? publisher.queueEvent(event, guard) : publisher.queuePersonal(event, guard));
		if (!queued) return false;
		const { kind } = event;
		log.info({ event: queued.eventId, kind, sku, region, deliveries: queued.deliveries }, 'event');
		this.#options.onEvent();
		return true;
	}

	/** The event of a decision, which is stored with the product's new state. */
	#eventOf(region: Region, checked: Checked, decision: News, at: number): Guarded {
		const { sku, product, before } = checked;
		const { source, products } = this.#options;
		const { event: kind, snapshot } = decision;
		return {
			event: { source: source.name, sku, region, kind, before, after: snapshot, at },
			guard: (trx) => products.commitState(trx, product, { region, ...checked, decision, at }),
		};
	}
}
