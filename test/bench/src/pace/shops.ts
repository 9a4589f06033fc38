import type { HourOfWeek } from '@dropwire/engine/testing';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The first of January 2026, a Thursday. */
export const YEAR_BEGINS = Date.UTC(2026, 0, 1);
export const DAYS = 365;

/** A product of a generated shop: when it changes, and who waits for it. */
export interface ShopProduct {
	/** The number of its list. */
	list: number;
	/** As polling weighs it: 1 + subscriptions. */
	weight: number;
	/** How far its market's clocks are ahead, whole hours. */
	zone: number;
	/** Changes that begin a burst, by the hour of the week of its market from Monday 0 h, per day; another habit after `movesAt`. */
	rates: Float64Array;
	later: Float64Array;
	/** When its habit changes, epoch ms. */
	movesAt: number;
	/** Changes that follow each of these. */
	followers: number;
}

/** A change of a product. */
export interface Change {
	product: number;
	at: number;
}

/** How soon the changes of a burst follow on average, ms. */
export const FOLLOW_MS = 20 * 60_000;
const LISTS = 4;

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * Products of a generated shop: two fifths are dead stock, three tenths come back in a window of the day, two tenths on some
 * weekdays, and one tenth at any time. One in twenty changes its habit during the year. A twentieth of all changes of a product
 * with a habit are surprises.
 */
export function generateShop(count: number, random: () => number): ShopProduct[] {
	return Array.from({ length: count }, () => {
		const kind = random();
		const list = Math.floor(random() * LISTS);
		// Most products have few subscriptions, some have hundreds.
		const weight = 1 + Math.floor(random() ** -0.7);
		const zone = [-5, 0, 1, 9][Math.floor(random() * 4)] as number;
		const perDay = kind < 0.4 ? 0.002 * random() : Math.min(12, 0.15 * Math.exp(1.1 * normal(random)));
		const habit = () => {
			if (kind < 0.4 || kind >= 0.9) return flat(perDay);
			const from = 7 + Math.floor(random() * 12);
			const hours = 1 + Math.floor(random() * 3);
			const first = Math.floor(random() * 7);
			const days = kind < 0.7 ? 7 : 1 + Math.floor(random() * 3);
			return withHabit(perDay, { from, hours, first, days });
		};
		const rates = habit();
		const moves = random() < 0.05;
		return {
			list,
			weight,
			zone,
			rates,
			later: moves ? habit() : rates,
			movesAt: YEAR_BEGINS + DAYS * DAY_MS * (0.2 + 0.6 * random()),
			followers: kind < 0.4 ? 0 : 1.2 * random(),
		};
	});
}

/** The changes of a year, from the first. */
export function generateChanges(products: readonly ShopProduct[], random: () => number): Change[] {
	const changes: Change[] = [];
	for (const [index, product] of products.entries()) {
		for (let hour = 0; hour < DAYS * 24; hour++) {
			const from = YEAR_BEGINS + hour * HOUR_MS;
			for (let left = trueRate(product, from) / 24 + Math.log(1 - random()); left > 0; left += Math.log(1 - random())) {
				const at = from + random() * HOUR_MS;
				changes.push({ product: index, at });
				for (let more = product.followers + Math.log(1 - random()); more > 0; more += Math.log(1 - random())) {
					changes.push({ product: index, at: at - FOLLOW_MS * Math.log(1 - random()) });
				}
			}
		}
	}
	return changes.sort((one, other) => one.at - other.at);
}

/** The rate of changes that begin a burst at a moment, per day. */
export function trueRate(product: ShopProduct, at: number): number {
	const { weekday, hour } = hourOfWeek(product, at);
	const rates = at < product.movesAt ? product.rates : product.later;
	return rates[(weekday - 1) * 24 + hour] as number;
}

export function hourOfWeek({ zone }: Pick<ShopProduct, 'zone'>, at: number): HourOfWeek {
	const hours = Math.floor(at / HOUR_MS) + zone;
	// The first of January 1970 was a Thursday.
	return { weekday: ((Math.floor(hours / 24) + 3) % 7) + 1, hour: hours % 24 };
}

function flat(perDay: number): Float64Array {
	return new Float64Array(168).fill(perDay);
}

function withHabit(
	perDay: number,
	{ from, hours, first, days }: { from: number; hours: number; first: number; days: number },
): Float64Array {
	const surprises = 0.05;
	const rates = flat(perDay * surprises);
	for (let day = first; day < first + days; day++) {
		for (let hour = from; hour < from + hours; hour++) {
			(rates[(day % 7) * 24 + hour] as number) += (perDay * (1 - surprises) * 168) / (days * hours);
		}
	}
	return rates;
}

function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
