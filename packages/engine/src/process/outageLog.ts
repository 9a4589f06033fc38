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

/** By their logs: the engine and the server of one process share one. */
const created = new WeakMap<Logger, OutageLog>();

/**
 * Logs an outage of the database as one error when it begins and one line when it is over: the parts of an engine fail
 * ten times a second. What fails in between is logged as debug.
 * @param parent the log of such a log is used as it is
 */
export function createOutageLog(parent: Logger): OutageLog {
	const shared = created.get(parent);
	if (shared) return shared;
	let outage: { since: number; lastAt: number; failures: number } | undefined;
	const log = Object.create(parent) as Logger;
	for (const level of ['error', 'warn'] as const) {
		log[level] = ((facts: unknown, ...rest: [string]) => {
			const { err, requestId } = Object(facts) as { err?: unknown; requestId?: string };
			const isUncertain = err instanceof UncertainCommitError;
			// The caller of a call that may have been saved is given its id: it leads to this line.
			const isQuoted = isUncertain && requestId !== undefined;
			if (isQuoted || !(isUncertain || isUnavailable(err))) return parent[level](facts, ...rest);
			if (outage) {
				outage.failures++;
				outage.lastAt = performance.now();
				return parent.debug(facts, ...rest);
			}
			const now = performance.now();
			outage = { since: now, lastAt: now, failures: 1 };
			parent.error(facts, `the database is not available: ${rest[0]}`);
		}) as LogFn;
	}
	const outages: OutageLog = {
		log,
		answered() {
			if (!outage || performance.now() - outage.lastAt <= LATE_MS) return;
			const { since, lastAt, failures } = outage;
			outage = undefined;
			parent.info({ seconds: Math.ceil((lastAt - since) / 1000), failures }, 'the database is available again');
		},
	};
	created.set(log, outages);
	return outages;
}
