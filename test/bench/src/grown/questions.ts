import type { TestDatabase } from '@dropwire/db/testing';
import { DELIVERY_STATUSES } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';

const DAY = 86_400_000;

/** A request of a screen or a monitoring system. */
export interface Question {
	/** How it is named in the report. */
	name: string;
	/** The path of the n-th request. Where the server keeps answers, each request is another question. */
	path: (n: number) => string;
	as: 'operator' | 'client';
}

/** Searches of deliveries by message. */
const GROUP_SEARCHES = [
	['', ''],
	[', pending', 'status=pending'],
	[', an unknown SKU', 'sku=ZZ0000-000'],
	[', failed, of a guild, a SKU', 'status=failed&guildId=GUILD&sku=SKU'],
] as const;
/** Their facets, which are also measured in pairs: their own properties, those of their deliveries, and times. */
const GROUP_FACETS = [
	['failed', 'status=failed'],
	['busiest guild', 'guildId=GUILD'],
	['a webhook', 'webhook=DIGITS'],
	['webhooks by label', 'webhook=webhook%2099'],
	['a SKU', 'sku=SKU'],
	['a brand', 'brand=NIKE'],
	['a region', 'region=CA'],
	['a kind', 'kind=SHOCK_DROP'],
	['of a day', 'since=DAY'],
	['until ten days ago', 'until=TEN_DAYS'],
] as const;
const EVENT_SEARCHES = [
	['a region', 'region=CA'],
	['a kind', 'kind=SHOCK_DROP'],
	['without recipients', 'reached=nobody'],
] as const;

/** The states by which webhooks are listed. */
const WEBHOOK_STATES = ['failing', 'off', 'paused', 'never_used'];

/** Every list, filter and count whose tables grow, with the busiest and the emptiest values of the filled data. */
export async function questionsOf({ knex }: TestDatabase): Promise<Question[]> {
	const busiest = async (column: string): Promise<string> => {
		const [value] = (await knex('deliveries')
			.whereNotNull(column)
			.groupBy(column)
			.orderByRaw('count(*) desc')
			.limit(1)
			.pluck(column)) as (string | number)[];
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
	const [message] = (await knex('deliveries')
		.where('topicId', topicId)
		.groupBy('messageId')
		.orderByRaw('count(*) desc')
		.limit(1)
		.pluck('messageId')) as number[];
	const event = Number((await knex('messages').where('id', message!).first('eventId'))?.eventId ?? events);
	const subscription = await knex('subscriptions').where('topicId', topicId).orderBy('id').first('id', 'webhookId');
	const webhook = await knex('webhooks').where('id', subscription!.webhookId).first('id', 'discordId');
	const watch = await knex('keyword_watches').orderBy('id').first('id');
	const ownGuild = SANDBOX_GUILDS.soleSearchers.id;
	const named = (toolsName: unknown) => encodeURIComponent(String(toolsName));
	const fixed = (name: string, path: string, as: Question['as'] = 'operator'): Question => ({
		name,
		path: () => path,
		as,
	});
	return [
		fixed('deliveries', '/api/deliveries'),
		...DELIVERY_STATUSES.map((status) => fixed(`deliveries, ${status}`, `/api/deliveries?status=${status}`)),
		fixed('deliveries, busiest topic', `/api/deliveries?topic=${topicId}`),
		fixed('deliveries, busiest topic by name', `/api/deliveries?topic=${named(topic?.toolsName)}`),
		fixed('deliveries, busiest topic, failed', `/api/deliveries?topic=${topicId}&status=failed`),
		fixed('deliveries, topic without any', `/api/deliveries?topic=${unusedTopic?.id ?? 0}`),
		fixed('deliveries, busiest guild', `/api/deliveries?guildId=${guildId}`),
		fixed('deliveries, busiest guild, failed', `/api/deliveries?guildId=${guildId}&status=failed`),
		fixed('deliveries, guild and topic', `/api/deliveries?guildId=${guildId}&topic=${topicId}`),
		fixed('deliveries of an announcement', `/api/deliveries?announcement=${announcement}`),
		{ name: 'deliveries, any page', path: (n) => `/api/deliveries?cursor=${pageOf(n, deliveries)}`, as: 'operator' },
		fixed("deliveries, a client's guilds", '/api/deliveries', 'client'),
		fixed("deliveries, a client's guilds, failed", '/api/deliveries?status=failed', 'client'),
		fixed("deliveries, a client's guilds, topic", `/api/deliveries?topic=${topicId}`, 'client'),
		...groupSearches({ GUILD: guildId, SKU: sku, DIGITS: String(webhook?.discordId).slice(-6) }).map(([what, search]) =>
			fixed(`deliveries by message${what}`, `/api/deliverygroups?${search}`),
		),
		fixed("deliveries by message, a client's guilds", '/api/deliverygroups', 'client'),
		fixed("deliveries by message, a client's guilds, failed", '/api/deliverygroups?status=failed', 'client'),
		fixed('deliveries of a message', `/api/deliveries?message=${message}`),
		fixed('announcement', `/api/announcements/${announcement}`),
		fixed('events', '/api/events'),
		fixed('events of a SKU', `/api/events?sku=${sku}`),
		fixed('events of an unknown SKU', '/api/events?sku=ZZ0000-000'),
		{ name: 'events, any page', path: (n) => `/api/events?cursor=${pageOf(n, events)}`, as: 'operator' },
		...EVENT_SEARCHES.map(([what, search]) => fixed(`events, ${what}`, `/api/events?${search}`)),
		fixed('an event', `/api/event?id=${event}`),
		fixed('subscriptions that an event did not reach', `/api/eventsubscriptions?id=${event}`),
		fixed('why an event reached a subscription', `/api/why?event=${event}&subscription=${subscription?.id ?? 0}`),
		fixed('all webhooks', '/api/allwebhooks'),
		...WEBHOOK_STATES.map((state) => fixed(`all webhooks, ${state}`, `/api/allwebhooks?state=${state}`)),
		fixed('all webhooks of a brand and region', '/api/allwebhooks?brand=NIKE&region=US'),
		{ name: 'all webhooks, by label', path: (n) => `/api/allwebhooks?q=webhook%20${n}`, as: 'operator' },
		fixed('a webhook', `/api/webhook?id=${webhook?.id}`),
		fixed('messages of a webhook', `/api/webhookmessages?id=${webhook?.id}`),
		fixed('history of a webhook', `/api/webhookhistory?id=${webhook?.id}`),
		fixed('audit', '/api/audit'),
		{ name: 'audit, any page', path: (n) => `/api/audit?cursor=${pageOf(n, audit)}`, as: 'operator' },
		fixed('posts', '/twitter/posts'),
		fixed('short URLs', '/url/list'),
		fixed('coverage', '/api/coverage'),
		fixed('coverage of a guild', `/api/guildcoverage?guildId=${ownGuild}`, 'client'),
		fixed('keywords', '/api/keywords'),
		fixed('found products', '/api/found'),
		fixed('found products of a watch', `/api/found?watchId=${watch?.id}`),
		{ name: 'found products, any page', path: (n) => `/api/found?cursor=${pageOf(n, found)}`, as: 'operator' },
		{ name: 'overview', path: (n) => `/api/overview?dead=${20 + (n % 50)}`, as: 'operator' },
		fixed('pulse', '/api/pulse'),
		fixed('webhooks of Nike Shoes US', '/api/nikewebhooks?region=US&category=shoes'),
		fixed('broadcast list', '/api/broadcastwebhooks'),
		fixed('counts of operator groups', '/api/operatorcounts'),
		{ name: 'find', path: (n) => `/api/find?q=webhook%20${n}`, as: 'operator' },
		fixed('guilds', '/api/guildlist'),
		fixed('channels of a guild', `/api/channellist?guildId=${ownGuild}`, 'client'),
		fixed('links of a guild', `/api/linklist?guildId=${ownGuild}`, 'client'),
		fixed('watch list', '/api/skus?type=MONITOR1'),
		fixed('/readyz', '/readyz'),
		fixed('/metrics', '/metrics'),
	];
}

/** The searches of deliveries by message with the facets, alone and in pairs, and what they are called. */
function groupSearches(values: Readonly<Record<string, string>>): [string, string][] {
	const now = Date.now();
	const all = { ...values, DAY: String(now - DAY), TEN_DAYS: String(now - 10 * DAY) };
	const pairs = GROUP_FACETS.flatMap(([what, search], n) => [
		[`, ${what}`, search] as const,
		...GROUP_FACETS.slice(n + 1)
			.filter(([, other]) => fieldOf(other) !== fieldOf(search))
			.map(([other, second]) => [`, ${what}, ${other}`, `${search}&${second}`] as const),
	]);
	return [...GROUP_SEARCHES, ...pairs].map(([what, search]) => [
		what,
		Object.entries(all).reduce((text, [name, value]) => text.replace(`=${name}`, `=${value}`), search as string),
	]);
}

function fieldOf(search: string): string {
	return search.slice(0, search.indexOf('='));
}

/** Ids spread over the table, so that pages of every age are read. */
function pageOf(n: number, newest: number): number {
	return Math.max(1, newest - Math.floor(((n * 0.618_034) % 1) * newest));
}
