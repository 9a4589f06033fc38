const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * The pause after this many consecutive failures: 1, 2, 4 … 60 s, each reduced by a random amount of up to 20% to
 * spread retries.
 */
export function retryPause(failures: number): number {
	return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (1 - Math.random() / 5);
}
