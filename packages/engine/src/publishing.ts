/**
 * Puts together what follows from an event: messages in Discord (`publish/`), notices of watches (`notices/`) and a post on
 * X (`social/`). `watch/` and `discover/`, which find changes, are given a `Publisher`.
 */
import type { Database } from '@dropwire/db';
import type { CheckKind } from '@dropwire/domain';
import type { ProductEvent } from './product/event.ts';
import type { Guarded, Publisher, Queued } from './product/publisher.ts';
import { type PublishOptions, queueDigest, queueEvent as queueMessages, queueWithoutMessage } from './publish/queue.ts';
import { queueMatching } from './notices/matchWatches.ts';
import { queuePost } from './social/queuePost.ts';
import * as reports from './watch/reports/ingest.ts';

/**
 * Stores an event with its message, its deliveries, its post on X, and that its watches are to be matched.
 * @param guard runs first in the transaction; if it resolves to false, nothing is stored
 * @returns null if the guard resolved to false
 */
export function queueEvent(
	db: Database,
	event: ProductEvent,
	guard?: Guarded['guard'],
	options: Pick<PublishOptions, 'policy' | 'clickUrl'> = {},
): Promise<Queued | null> {
	return queueMessages(db, event, guard, {
		...options,
		alsoStore: async (trx, eventId, stored) => {
			await queuePost(trx, eventId, stored);
			await queueMatching(trx, eventId, stored);
		},
	});
}

export function createPublisher(db: Database, options: Pick<PublishOptions, 'policy' | 'clickUrl'> = {}): Publisher {
	return {
		queueEvent: (event, guard) => queueEvent(db, event, guard, options),
		queuePersonal: (event, guard) => queueWithoutMessage(db, event, guard, queueMatching),
		queueDigest: (events, others) => queueDigest(db, events, others, queueMatching),
	};
}

/** Ingests an external monitor's report. @returns the kind of the resulting event, or null if there was none */
export function ingest(db: Database, report: reports.ObservedReport): Promise<CheckKind | null> {
	return reports.ingest(db, report, createPublisher(db));
}

/**
 * Ingests the reports of one call of an external monitor.
 * @param options `clickUrl`: as in `PublishOptions`. `onEvent`: called after each event
 * @returns the kind of each report's event, null if there was none
 */
export function ingestAll(
	db: Database,
	reported: readonly reports.ObservedReport[],
	{ clickUrl, onEvent }: { clickUrl: string | null; onEvent: (event: reports.ReportedEvent) => void },
): Promise<(CheckKind | null)[]> {
	return reports.ingestAll(db, reported, { publisher: createPublisher(db, { clickUrl }), onEvent });
}
