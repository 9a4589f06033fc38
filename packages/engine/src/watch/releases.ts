/** The longest time that a new product waits for others of its shop, ms. */
const LONGEST_WAIT_MS = 60_000;
/** Checks of a round are spread over a little more than it. */
const SPREAD = 1.2;

/** Collects the new products of each shop for one round. In memory: what is lost with the process is found again. */
export class Releases<Release> {
	readonly #publish: (releases: Release[]) => Promise<void>;
	/** By shop and product. */
	readonly #held = new Map<string, Map<string, Release>>();
	readonly #timers = new Map<string, NodeJS.Timeout>();
	readonly #publishing = new Set<Promise<void>>();

	/** @param publish gets what one shop released in a round; never rejects */
	constructor(publish: (releases: Release[]) => Promise<void>) {
		this.#publish = publish;
	}

	/** Holds a product, or its newer state, until a round after the first one of its shop. */
	hold({ key: shop, roundMs }: { key: string; roundMs: number }, product: string, release: Release): void {
		const held = this.#held.get(shop) ?? new Map<string, Release>();
		this.#held.set(shop, held.set(product, release));
		if (this.#timers.has(shop)) return;
		const wait = Math.min(roundMs * SPREAD, LONGEST_WAIT_MS);
		this.#timers.set(
			shop,
			setTimeout(() => this.#flush(shop), wait),
		);
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
		this.#held.delete(shop);
		this.#timers.delete(shop);
		if (held.length === 0) return;
		const publishing = this.#publish(held).finally(() => this.#publishing.delete(publishing));
		this.#publishing.add(publishing);
	}
}
