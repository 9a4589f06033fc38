import { backoff } from '@dropwire/domain';

const pause = backoff({ firstMs: 1000, maxMs: 60_000 });

/**
 * The pause after this many consecutive failures: 1, 2, 4 … 60 s, each reduced by a random amount of up to 20% to
 * spread retries.
 */
export function retryPause(failures: number): number {
	return pause(failures) * (1 - Math.random() / 5);
}
