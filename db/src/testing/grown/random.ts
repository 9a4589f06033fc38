/** A deterministic source of random numbers: equal seeds give equal databases. */
export interface Random {
	/** From 0 to 1, exclusive. */
	share(): number;
	/** An integer from 0 to `below`, exclusive. */
	below(below: number): number;
	/** An integer from 0 to `below`, exclusive; small ones are much more frequent, as popular topics and guilds are. */
	skewed(below: number): number;
	/** Mostly small, rarely large: on average about 1. */
	heavy(): number;
}

/** mulberry32 (public domain, Tommy Ettinger): 32 bits of state are enough for sample data. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const share = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		share,
		below: (below) => Math.floor(share() * below),
		skewed: (below) => Math.floor(share() ** 3 * below),
		// A Pareto distribution with exponent 1.5, cut at 300.
		heavy: () => Math.min(300, 0.33 * (1 - share()) ** (-1 / 1.5)),
	};
}
