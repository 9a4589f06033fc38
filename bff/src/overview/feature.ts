import { type Knex, Webhook } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import { type Overview, TREND_HOURS } from '@dropwire/contract';
import { countSubscriptions, readSources } from '@dropwire/engine';
import { undeliveredNotices } from '../guilds/undelivered.ts';
import { monitorRows } from '../events/monitors.ts';
import { readRejected } from '../grants/summary.ts';
import { firstMinute, hourlyOutcomes, recentOutcomes } from '../health/outcomes.ts';
import { readPauses } from '../health/pauses.ts';
import { readPulse } from '../health/pulse.ts';
import { presentSources } from '../health/sources.ts';
import type { Feature } from '../http/feature.ts';
import { createMemo } from '../http/memo.ts';
import { FAILED } from '../webhookPage/listed.ts';
import { countWatches } from './countWatches.ts';
import { failingWebhooks, newestSent, percentiles, sampleOf, type Sent } from './lastHour.ts';
import { subscriptionsOf } from './subscriptions.ts';

const MINUTE = 60_000;
const MINUTES = 60;
const HOUR = MINUTES * MINUTE;
const SLOWEST = 5;

/** The state of the whole service. Each query reads a limited number of rows, whatever the size of the log. */
export function overviewFeature() {
	// Counted once a minute, because all watches are counted.
	const watching = createMemo<Overview['watching']>({ ttl: MINUTE, max: 1 });
	return {
		handlers: {
			overview: async ({ input, knex }) => {
				const now = Date.now();
				const sources = await readSources(knex);
				const [
					pulse,
					minutes,
					sent,
					failing,
					webhooksFailing,
					dead,
					monitors,
					undelivered,
					discordPauses,
					topics,
					watches,
					rejectedEvents,
				] = await Promise.all([
					readPulse(knex, sources, now),
					minutesOf(knex, now),
					newestSent(knex, now - HOUR),
					failingWebhooks(knex, now - HOUR),
					Webhook.query(knex).where({ active: true }).whereIn('lastStatus', FAILED).resultSize(),
					deadOf(knex, input.dead),
					monitorRows(knex, now),
					undeliveredNotices(knex),
					readPauses(knex),
					countSubscriptions(knex),
					watching.get('all', () => countWatches(knex)),
					readRejected(knex, now),
				]);
				const slowest = grouped(
					sent,
					({ target }) => target,
					(row) => row.sentAt - row.queuedAt,
				)
					.sort((a, b) => b.p50 - a.p50)
					.slice(0, SLOWEST);
				const shown = [...slowest.map(({ first }) => first.webhookId), ...failing.map(({ webhookId }) => webhookId)];
				const subscriptions = await subscriptionsOf(
					knex,
					[...shown, ...dead.map(({ id }) => id)].filter((id) => id !== null),
				);
				return {
					data: {
						pulse,
						discordPauses,
						minutes,
						newestSent: sampleOf(sent),
						latency: grouped(
							sent,
							({ brand }) => brand ?? 'OTHER',
							(row) => row.sentAt - row.seenAt,
						).map(({ key, p50, p99, count }) => ({ brand: key, p50, p99, count })),
						slowest: slowest.map(({ key, first: { webhookId }, ...figures }) => ({
							id: webhookId === null ? null : String(webhookId),
							target: key,
							...figures,
							subscriptions: webhookId === null ? [] : subscriptions(webhookId),
						})),
						webhooksFailing,
						failing: failing.map(({ webhookId, ...row }) => ({
							id: String(webhookId),
							...row,
							subscriptions: subscriptions(webhookId),
						})),
						dead: dead.map(({ id, discordId, threadId, offReason, offAt }) => ({
							id: String(id),
							target: maskWebhook(discordId, threadId),
							reason: offReason,
							offAt,
							subscriptions: subscriptions(id),
						})),
						sources: presentSources(sources, topics),
						monitors,
						undelivered,
						watching: watches,
						rejectedEvents,
					},
				};
			},

			// Summed when they are read: a week has some 10,000 rows per engine, and a table of hours would have to be kept right.
			trends: async ({ input: { period }, knex }) => ({
				data: { hours: await hourlyOutcomes(knex, Date.now(), TREND_HOURS[period]) },
			}),
		},
	} satisfies Feature;
}

/** Counts per minute, including minutes with a count of 0. */
async function minutesOf(knex: Knex, now: number): Promise<Overview['minutes']> {
	const first = firstMinute(now, MINUTES);
	const minute = knex.raw('?? - ?? % ?', ['at', 'at', MINUTE]);
	const counted: { minute: number; count: number }[] = await knex('events')
		.where('at', '>=', first)
		.groupBy('minute')
		.select({ minute })
		.count({ count: '*' });
	const events = new Map(counted.map((row) => [row.minute, row.count]));
	const outcomes = await recentOutcomes(knex, now, MINUTES);
	const messages = new Map(outcomes.map((row) => [row.minute, row.sent + row.failed + row.expired]));
	return Array.from({ length: MINUTES }, (_, n) => {
		const at = first + n * MINUTE;
		return { at, events: events.get(at) ?? 0, messages: messages.get(at) ?? 0 };
	});
}

/** The latency figures of each group, with the group's first row. */
function grouped<K>(rows: readonly Sent[], by: (row: Sent) => K, ms: (row: Sent) => number) {
	return [...Map.groupBy(rows, by)].map(([key, own]) => {
		return { key, first: own[0] as Sent, ...percentiles(own.map(ms)), count: own.length };
	});
}

/** The webhooks that were switched off most recently. */
async function deadOf(knex: Knex, max: number): Promise<Webhook[]> {
	return Webhook.query(knex)
		.where({ active: false })
		.orderBy([
			{ column: 'offAt', order: 'desc' },
			{ column: 'id', order: 'desc' },
		])
		.limit(max)
		.select('id', 'discordId', 'threadId', 'offReason', 'offAt');
}
