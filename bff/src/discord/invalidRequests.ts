import { Rejections } from '@dropwire/engine';
import { CallError } from '../http/errors.ts';

/**
 * Limit of invalid requests of this process within ten minutes. Discord bans an address at 10,000, and the engine and the
 * bot can share it.
 */
const MAX = 1000;
const ALL = 'all';

/** The requests to Discord whose responses count towards its ban of the address (its documentation, "Invalid Request Limit"). */
export interface InvalidRequests {
	add(): void;
	/** @throws CallError 502 with the time to wait while there are too many */
	mustBeFew(): void;
}

export function createInvalidRequests(): InvalidRequests {
	const rejections = new Rejections(() => MAX);
	return {
		add: () => rejections.add(ALL),
		mustBeFew() {
			const retryAfter = Math.ceil(rejections.waitMs(ALL) / 1000);
			if (retryAfter === 0) return;
			const text = `Discord has rejected too many requests of this Dropwire. Try again in ${retryAfter} s.`;
			throw new CallError('upstream_failed', text, undefined, { retryAfter });
		},
	};
}
