import { BROADCAST_LIST, Place } from '@dropwire/db';
import type { TestDatabase } from '@dropwire/db/testing';
import { chunks } from '@dropwire/domain';
import { composeEvent } from '@dropwire/engine';
import { dropwireOn } from '../fanout/entrants.ts';
import { type Result, runRounds } from '../fanout/rounds.ts';
import type { Aim } from '../report/markdown.ts';
import { median, spread } from '../report/statistics.ts';
import { anEvent, type Engine, openBenchDatabase, subscribeAll, topicOfEvent } from '../setup.ts';
import { startLeanTarget } from '../target/leanTarget.ts';

const AIM = 0.9;

/** Sends an event to the same number of webhooks on the grown log and on an empty one, in turns. */
export async function measureFanout(
	engine: Engine,
	grown: TestDatabase,
	webhooks: number,
	rounds: number,
): Promise<Aim[]> {
	const target = await startLeanTarget();
	const targets = target.webhooks(webhooks);
	await subscribeStored(grown, webhooks);
	const empty = await openBenchDatabase(engine);
	if (!empty) throw new Error(`${engine} does not respond any more`);
	await subscribeAll(empty, targets);
	const entrants = [
		dropwireOn(grown, 'the grown log', target.origin),
		dropwireOn(empty, 'an empty log', target.origin),
	];
	const body = JSON.stringify(composeEvent(anEvent()));
	const [onGrown = [], onEmpty = []] = await runRounds(entrants, { target, targets, body, rounds });
	await empty.close();
	target.stop();
	const ratios = onGrown.map(({ ms }, round) => (onEmpty[round]?.ms ?? Number.NaN) / ms);
	const rate = (results: readonly Result[]) => `${spread(results.map(({ ms }) => (webhooks / ms) * 1000))} messages/s`;
	const first = (results: readonly Result[]) => spread(results.map((result) => result.first));
	return [
		{
			what: `rate of a fan-out to ${webhooks} on the grown log, of that on an empty one; ${rounds} rounds`,
			database: engine,
			aim: String(AIM),
			measured: `${spread(ratios, 2)}: ${rate(onGrown)}, empty ${rate(onEmpty)}; first message after ${first(onGrown)} ms, empty ${first(onEmpty)} ms`,
			met: median(ratios) >= AIM,
		},
	];
}

/** Makes webhooks that have a past the only subscribers of the topic of `anEvent`. */
async function subscribeStored({ knex }: TestDatabase, count: number): Promise<void> {
	const topic = await topicOfEvent(knex);
	await knex('subscriptions').where({ topicId: topic.id }).orWhere({ list: BROADCAST_LIST }).delete();
	const ids: number[] = await knex('webhooks')
		.where({ active: 1, pausedUntil: 0 })
		.orderBy('id')
		.limit(count)
		.pluck('id');
	for (const some of chunks(ids, 500)) {
		const rows = some.map((webhookId) => ({
			...Place.operator(topic.id, `bench ${webhookId}`),
			webhookId,
			createdAt: Date.now(),
		}));
		await knex('subscriptions').insert(rows);
	}
}
