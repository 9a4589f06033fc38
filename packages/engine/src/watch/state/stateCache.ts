import type { Region } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';
import { canBeLive } from '../../product/compare.ts';
import { digestOf, type Products, type ProductState, type StoredProduct } from './products.ts';

/** How long a launch that is over is found, ms; long enough that a clock that is wrong for a moment loses none. */
const LAUNCH_KEPT_MS = 24 * 3_600_000;

/** The digests of a batch's answers, by SKU; null for gone. SKUs that are blocked have none. */
export type Digests = ReadonlyMap<string, string | null>;
/** The version of each product's state by SKU; undefined for one that is not stored. */
export type Versions = ReadonlyMap<string, number | undefined>;

export function digestsOf(answers: ReadonlyMap<string, Answer>): Digests {
	const digests = new Map<string, string | null>();
	for (const [sku, answer] of answers) {
		if (answer.kind !== 'blocked') digests.set(sku, answer.kind === 'read' ? digestOf(answer.snapshot) : null);
	}
	return digests;
}

/** The states of the watched products between checks. Snapshots are read from the database only after a change. */
export class StateCache {
	readonly #products: Products;
	readonly #regions = new Map<Region, Map<string, ProductState>>();
	/** Region and SKU of the products whose launch is not long over: few of 100,000, which are searched every second. */
	readonly #withLaunch = new Map<Region, Set<string>>();
	/** Region and SKU of the products that no check has found. */
	readonly #unknown = new Map<Region, Set<string>>();

	constructor(products: Products) {
		this.#products = products;
	}

	/** The states of a region by SKU, with those of the given SKUs loaded. A product that is not stored has none. */
	async of(region: Region, skus: readonly string[]): Promise<ReadonlyMap<string, ProductState>> {
		const states = this.#region(region);
		const missing = skus.filter((sku) => !states.has(sku));
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
		const states = this.#region(region);
		const differs = ([sku, digest]: readonly [string, string | null]) => {
			const state = states.get(sku);
			return state?.seen && (!isSettledBy(state, digest) || canBeLive(state, at));
		};
		const skus = [...digests].filter(differs).map(([sku]) => sku);
		if (skus.length === 0) return new Map();
		const stored = await this.#products.load(region, skus);
		for (const sku of skus) {
			const row = stored.get(sku);
			const old = states.get(sku);
			// The times of checks are stored a few seconds late.
			const checkedAt = Math.max(old?.checkedAt ?? 0, row?.checkedAt ?? 0);
			const counted = { goneChecks: old?.goneChecks ?? 0, goneSizes: old?.goneSizes };
			const settledDigest = row?.version === old?.version ? old?.settledDigest : undefined;
			if (row) this.#put(region, sku, { ...row, ...counted, settledDigest, checkedAt });
			else this.delete(region, sku);
			if (versions?.has(sku) && row?.version !== versions.get(sku)) stored.delete(sku);
		}
		return new Map([...stored].map(([sku, { snapshot }]) => [sku, snapshot]));
	}

	set(region: Region, products: ReadonlyMap<string, StoredProduct>): void {
		for (const [sku, product] of products) this.#put(region, sku, product);
	}

	/** The loaded states of a region, by SKU. */
	known(region: Region): ReadonlyMap<string, ProductState> {
		return this.#region(region);
	}

	get(region: Region, sku: string): ProductState | undefined {
		return this.#regions.get(region)?.get(sku);
	}

	/** The SKUs among these whose launch has come since their last check, and which that check found. */
	launched(region: Region, skus: readonly string[], at: number): string[] {
		const states = this.#region(region);
		return skus.filter((sku) => {
			const state = states.get(sku);
			return state?.seen && state.goneChecks === 0 && canBeLive(state, at);
		});
	}

	/** Records that these products were checked; those that are still blocked were not. */
	noteChecked(region: Region, skus: readonly string[], at: number): void {
		const states = this.#region(region);
		for (const sku of skus) {
			const state = states.get(sku);
			if (state && state.blockedReason === null) state.checkedAt = at;
		}
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

	/** Takes note that a state was changed in place. */
	changed(region: Region, sku: string): void {
		const state = this.get(region, sku);
		note(this.#withLaunch, region, sku, isToCome(state));
		note(this.#unknown, region, sku, state?.unknownSince != null);
	}

	delete(region: Region, sku: string): void {
		this.#regions.get(region)?.delete(sku);
		this.changed(region, sku);
	}

	/**
	 * Drops the states of those of these products that are not stored any more: a SKU that is removed from its last list and
	 * added again in the next moment stays watched, but loses its product.
	 */
	async dropRemoved(region: Region, skus: Iterable<string>): Promise<void> {
		const states = this.#region(region);
		const ids = new Map<number, string>();
		for (const sku of skus) {
			const id = states.get(sku)?.id;
			if (id !== undefined) ids.set(id, sku);
		}
		const stored = await this.#products.stored([...ids.keys()]);
		for (const [id, sku] of ids) if (!stored.has(id) && states.get(sku)?.id === id) this.delete(region, sku);
	}

	/** Forgets all products of a region except these. */
	keepOnly(region: Region, skus: ReadonlySet<string>): void {
		for (const sku of this.#regions.get(region)?.keys() ?? []) if (!skus.has(sku)) this.delete(region, sku);
	}

	/** Whether the answers add nothing to the stored snapshots: none waits for a second check, a pause or a retry. */
	isSettled(region: Region, digests: Digests): boolean {
		const states = this.#region(region);
		return [...digests].every(([sku, digest]) => {
			const state = states.get(sku);
			return state?.seen && isSettledBy(state, digest);
		});
	}

	#put(region: Region, sku: string, product: ProductState): void {
		this.#region(region).set(sku, withoutSnapshot(product));
		this.changed(region, sku);
	}

	#region(region: Region): Map<string, ProductState> {
		const states = this.#regions.get(region) ?? new Map<string, ProductState>();
		this.#regions.set(region, states);
		return states;
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

function withoutSnapshot(product: ProductState | StoredProduct): ProductState {
	const {
		id,
		version,
		seen,
		digest,
		settledDigest,
		launchAt,
		unknownSince,
		goneChecks,
		goneSizes,
		stockToldAt,
		checkedAt,
	} = product;
	const { buyableSince, blockedSince, blockedReason } = product;
	return {
		id,
		version,
		seen,
		digest,
		settledDigest,
		launchAt,
		unknownSince,
		goneChecks,
		goneSizes,
		stockToldAt,
		checkedAt,
		buyableSince,
		blockedSince,
		blockedReason,
	};
}
