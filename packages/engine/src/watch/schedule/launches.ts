import type { Region } from '@dropwire/domain';
import type { ProductStates } from '../state/productStates.ts';

/** How often to search for launches, ms. */
const SEARCH_MS = 1000;
/** From how long before its launch a product is checked urgently, ms, and until how long after it. */
const BURST_BEFORE_MS = 10_000;
const BURST_AFTER_MS = 10_000;
/** At the launch itself, the newest answer counts if it is at most this old, ms. */
const FRESH_MS = 30_000;

export interface LaunchOptions {
	states: ProductStates;
	/** Checks the product again and again until a time, epoch ms. */
	expedite(region: Region, sku: string, until: number): void;
	/** Compares the product's newest answer with the clock. */
	compare(region: Region, sku: string): Promise<void>;
}

/**
 * Makes the launch of a watched product a moment instead of a poll: checks it urgently around its launch, and compares
 * its newest answer at the launch itself. Launches come from the snapshots, so nothing is lost by a restart.
 */
export class Launches {
	readonly #options: LaunchOptions;
	/** The timers of the launches that come next, by region, SKU and time. */
	readonly #timers = new Map<string, NodeJS.Timeout>();
	#search: NodeJS.Timeout | undefined;

	constructor(options: LaunchOptions) {
		this.#options = options;
	}

	start(): void {
		this.#search = setInterval(() => this.#findNext(), SEARCH_MS);
	}

	stop(): void {
		clearInterval(this.#search);
		for (const timer of this.#timers.values()) clearTimeout(timer);
		this.#timers.clear();
	}

	#findNext(): void {
		const now = Date.now();
		// One search more than needed, so that none is missed when a timer is late.
		for (const { region, sku, state } of this.#options.states.launching(now, now + BURST_BEFORE_MS + 2 * SEARCH_MS)) {
			const launchAt = state.launchAt as number;
			const key = `${region} ${sku} ${launchAt}`;
			if (this.#timers.has(key)) continue;
			this.#at(key, launchAt - BURST_BEFORE_MS, () => {
				this.#options.expedite(region, sku, launchAt + BURST_AFTER_MS);
				this.#at(key, launchAt, () => {
					this.#timers.delete(key);
					this.#launch(region, sku, launchAt);
				});
			});
		}
	}

	#launch(region: Region, sku: string, launchAt: number): void {
		const state = this.#options.states.get(region, sku);
		// A launch that was moved since then has another time.
		if (state?.launchAt !== launchAt) return;
		if (launchAt - state.checkedAt <= FRESH_MS) void this.#options.compare(region, sku);
	}

	#at(key: string, time: number, then: () => void): void {
		// Timers have their own clock: by that of the launch, one can fire a millisecond early, which would be for nothing.
		const fire = () => (Date.now() < time ? this.#at(key, time, then) : then());
		this.#timers.set(key, setTimeout(fire, Math.max(0, time - Date.now())));
	}
}
