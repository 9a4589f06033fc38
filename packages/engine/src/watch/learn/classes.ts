import { setImmediate } from 'node:timers/promises';
import type { Region } from '@dropwire/domain';
import type { Watched } from '../lists/watchLists.ts';
import type { ProductStates } from '../state/productStates.ts';
import type { Habits } from './habits.ts';

/** How often classes are formed again, ms: each batch that changes is read in full once. */
const CLASSIFY_MS = 10 * 60_000;
/** When they are formed first, ms: habits are loaded by the first checks. */
const FIRST_MS = 60_000;
/** A product keeps its class as long as its interval differs by less than this factor from that of its class, as a logarithm. */
const KEPT = 0.75;
/** The class of products that are not known for long enough: they are checked together, at the uniform interval. */
const UNLEARNED = -1000;
/** Products between which other work goes on. */
const SLICE = 1000;

/** Divides products into classes of like interval, each twice as long as the next, so that those that share a batch want the same. */
export class PaceClasses {
	readonly #states: ProductStates;
	readonly #habits: Pick<Habits, 'demandOf'>;
	#nextAt = performance.now() + FIRST_MS;

	constructor(states: ProductStates, habits: Pick<Habits, 'demandOf'>) {
		this.#states = states;
		this.#habits = habits;
	}

	/** A product's class; products without one are like those of which nothing is learned. */
	of(region: Region, sku: string): number {
		return this.#states.find(region, sku)?.paceClass ?? UNLEARNED;
	}

	/** Forms the classes again if that is due. @returns whether a product has another class */
	async update(watched: Watched, regions: readonly Region[]): Promise<boolean> {
		if (performance.now() < this.#nextAt) return false;
		this.#nextAt = performance.now() + CLASSIFY_MS;
		const now = Date.now();
		let changed = false;
		let count = 0;
		for (const region of regions) {
			for (const sku of watched.keys()) {
				const product = this.#states.find(region, sku);
				if (!product) continue;
				const demand = this.#habits.demandOf(region, sku, now);
				const before = product.paceClass ?? UNLEARNED;
				const exact = demand === null ? UNLEARNED : Math.log2(Math.max(demand, 1e-6)) / 2;
				if (Math.abs(exact - before) > KEPT) {
					product.paceClass = Math.round(exact);
					changed ||= product.paceClass !== before;
				}
				if (++count % SLICE === 0) await setImmediate();
			}
		}
		return changed;
	}
}
