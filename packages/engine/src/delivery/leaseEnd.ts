/** Lifetime of a lease without renewal, ms. */
export const LEASE_MS = 10_000;

/**
 * When a lease ends, by both clocks of this process: the monotonic clock does not run while a virtual machine is paused or
 * a computer sleeps, and the wall clock can be set back.
 */
export interface LeaseEnd {
	monotonic: number;
	/** Epoch ms. */
	wall: number;
}

/** The end of a lease that begins now. Call it before the database sets its own lease, so that this one ends first. */
export function leaseFromNow(): LeaseEnd {
	return { monotonic: performance.now() + LEASE_MS, wall: Date.now() + LEASE_MS };
}

/** The time until the lease ends by the first of the two clocks, ms; 0 or less once it has ended. */
export function leaseLeftMs({ monotonic, wall }: LeaseEnd): number {
	return Math.min(monotonic - performance.now(), wall - Date.now());
}
