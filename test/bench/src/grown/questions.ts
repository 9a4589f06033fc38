import type { TestDatabase } from '@dropwire/db/testing';
import { DELIVERY_STATUSES } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';

const DAY = 86_400_000;

/** A request of a screen or a monitoring system. */
export interface Question {
	/** The path of the n-th request. Where the server keeps answers, each request is another question. */
	path: (n: number) => string;
	as: 'operator' | 'client';
}

/** The states by which webhooks are listed. */
const WEBHOOK_STATES = ['failing', 'off', 'paused', 'never_used'];

/** Every list, filter and count whose tables grow, with the busiest and the emptiest values of the filled data. */
export async function questionsOf({ knex }: TestDatabase): Promise<Question[]> {
	const busiest = async (column: string): Promise<string> => {
		const [value] = await knex('deliveries')
			.whereNotNull(column)
			.groupBy(column)
			.orderByRaw('count(*) desc')
			.limit(1)
			.pluck<(string | number)[]>(column);
		return String(value);
	};
	const newest = async (table: string) => Number((await knex(table).max({ id: 'id' }).first())?.['id']);
	const [topicId, guildId] = [await busiest('topicId'), await busiest('guildId')];
	const used = knex('deliveries').whereNotNull('topicId').distinct('topicId');
	const topic = await knex('topics').where('id', topicId).first('toolsName');
	const unusedTopic = await knex('topics').whereNotIn('id', used).first('id', 'toolsName');
	const { sku } = (await knex('events').orderBy('id').first('sku'))!;
	const announcement = await newest('announcements');
	const [deliveries, events, audit] = [await newest('deliveries'), await newest('events'), await newest('audit')];
	const found = await newest('found_products');
	// Of the busiest topic: its event and message with the most deliveries.
	const [message] = await knex('deliveries')
		.where('topicId', topicId)
		.groupBy('messageId')
		.orderByRaw('count(*) desc')
		.limit(1)
		.pluck<number[]>('messageId');
	const event = (await knex('messages').where('id', message!).first('eventId'))?.eventId ?? events;
	const subscription = await knex('subscriptions').where('topicId', topicId).orderBy('id').first('id', 'webhookId');
	const webhook = await knex('webhooks').where('id', subscription!.webhookId).first('id', 'discordId');
	const watch = await knex('keyword_watches').orderBy('id').first('id');
	const ownGuild = SANDBOX_GUILDS.soleSearchers.id;
	const digits = String(webhook?.discordId).slice(-6);
	/** The facets of deliveries by message, which are also measured in pairs. */
	const facets = [
		'status=failed',
		`guildId=${guildId}`,
		`webhook=${digits}`,
		'webhook=webhook%2099',
		`sku=${sku}`,
		'brand=NIKE',
		'region=CA',
		'kind=SHOCK_DROP',
		`since=${Date.now() - DAY}`,
		`until=${Date.now() - 10 * DAY}`,
	];
	const pairs = facets.flatMap((one, n) => facets.slice(n + 1).map((other) => [one, other] as const));
	const groups = [
		'',
		'status=pending',
		'sku=ZZ0000-000',
		`status=failed&guildId=${guildId}&sku=${sku}`,
		...facets,
		...pairs.filter(([one, other]) => fieldOf(one) !== fieldOf(other)).map((pair) => pair.join('&')),
	];
	const operator = [
		'/api/deliveries',
		...DELIVERY_STATUSES.map((status) => `/api/deliveries?status=${status}`),
		`/api/deliveries?topic=${topicId}`,
		`/api/deliveries?topic=${encodeURIComponent(String(topic?.toolsName))}`,
		`/api/deliveries?topic=${topicId}&status=failed`,
		`/api/deliveries?topic=${unusedTopic?.id ?? 0}`,
		`/api/deliveries?guildId=${guildId}`,
		`/api/deliveries?guildId=${guildId}&status=failed`,
		`/api/deliveries?guildId=${guildId}&topic=${topicId}`,
		`/api/deliveries?announcement=${announcement}`,
		`/api/deliveries?message=${message}`,
		...groups.map((search) => `/api/deliverygroups?${search}`),
		`/api/announcements/${announcement}`,
		'/api/events',
		`/api/events?sku=${sku}`,
		'/api/events?sku=ZZ0000-000',
		'/api/events?region=CA',
		'/api/events?kind=SHOCK_DROP',
		'/api/events?reached=nobody',
		`/api/event?id=${event}`,
		`/api/eventsubscriptions?id=${event}`,
		`/api/why?event=${event}&subscription=${subscription?.id ?? 0}`,
		'/api/allwebhooks',
		...WEBHOOK_STATES.map((state) => `/api/allwebhooks?state=${state}`),
		'/api/allwebhooks?brand=NIKE&region=US',
		`/api/webhook?id=${webhook?.id}`,
		`/api/webhookmessages?id=${webhook?.id}`,
		`/api/webhookhistory?id=${webhook?.id}`,
		'/api/audit',
		'/twitter/posts',
		'/url/list',
		'/api/coverage',
		'/api/keywords',
		'/api/found',
		`/api/found?watchId=${watch?.id}`,
		'/api/pulse',
		'/api/nikewebhooks?region=US&category=shoes',
		'/api/broadcastwebhooks',
		'/api/operatorcounts',
		'/api/guildlist',
		'/api/skus?type=MONITOR1',
		'/readyz',
		'/metrics',
	];
	const client = [
		'/api/deliveries',
		'/api/deliveries?status=failed',
		`/api/deliveries?topic=${topicId}`,
		'/api/deliverygroups',
		'/api/deliverygroups?status=failed',
		`/api/guildcoverage?guildId=${ownGuild}`,
		`/api/channellist?guildId=${ownGuild}`,
		`/api/linklist?guildId=${ownGuild}`,
	];
	const different = [
		(n: number) => `/api/deliveries?cursor=${pageOf(n, deliveries)}`,
		(n: number) => `/api/events?cursor=${pageOf(n, events)}`,
		(n: number) => `/api/audit?cursor=${pageOf(n, audit)}`,
		(n: number) => `/api/found?cursor=${pageOf(n, found)}`,
		(n: number) => `/api/allwebhooks?q=webhook%20${n}`,
		(n: number) => `/api/overview?dead=${20 + (n % 50)}`,
		(n: number) => `/api/find?q=webhook%20${n}`,
	];
	return [
		...operator.map((path): Question => ({ path: () => path, as: 'operator' })),
		...client.map((path): Question => ({ path: () => path, as: 'client' })),
		...different.map((path): Question => ({ path, as: 'operator' })),
	];
}

function fieldOf(search: string): string {
	return search.slice(0, search.indexOf('='));
}

/** Ids spread over the table, so that pages of every age are read. */
function pageOf(n: number, newest: number): number {
	return Math.max(1, newest - Math.floor(((n * 0.618_034) % 1) * newest));
}
