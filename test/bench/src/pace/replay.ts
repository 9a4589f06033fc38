import {
	addHabit,
	beginHabit,
	expectedRate,
	type Group,
	groupOf,
	HABIT_BYTES,
	isBursting,
	isLearned,
	levelOf,
	noteChange,
	noTotals,
	paceAt,
	UNKNOWN_GROUP,
} from '@dropwire/engine/testing';
import {
	type Change,
	DAY_MS,
	DAYS,
	FOLLOW_MS,
	HOUR_MS,
	hourOfWeek,
	type ShopProduct,
	trueRate,
	YEAR_BEGINS,
} from './shops.ts';

/** The interval of uniform polling, ms. */
export const UNIFORM_MS = 30_000;
/** How often the calls are divided again, ms. */
const STEP_MS = 5 * 60_000;

/** How a policy sees the products. */
export interface Policy {
	/** Called at the beginning of each day. */
	beginDay(now: number): void;
	/** The expected changes per day; null for a product that is polled uniformly. */
	rate(product: number, now: number): number | null;
	/** Whether the rate of a product that changed is different within the hour. */
	isBursting(product: number, now: number): boolean;
	/** A check found a change. */
	note(product: number, at: number): void;
}

/** The delay of each change, in the order of the changes, ms. */
export interface Replayed {
	delays: Float64Array;
	requests: number;
	/** The longest interval of a product, ms. */
	longestMs: number;
}

export function uniformly(phases: Float64Array, count: number): Replayed {
	const delays = phases.map((phase) => phase * UNIFORM_MS);
	return { delays, requests: (count * DAYS * DAY_MS) / UNIFORM_MS, longestMs: UNIFORM_MS };
}

/**
 * Replays a year of changes against a policy: every five minutes the calls are divided by its rates, and a product that was
 * found changed gets its new interval at once. A change falls somewhere into the interval of its product at that moment,
 * which is exact for a poll at a random time; the same phases serve all policies.
 */
export function replay(
	products: readonly ShopProduct[],
	changes: readonly Change[],
	phases: Float64Array,
	policy: Policy,
): Replayed {
	const delays = new Float64Array(changes.length);
	/** NaN: uniform. */
	const rates = new Float64Array(products.length);
	const roots = new Float64Array(products.length);
	const bursting = new Set<number>();
	const found: Change[] = [];
	/** `debt`: the calls that new intervals within the last step took beyond its share, which the next has less. */
	let [level, learned, next, requests, longestMs, debt] = [0, 0, 0, 0, 0, 0];
	const rootOf = (product: number, now: number) => {
		const rate = policy.rate(product, now);
		return rate === null ? Number.NaN : Math.sqrt(rate * (products[product] as ShopProduct).weight);
	};
	const paceOf = (product: number) => {
		const root = rates[product] as number;
		return Number.isNaN(root) ? 1 : paceAt(level, root);
	};
	for (let now = YEAR_BEGINS; now < YEAR_BEGINS + DAYS * DAY_MS; now += STEP_MS) {
		if ((now - YEAR_BEGINS) % DAY_MS === 0) policy.beginDay(now);
		const isHour = (now - YEAR_BEGINS) % HOUR_MS === 0;
		if (isHour) for (let product = 0; product < products.length; product++) rates[product] = rootOf(product, now);
		else for (const product of bursting) rates[product] = rootOf(product, now);
		for (const product of bursting) if (!policy.isBursting(product, now)) bursting.delete(product);
		learned = 0;
		for (const root of rates) if (!Number.isNaN(root)) roots[learned++] = root;
		if (learned > 0) level = levelOf(roots.subarray(0, learned), learned - debt, level);
		debt = 0;
		// The smallest root has the longest interval.
		let sum = products.length - learned;
		for (let index = 0; index < learned; index++) {
			const pace = paceAt(level, roots[index] as number);
			sum += pace;
			longestMs = Math.max(longestMs, UNIFORM_MS / pace);
		}
		requests += (sum * STEP_MS) / UNIFORM_MS;
		const end = now + STEP_MS;
		const take = (one: Change) => {
			policy.note(one.product, one.at);
			const before = paceOf(one.product);
			rates[one.product] = rootOf(one.product, one.at);
			const more = (paceOf(one.product) - before) * (end - one.at);
			requests += more / UNIFORM_MS;
			debt += more / STEP_MS;
			bursting.add(one.product);
		};
		for (; (changes[next]?.at ?? Infinity) < end; next++) {
			const { product, at } = changes[next] as Change;
			while ((found[0]?.at ?? Infinity) <= at) take(found.shift() as Change);
			const delay = ((phases[next] as number) * UNIFORM_MS) / paceOf(product);
			delays[next] = delay;
			insert(found, { product, at: at + delay });
		}
		while ((found[0]?.at ?? Infinity) < end) take(found.shift() as Change);
	}
	return { delays, requests, longestMs };
}

function insert(found: Change[], one: Change): void {
	let place = found.length;
	while (place > 0 && (found[place - 1] as Change).at > one.at) place--;
	found.splice(place, 0, one);
}

/** The product's own policy: it knows what its checks found. */
export class Learned implements Policy {
	readonly #products: readonly ShopProduct[];
	readonly #habits: Uint8Array[];
	#groups: Group[] = [];
	/** The number of estimates, and the time that they took, ms. */
	estimates = 0;

	constructor(products: readonly ShopProduct[]) {
		this.#products = products;
		const bytes = new Uint8Array(products.length * HABIT_BYTES);
		this.#habits = products.map((_, index) => {
			return beginHabit(bytes.subarray(index * HABIT_BYTES, (index + 1) * HABIT_BYTES), YEAR_BEGINS);
		});
	}

	beginDay(now: number): void {
		const lists = Map.groupBy(this.#products.keys(), (index) => (this.#products[index] as ShopProduct).list);
		const totalsOf = (indexes: Iterable<number>) => {
			const totals = noTotals();
			for (const index of indexes) addHabit(totals, this.#habits[index] as Uint8Array, now);
			return totals;
		};
		const brand = groupOf(totalsOf(this.#products.keys()), UNKNOWN_GROUP);
		this.#groups = [];
		for (const [list, indexes] of lists) this.#groups[list] = groupOf(totalsOf(indexes), brand);
	}

	rate(product: number, now: number): number | null {
		const habit = this.#habits[product] as Uint8Array;
		if (!isLearned(habit, now)) return null;
		this.estimates++;
		const own = this.#products[product] as ShopProduct;
		return expectedRate(habit, this.#groups[own.list] as Group, now, hourOfWeek(own, now));
	}

	isBursting(product: number, now: number): boolean {
		return isBursting(this.#habits[product] as Uint8Array, now);
	}

	note(product: number, at: number): void {
		noteChange(this.#habits[product] as Uint8Array, at, hourOfWeek(this.#products[product] as ShopProduct, at));
	}
}

/** Knows the true rates, and, as everybody, only the changes that its checks found. */
export class Oracle implements Policy {
	readonly #products: readonly ShopProduct[];
	readonly #last: Float64Array;

	constructor(products: readonly ShopProduct[]) {
		this.#products = products;
		this.#last = new Float64Array(products.length).fill(Number.NEGATIVE_INFINITY);
	}

	beginDay(): void {}

	rate(product: number, now: number): number {
		const own = this.#products[product] as ShopProduct;
		const age = now - (this.#last[product] as number);
		return trueRate(own, now) + own.followers * Math.exp(-age / FOLLOW_MS) * (DAY_MS / FOLLOW_MS);
	}

	isBursting(product: number, now: number): boolean {
		return now - (this.#last[product] as number) < 6 * FOLLOW_MS;
	}

	note(product: number, at: number): void {
		this.#last[product] = at;
	}
}
