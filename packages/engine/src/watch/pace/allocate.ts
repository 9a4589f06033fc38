/** The limits of a batch's calls, relative to what uniform polling makes: at least a quarter, at most fifteen times as many. */
export const LIMITS_OF_PACE = { min: 0.25, max: 15 } as const;
/** Pinned batches get at most this share of all calls. */
const MAX_PINNED_SHARE = 0.5;

/** A batch that shares a budget with others. */
export type Claim =
	/** The expected changes a day of its products, times how many people wait for each. */
	| { kind: 'learned'; demand: number }
	| { kind: 'uniform' }
	/** Asks for this many calls in the time in which uniform polling makes one. */
	| { kind: 'pinned'; pace: number };

/** What is expected of the products of a batch. */
export interface Estimate {
	/** Null if one of them is not known for long enough. */
	demand: number | null;
	/** The changes of all of them, per day: those that were observed, and those to expect if all were as now. */
	perDay: number;
	rateNow: number;
	/** When it is made again, epoch ms. */
	until: number;
}

/**
 * Divides the calls that uniform polling makes, one for each batch: the paces, whose sum is the number of claims, and the level by which
 * `paceOf` finds that of another demand. A change
 * waits half an interval on average, so the weighted delay of all changes, the sum of demand / (2 × pace), is least where
 * pace ∝ √demand. The limits keep the longest wait at four uniform intervals, and so a quarter of all calls uniform.
 */
export function allocate(claims: readonly Claim[]): { paces: Float64Array; level: number } {
	const paces = new Float64Array(claims.length).fill(1);
	const pinned = claims.reduce((sum, claim) => sum + (claim.kind === 'pinned' ? claim.pace : 0), 0);
	const free = claims.filter(({ kind }) => kind !== 'pinned').length;
	const forPinned = free === 0 ? pinned : Math.min(pinned, claims.length * MAX_PINNED_SHARE);
	/** Calls for each batch that is not pinned. */
	const each = free === 0 ? 1 : (claims.length - forPinned) / free;
	const learned: number[] = [];
	const roots: number[] = [];
	for (const [index, claim] of claims.entries()) {
		if (claim.kind === 'pinned') paces[index] = (claim.pace * forPinned) / pinned;
		else paces[index] = each;
		if (claim.kind !== 'learned') continue;
		learned.push(index);
		roots.push(rootOf(claim.demand));
	}
	const level = levelOf(roots, roots.length * each);
	for (const [place, index] of learned.entries()) paces[index] = paceAt(level, roots[place] as number);
	return { paces, level };
}

/** The pace of a batch by its demand. */
export function paceOf(level: number, demand: number): number {
	return paceAt(level, rootOf(demand));
}

function rootOf(demand: number): number {
	return Math.sqrt(Math.max(MIN_DEMAND, demand));
}

/** The pace of a batch by the root of its demand. */
export function paceAt(level: number, root: number): number {
	return Math.max(LIMITS_OF_PACE.min, Math.min(LIMITS_OF_PACE.max, level * root));
}

/** Searches the level at which the paces of all roots have this sum. @param start where to search first */
export function levelOf(roots: ArrayLike<number>, total: number, start = 0): number {
	const { length } = roots;
	let [low, high] = [0, Number.POSITIVE_INFINITY];
	let level = start > 0 ? start : 1;
	for (let step = 0; step < MAX_STEPS; step++) {
		let sum = 0;
		let slope = 0;
		for (let index = 0; index < length; index++) {
			const root = roots[index] as number;
			const pace = level * root;
			if (pace < LIMITS_OF_PACE.min) sum += LIMITS_OF_PACE.min;
			else if (pace > LIMITS_OF_PACE.max) sum += LIMITS_OF_PACE.max;
			else {
				sum += pace;
				slope += root;
			}
		}
		if (Math.abs(sum - total) <= TOLERANCE * total) return level;
		if (sum < total) low = level;
		else high = level;
		const next = level + (total - sum) / slope;
		// Newton's step, as long as it stays between what is too little and too much.
		if (next > low && next < high) level = next;
		else level = high === Number.POSITIVE_INFINITY ? level * 8 : (low + high) / 2;
		if (level > MAX_LEVEL) return level;
	}
	return level;
}

/** Without any expected change, batches are equal. */
const MIN_DEMAND = 1e-9;
const MAX_STEPS = 60;
const TOLERANCE = 1e-4;
/** Above this, no root is larger than zero by more than a rounding error. */
const MAX_LEVEL = 1e12;
