import { isUnavailable, UncertainCommitError } from '@dropwire/db';
import type { LogFn, Logger } from 'pino';

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
	let outage: { since: number; failures: number } | undefined;
	const log = Object.create(parent) as Logger;
	log.error = ((facts: { err?: unknown }, text: string) => {
		const { err } = facts;
		const isOutage = isUnavailable(err) || err instanceof UncertainCommitError;
		if (!isOutage) return parent.error(facts, text);
		if (outage) {
			outage.failures++;
			return parent.debug(facts, text);
		}
		outage = { since: performance.now(), failures: 1 };
		parent.error(facts, `the database is not available: ${text}`);
	}) as LogFn;
	return {
		log,
		answered() {
			if (!outage) return;
			const { since, failures } = outage;
			outage = undefined;
			parent.info(
				{ seconds: Math.ceil((performance.now() - since) / 1000), failures },
				'the database is available again',
			);
		},
	};
}
