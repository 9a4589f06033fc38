/** The longest time that a new product waits for the checks of others of its shop, ms. */
const LONGEST_WAIT_MS = 60_000;
/** It waits for this many rounds at most, some of which are late on a busy machine, and not less than this time, ms. */
const LONGEST_WAIT_ROUNDS = 3;
const SHORTEST_LIMIT_MS = 2000;

/**
 * Collects the new products of each shop until all others that were not listed have been checked. In memory: what is lost
 * with the process is found again.
 */
export class Releases<Release> {
	readonly #publish: (releases: Release[]) => Promise<void>;
	/** By shop and product. */
	readonly #held = new Map<string, Map<string, Release>>();
	/** The products whose check is awaited, by shop. */
	readonly #awaited = new Map<string, Set<string>>();
	readonly #timers = new Map<string, NodeJS.Timeout>();
	readonly #publishing = new Set<Promise<void>>();

	/** @param publish gets what one shop released; never rejects */
	constructor(publish: (releases: Release[]) => Promise<void>) {
		this.#publish = publish;
	}

	/**
	 * Holds a product, or its newer state.
	 * @param unlisted the products of the shop that were not listed before this one was found
	 */
	hold(
		{ key: shop, roundMs }: { key: string; roundMs: number },
		product: string,
		release: Release,
		unlisted: readonly string[],
	): void {
		const held = this.#held.get(shop) ?? new Map<string, Release>();
		this.#held.set(shop, held.set(product, release));
		if (this.#timers.has(shop)) return;
		this.#awaited.set(shop, new Set(unlisted));
		const wait = Math.min(Math.max(LONGEST_WAIT_ROUNDS * roundMs, SHORTEST_LIMIT_MS), LONGEST_WAIT_MS);
		this.#timers.set(
			shop,
			setTimeout(() => this.#flush(shop), wait),
		);
	}

	/** Takes note that products were checked. */
	noteChecked(products: Iterable<string>): void {
		if (this.#awaited.size === 0) return;
		for (const product of products) {
			for (const [shop, awaited] of this.#awaited) if (awaited.delete(product) && awaited.size === 0) this.#flush(shop);
		}
	}

	/** Forgets a product whose last check found something else. */
	drop(product: string): void {
		for (const held of this.#held.values()) held.delete(product);
	}

	/** Resolves when nothing is being published any more. */
	async stop(): Promise<void> {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		await Promise.all(this.#publishing);
	}

	#flush(shop: string): void {
		const held = [...(this.#held.get(shop)?.values() ?? [])];
		clearTimeout(this.#timers.get(shop));
		this.#held.delete(shop);
		this.#awaited.delete(shop);
		this.#timers.delete(shop);
		if (held.length === 0) return;
		const publishing = this.#publish(held).finally(() => this.#publishing.delete(publishing));
		this.#publishing.add(publishing);
	}
}
