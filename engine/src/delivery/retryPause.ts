const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** The pause after so many failures in a row: 1, 2, 4 … 60 s, each jittered down by up to a fifth so that webhooks spread. */
export function retryPause(failures: number): number {
	return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (1 - Math.random() / 5);
}
