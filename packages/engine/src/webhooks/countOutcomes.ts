import { randomUUID } from 'node:crypto';
import type { Knex } from '@dropwire/db';

const MINUTE = 60_000;

/** How many deliveries ended, by outcome. A negative number corrects an earlier count. */
export type Outcomes = Partial<Record<'sent' | 'edited' | 'failed' | 'expired', number>>;

/**
 * Adds to the counts of a minute, by default the current one, in the transaction that stores the outcomes: the overview and the metrics
 * then read a few small rows instead of the delivery log. A delivery that is sent again counts again when it ends again.
 * @param writer the engine process; by default unique, so that no transaction waits for another to commit
 */
export async function countOutcomes(
	knex: Knex,
	outcomes: Outcomes,
	writer: string = randomUUID(),
	at = Date.now(),
): Promise<void> {
	const counts = Object.entries(outcomes).filter(([, count]) => count !== 0);
	if (counts.length === 0) return;
	const added = counts.map(([name, count]) => [name, knex.raw('?? + ?', [`outcome_minutes.${name}`, count])]);
	await knex('outcome_minutes')
		.insert({ minute: at - (at % MINUTE), writer, ...Object.fromEntries(counts) })
		.onConflict(['minute', 'writer'])
		.merge(Object.fromEntries(added));
}
