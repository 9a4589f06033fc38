import type { Region } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';
import { canBeLive } from '../../product/compare.ts';
import type { Decision, NewState } from '../../product/evaluate.ts';
import { HabitBytes, NO_HABIT } from '../pace/habitBytes.ts';
import { digestOf, type Products, type ProductState, type StoredProduct } from './products.ts';

/** How long a launch that is over is found, ms; long enough that a clock that is wrong for a moment loses none. */
const LAUNCH_KEPT_MS = 24 * 3_600_000;

/** The digests of a batch's answers, by SKU; null for gone. SKUs that are blocked have none. */
export type Digests = ReadonlyMap<string, string | null>;
/** The version of each product's state by SKU; undefined for one that is not stored. */
export type Versions = ReadonlyMap<string, number | undefined>;
/** The loaded states of a region. */
export type StoredStates = Pick<ReadonlyMap<string, ProductState>, 'get'>;

/** When a check last read the product or found it gone, and what came of it. Times in epoch ms. */
export interface LastCheck {
	/** False until the first answer was read: there is no check that counts. */
	seen: boolean;
	checkedAt: number;
	changedAt: number | null;
	blockedSince: number | null;
	blockedReason: string | null;
}

/**
 * All that this process knows about one product in a region, between its checks. Written by what the fields are about:
 * few of 100,000 products have more than the first.
 */
export interface TrackedProduct {
	/** As it is stored, without the snapshot; unset until it is loaded, and after another process changed it. */
	stored: ProductState | undefined;
	/** Set while this process watches it and has not read it: since when, and the check that the database has. */
	unchecked: { since: number; stored: LastCheck | null | undefined } | undefined;
	/** Since when the answers of a shop's cache about it are older than what is known. */
	oldSince: number | undefined;
	/** The last answer of a cache that counted: when it was read, and when the shop gave it. */
	cached: { digest: string | null; at: number; givenAt: number } | undefined;
	/** The place of its habit. */
	habit: number;
	/** Products of one class are checked together; null as long as all are checked equally often. */
	paceClass: number | null;
}

export function digestsOf(answers: ReadonlyMap<string, Answer>): Digests {
	const digests = new Map<string, string | null>();
	for (const [sku, answer] of answers) {
		if (answer.kind !== 'blocked') digests.set(sku, answer.kind === 'read' ? digestOf(answer.snapshot) : null);
	}
	return digests;
}

type GapListener = (region: Region, sku: string, gapMs: number, at: number) => void;

/** The products that this process watches. Snapshots are read from the database only after a change. */
export class ProductStates {
	readonly #products: Products;
	readonly #regions = new Map<Region, Map<string, TrackedProduct>>();
	/** Region and SKU of the products whose launch is not long over: few of 100,000, which are searched every second. */
	readonly #withLaunch = new Map<Region, Set<string>>();
	/** Region and SKU of the products that no check has found. */
	readonly #unknown = new Map<Region, Set<string>>();
	readonly #habits = new HabitBytes();
	/** The products that are stored without a habit. */
	readonly #withoutHabit = new Map<Region, Set<string>>();
	readonly #onGap: GapListener;

	/** @param onGap called with the time between two checks of a product that is checked again, ms */
	constructor(products: Products, onGap: GapListener = () => {}) {
		this.#products = products;
		this.#onGap = onGap;
	}

	/** The product's record, which lasts until `keepOnly` drops it. */
	track(region: Region, sku: string): TrackedProduct {
		const tracked = this.#region(region);
		let product = tracked.get(sku);
		if (!product) {
			product = {
				stored: undefined,
				unchecked: undefined,
				oldSince: undefined,
				cached: undefined,
				habit: NO_HABIT,
				paceClass: null,
			};
			tracked.set(sku, product);
		}
		return product;
	}

	/** The product's record, if it has one. */
	find(region: Region, sku: string): TrackedProduct | undefined {
		return this.#regions.get(region)?.get(sku);
	}

	get(region: Region, sku: string): ProductState | undefined {
		return this.find(region, sku)?.stored;
	}

	/** The loaded states of a region, by SKU. */
	loaded(region: Region): StoredStates {
		const tracked = this.#region(region);
		return { get: (sku) => tracked.get(sku)?.stored };
	}

	/** The states of a region by SKU, with those of the given SKUs loaded. A product that is not stored has none. */
	async of(region: Region, skus: readonly string[]): Promise<StoredStates> {
		const states = this.loaded(region);
		const missing = skus.filter((sku) => states.get(sku) === undefined);
		if (missing.length > 0) this.set(region, await this.#products.load(region, missing));
		return states;
	}

	/** The versions of the states of these products, as far as they are stored. */
	async versions(region: Region, skus: readonly string[]): Promise<Versions> {
		const states = await this.of(region, skus);
		return new Map(skus.map((sku) => [sku, states.get(sku)?.version]));
	}

	/**
	 * Reads the stored snapshots of the products that differ from their answers or whose launch has come, and refreshes
	 * their states, which another process may have changed.
	 * @param versions those at the time of the request; leaves out products that have another one now, so that the next
	 * check compares them
	 */
	async readChanged(
		region: Region,
		digests: Digests,
		at: number,
		versions?: Versions,
	): Promise<Map<string, ProductSnapshot | null>> {
		const states = this.loaded(region);
		const differs = ([sku, digest]: readonly [string, string | null]) => {
			const state = states.get(sku);
			return state?.seen && (!isSettledBy(state, digest) || canBeLive(state, at));
		};
		const skus = [...digests].filter(differs).map(([sku]) => sku);
		if (skus.length === 0) return new Map();
		const stored = await this.#reload(region, skus);
		for (const sku of skus) {
			if (versions?.has(sku) && stored.get(sku)?.version !== versions.get(sku)) stored.delete(sku);
		}
		return new Map([...stored].map(([sku, { snapshot }]) => [sku, snapshot]));
	}

	/**
	 * Loads the states again that other processes changed after a time, epoch ms: as long as the answers stay the same,
	 * checks do not notice it.
	 * @returns the products whose states were changed
	 */
	async reloadChanged(since: number): Promise<{ region: Region; sku: string }[]> {
		const changed = (await this.#products.changedSince(since)).filter(({ region, sku, id, version }) => {
			const state = this.get(region, sku);
			return state !== undefined && (state.id !== id || state.version !== version);
		});
		for (const [region, rows] of Map.groupBy(changed, (row) => row.region)) {
			await this.#reload(
				region,
				rows.map(({ sku }) => sku),
			);
		}
		return changed;
	}

	async #reload(region: Region, skus: readonly string[]): Promise<Map<string, StoredProduct>> {
		const stored = await this.#products.load(region, skus);
		for (const sku of skus) {
			const row = stored.get(sku);
			const old = this.get(region, sku);
			// The times of checks are stored a few seconds late.
			const checkedAt = Math.max(old?.checkedAt ?? 0, row?.checkedAt ?? 0);
			const counted = { goneChecks: old?.goneChecks ?? 0, goneSizes: old?.goneSizes };
			const settledDigest = row?.version === old?.version ? old?.settledDigest : undefined;
			if (row) this.#put(region, sku, { ...row, ...counted, settledDigest, checkedAt });
			else this.unload(region, sku);
		}
		return stored;
	}

	set(region: Region, products: ReadonlyMap<string, StoredProduct>): void {
		for (const [sku, product] of products) this.#put(region, sku, product);
	}

	/** Takes note of a decision that changes nothing that is stored, or whose change is not stored yet. */
	noteDecision(product: ProductState, decision: Exclude<Decision, { kind: 'blocked' }>, digest?: string | null): void {
		product.goneSizes = decision.goneSizes;
		if (decision.kind !== 'same') return;
		product.goneChecks = decision.goneChecks;
		if (decision.isSettled && digest) product.settledDigest = digest;
	}

	/** Takes note that `Products.commitState` stored a product's new state. */
	noteCommitted(
		region: Region,
		sku: string,
		product: ProductState,
		{ snapshot, buyableSince }: NewState,
		{ at, stockPublished }: { at: number; stockPublished: boolean },
	): void {
		product.version++;
		if (snapshot) product.unknownSince = null;
		else if (!product.seen) product.unknownSince = at;
		product.seen = true;
		product.digest = digestOf(snapshot);
		product.settledDigest = undefined;
		product.launchAt = snapshot?.launchAt ?? null;
		product.buyableSince = buyableSince;
		product.goneChecks = 0;
		if (stockPublished) product.stockPublishedAt = at;
		this.#index(region, sku);
	}

	/** The SKUs among these whose launch has come since their last check, and which that check found. */
	launched(region: Region, skus: readonly string[], at: number): string[] {
		const states = this.loaded(region);
		return skus.filter((sku) => {
			const state = states.get(sku);
			return state?.seen && state.goneChecks === 0 && canBeLive(state, at);
		});
	}

	/** Records that these products were checked; those that are still blocked were not. */
	noteChecked(region: Region, skus: readonly string[], at: number): void {
		const states = this.loaded(region);
		for (const sku of skus) {
			const state = states.get(sku);
			if (!state || state.blockedReason !== null) continue;
			this.#onGap(region, sku, at - state.checkedAt, at);
			state.checkedAt = at;
		}
	}

	/** The bytes of a product's habit, to read and to change; null if it has none. Valid until the next one is added. */
	habitOf(region: Region, sku: string): Uint8Array | null {
		const product = this.find(region, sku);
		return product ? this.#habits.at(product.habit) : null;
	}

	/** Gives a product a habit unless it has one. @returns whether it did */
	addHabit(region: Region, sku: string, habit: Uint8Array): boolean {
		const product = this.find(region, sku);
		note(this.#withoutHabit, region, sku, false);
		if (!product || product.habit !== NO_HABIT) return false;
		product.habit = this.#habits.add(habit);
		return true;
	}

	/** The SKUs of a region whose products are stored without a habit. */
	withoutHabit(region: Region): string[] {
		return [...(this.#withoutHabit.get(region) ?? [])];
	}

	regionsWithoutHabit(): Region[] {
		return [...this.#withoutHabit].flatMap(([region, skus]) => (skus.size > 0 ? region : []));
	}

	/** Every product whose launch is in this time span, and was at most a day ago. */
	*launching(from: number, to: number): Generator<{ region: Region; sku: string; state: ProductState }> {
		for (const [region, skus] of this.#withLaunch) {
			for (const sku of skus) {
				const state = this.get(region, sku);
				if (!isToCome(state)) skus.delete(sku);
				else if (state.launchAt > from && state.launchAt <= to) yield { region, sku, state };
			}
		}
	}

	/** The SKUs that the checks of at least one region have not found. */
	unknown(): ReadonlySet<string> {
		return new Set([...this.#unknown.values()].flatMap((skus) => [...skus]));
	}

	/** Forgets a product's state, so that the next check loads it. */
	unload(region: Region, sku: string): void {
		const product = this.find(region, sku);
		if (product) product.stored = undefined;
		this.#index(region, sku);
	}

	/**
	 * Forgets the states of those of these products that are not stored any more: a SKU that is removed from its last list and
	 * added again in the next moment stays watched, but loses its product.
	 */
	async unloadRemoved(region: Region, skus: Iterable<string>): Promise<void> {
		const states = this.loaded(region);
		const ids = new Map<number, string>();
		for (const sku of skus) {
			const id = states.get(sku)?.id;
			if (id !== undefined) ids.set(id, sku);
		}
		const stored = await this.#products.stored([...ids.keys()]);
		for (const [id, sku] of ids) if (!stored.has(id) && states.get(sku)?.id === id) this.unload(region, sku);
	}

	/** Forgets all products of a region except these. */
	keepOnly(region: Region, skus: ReadonlySet<string>): void {
		const tracked = this.#region(region);
		for (const sku of tracked.keys()) {
			if (skus.has(sku)) continue;
			this.#habits.remove(tracked.get(sku)?.habit ?? NO_HABIT);
			tracked.delete(sku);
			note(this.#withoutHabit, region, sku, false);
			this.#index(region, sku);
		}
	}

	/** Whether the answers add nothing to the stored snapshots: none waits for a second check, a pause or a retry. */
	isSettled(region: Region, digests: Digests): boolean {
		const states = this.loaded(region);
		return [...digests].every(([sku, digest]) => {
			const state = states.get(sku);
			return state?.seen && isSettledBy(state, digest);
		});
	}

	#put(region: Region, sku: string, product: ProductState | StoredProduct): void {
		const tracked = this.track(region, sku);
		tracked.stored = withoutSnapshot(product);
		if (tracked.habit === NO_HABIT && 'habit' in product) {
			if (product.habit) tracked.habit = this.#habits.add(product.habit);
			else note(this.#withoutHabit, region, sku, product.seen);
		}
		this.#index(region, sku);
	}

	#index(region: Region, sku: string): void {
		const state = this.get(region, sku);
		note(this.#withLaunch, region, sku, isToCome(state));
		note(this.#unknown, region, sku, state?.unknownSince != null);
	}

	#region(region: Region): Map<string, TrackedProduct> {
		const tracked = this.#regions.get(region) ?? new Map<string, TrackedProduct>();
		this.#regions.set(region, tracked);
		return tracked;
	}
}

/** Whether a product has a launch that is not over for as long as searches look back. */
function isToCome(state: ProductState | undefined): state is ProductState & { launchAt: number } {
	return state?.launchAt != null && state.launchAt > Date.now() - LAUNCH_KEPT_MS;
}

/** Adds a SKU to the set of its region, or removes it. */
function note(sets: Map<Region, Set<string>>, region: Region, sku: string, isIn: boolean): void {
	const set = sets.get(region) ?? new Set<string>();
	if (isIn) sets.set(region, set.add(sku));
	else set.delete(sku);
}

/** Whether an answer with this digest adds nothing to the stored snapshot. */
function isSettledBy(state: ProductState, digest: string | null): boolean {
	return state.digest === digest || (digest !== null && state.settledDigest === digest);
}

/** A copy without the snapshot, whose fields are in one order: 100,000 objects of one shape. */
function withoutSnapshot(product: ProductState | StoredProduct): ProductState {
	return {
		id: product.id,
		version: product.version,
		seen: product.seen,
		digest: product.digest,
		settledDigest: product.settledDigest,
		launchAt: product.launchAt,
		unknownSince: product.unknownSince,
		goneChecks: product.goneChecks,
		goneSizes: product.goneSizes,
		stockPublishedAt: product.stockPublishedAt,
		checkedAt: product.checkedAt,
		buyableSince: product.buyableSince,
		blockedSince: product.blockedSince,
		blockedReason: product.blockedReason,
	};
}
