import { randomUUID } from 'node:crypto';
import { type Knex, OutcomeMinute } from '@dropwire/db';

const MINUTE = 60_000;

/** How many deliveries ended, by outcome. */
export type Outcomes = Partial<Record<'sent' | 'edited' | 'failed' | 'expired', number>>;

/**
 * Adds to the counts of the current minute, in the transaction that stores the outcomes: the overview and the metrics
 * then read a few small rows instead of the delivery log. A delivery that is sent again counts again when it ends again.
 * @param writer the engine process; by default unique, so that no transaction waits for another to commit
 */
export async function countOutcomes(knex: Knex, outcomes: Outcomes, writer: string = randomUUID()): Promise<void> {
	const counts = Object.entries(outcomes).filter(([, count]) => count > 0);
	if (counts.length === 0) return;
	const now = Date.now();
	const added = counts.map(([name, count]) => [
		name,
		knex.raw('?? + ?', [`${OutcomeMinute.tableName}.${name}`, count]),
	]);
	await knex(OutcomeMinute.tableName)
		.insert({ minute: now - (now % MINUTE), writer, ...Object.fromEntries(counts) })
		.onConflict(['minute', 'writer'])
		.merge(Object.fromEntries(added));
}
