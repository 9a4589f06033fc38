import { isUnavailable, UncertainCommitError } from '@dropwire/db';
import type { LogFn, Logger } from 'pino';

/** A statement that began during an outage can fail for this long after its end, ms: its own timeout. */
const LATE_MS = 10_000;

/** A log of a process whose database can go away. */
export interface OutageLog {
	log: Logger;
	/** Call it while the database answers. */
	answered(): void;
}

/**
 * Logs an outage of the database as one error when it begins and one line when it is over: the parts of an engine fail
 * ten times a second. What fails in between is logged as debug.
 */
export function createOutageLog(parent: Logger): OutageLog {
	let outage: { since: number; lastAt: number; failures: number } | undefined;
	const log = Object.create(parent) as Logger;
	log.error = ((facts: { err?: unknown }, text: string) => {
		const { err } = facts;
		const isOutage = isUnavailable(err) || err instanceof UncertainCommitError;
		if (!isOutage) return parent.error(facts, text);
		if (outage) {
			outage.failures++;
			outage.lastAt = performance.now();
			return parent.debug(facts, text);
		}
		const now = performance.now();
		outage = { since: now, lastAt: now, failures: 1 };
		parent.error(facts, `the database is not available: ${text}`);
	}) as LogFn;
	return {
		log,
		answered() {
			if (!outage || performance.now() - outage.lastAt <= LATE_MS) return;
			const { since, lastAt, failures } = outage;
			outage = undefined;
			parent.info({ seconds: Math.ceil((lastAt - since) / 1000), failures }, 'the database is available again');
		},
	};
}
