import { columnContains, type Knex } from '@dropwire/db';
import { ANNOUNCEMENT_TOPIC, BRANDS, fillPostName } from '@dropwire/domain';
import type { Overlay } from '../../message/body.ts';
import { wordKey } from '../../product/words.ts';
import { filterOf, mergeStylesFor, namesWanted } from './filter.ts';
import { type OwnMessage, styleOf } from './choose.ts';
import { OPERATORS_OWN, type OwnerRow, ownerRows, pausedGuilds } from './match.ts';

/** The text that servers' filters of words apply to. */
export interface Announced {
	title: string;
	description: string;
}

/**
 * Webhooks of an announcement: those that its sender chose, and those of servers that link the topic, if the sender
 * includes them. Otherwise a message to one channel would be a message to all.
 */
export interface Recipients {
	chosen: readonly number[];
	linked: readonly number[];
}

/** Reads the webhooks of a stored fan-out. */
export function recipientsOf(webhookIds: string): Recipients {
	const stored = JSON.parse(webhookIds) as number[] | Recipients;
	return 'chosen' in stored ? stored : { chosen: stored, linked: [] };
}

/** Some of the recipients, and what the options of their subscriptions make of an announcement. */
export interface AnnouncedChoice {
	/** The webhooks that get the common message, and those of them that get it for a server. */
	plain: readonly number[];
	ofGuilds: readonly number[];
	/** The subscriptions that have a message of their own. */
	without: readonly number[];
	own: readonly OwnMessage[];
}

/**
 * The webhooks with which servers link the topic, if they are on, and neither the link nor the server is paused, and the
 * words of the link's filter let the announcement through. The other filters are about products.
 */
export async function linkedWebhooks(
	knex: Knex,
	topicId: number,
	announced: Announced,
	/** The servers; by default all of them. */
	guildIds?: readonly string[],
): Promise<number[]> {
	const query = linkedRows(knex, topicId).where('w.active', 1);
	if (guildIds) void query.whereIn('c.guildId', [...guildIds]);
	const rows: OwnerRow[] = await query;
	return idsOf(rows.filter(({ options }) => isWanted(options, announced)));
}

/** How many servers link the topic, and with how many webhooks, before the filters of words. */
export async function countLinked(knex: Knex, topicId: number): Promise<{ servers: number; webhooks: number }> {
	const counted = linkedRows(knex, topicId).where('w.active', 1).clearSelect().clearOrder();
	const row = await counted.countDistinct({ servers: 'c.guildId', webhooks: 's.webhookId' }).first();
	return { servers: Number(row.servers), webhooks: Number(row.webhooks) };
}

/** The first of the servers that `countLinked` counts by name, with the numbers of their webhooks. */
export async function linkedServers(
	knex: Knex,
	topicId: number,
	{ q, guildIds, limit }: { q?: string | undefined; guildIds?: readonly string[]; limit: number },
): Promise<{ guildId: string; name: string; webhooks: number }[]> {
	const query = linkedRows(knex, topicId)
		.where('w.active', 1)
		.clearSelect()
		.clearOrder()
		.join('guilds as g', 'g.guildId', 'c.guildId')
		.groupBy('c.guildId', 'g.name')
		.orderBy([{ column: 'g.name' }, { column: 'c.guildId' }])
		.limit(limit)
		.select('c.guildId', 'g.name')
		.countDistinct({ webhooks: 's.webhookId' });
	if (guildIds) void query.whereIn('c.guildId', [...guildIds]);
	if (q !== undefined) {
		void query.where((any) => {
			void any.where(columnContains(knex, 'g.name', q)).orWhere(columnContains(knex, 'c.guildId', q));
		});
	}
	const rows: { guildId: string; name: string | null; webhooks: number | string }[] = await query;
	return rows.map(({ guildId, name, webhooks }) => ({ guildId, name: name ?? guildId, webhooks: Number(webhooks) }));
}

function idsOf(rows: readonly OwnerRow[]): number[] {
	return [...new Set(rows.map(({ webhookId }) => webhookId))];
}

/** Applies the options of the topic's subscriptions to some of an announcement's recipients. */
export async function chooseAnnounced(
	trx: Knex,
	topicId: number,
	{ chosen, linked }: Recipients,
	announced: Announced,
): Promise<AnnouncedChoice> {
	const operators: OwnerRow[] = await rowsOf(trx, topicId)
		.whereIn('s.webhookId', [...chosen])
		.whereNull('c.guildId');
	const servers: OwnerRow[] = await linkedRows(trx, topicId).whereIn('s.webhookId', [...linked]);
	const rows = [...operators, ...servers.filter(({ options }) => isWanted(options, announced))];
	const own: OwnMessage[] = [];
	const without: number[] = [];
	const plain = new Set(chosen);
	const ofGuilds = new Set<number>();
	const groups = Map.groupBy(rows, ({ webhookId, guildId }) => `${webhookId} ${guildId ?? OPERATORS_OWN}`);
	for (const group of groups.values()) {
		const { webhookId, discordId, threadId, guildId, active } = group[0] as OwnerRow;
		// The log of an announcement has a row that says why a webhook that is off did not get it.
		const overlay = active
			? mergeStylesFor(group.map(styleOf), { name: (pattern) => postName(announced, pattern) })
			: null;
		if (overlay) {
			const owner = guildId ?? OPERATORS_OWN;
			own.push({ webhookId, discordId, threadId, guildId, owner, topicId, active, overlay });
			without.push(...group.map(({ id }) => id));
			if (guildId === null) plain.delete(webhookId);
		} else if (guildId !== null) ofGuilds.add(webhookId);
	}
	return { plain: [...new Set([...plain, ...ofGuilds])], ofGuilds: [...ofGuilds], without, own };
}

/** The post in a forum of all notices, and of all digests. */
const POSTS = { NOTICE: 'Shop notices', DIGEST: 'Weekly digests' } as const;

/** Applies the options of servers' links to a notice about a shop, which has no mentions. */
export async function chooseNoticed(trx: Knex.Transaction, webhookIds: readonly number[]): Promise<OwnMessage[]> {
	const rows: OwnerRow[] = await ownerRows(trx)
		.whereIn('s.webhookId', [...webhookIds])
		.whereNotNull('c.guildId');
	return [...Map.groupBy(rows, ({ webhookId }) => webhookId).values()].flatMap((group) => {
		// As in the common message, which belongs to the first server of a webhook.
		const guildId = group.map((row) => row.guildId as string).reduce((a, b) => (b < a ? b : a));
		const overlay = overlayFor(
			group.filter((row) => row.guildId === guildId),
			'NOTICE',
		);
		if (!overlay) return [];
		const { webhookId, discordId, threadId, active } = group[0] as OwnerRow;
		return [{ webhookId, discordId, threadId, guildId, owner: guildId, topicId: null, active, overlay }];
	});
}

/** The weekly digest of a subscription, with what its own options change. It has no mentions. */
export async function weeklyDigest(trx: Knex.Transaction, subscriptionId: number): Promise<OwnMessage> {
	const row: OwnerRow = await ownerRows(trx).where('s.id', subscriptionId).first();
	const { id: _, options: __, ...place } = row;
	return { ...place, owner: row.guildId ?? OPERATORS_OWN, overlay: overlayFor([row], 'DIGEST') ?? {} };
}

/** What subscriptions of one owner change in a message without mentions. */
function overlayFor(rows: readonly OwnerRow[], kind: keyof typeof POSTS): Overlay | null {
	const silent = rows.map(styleOf).map((style) => style && { ...style, mentions: [] });
	return mergeStylesFor(silent, { name: () => POSTS[kind], product: kind.toLowerCase() });
}

/** An announcement has no SKU, so a pattern that names it is replaced by the title. */
function postName({ title }: Announced, pattern: string): string {
	const brand = BRANDS[ANNOUNCEMENT_TOPIC.brand].name;
	return fillPostName(pattern.includes('{sku}') ? '{title}' : pattern, { title, sku: brand, brand });
}

function rowsOf(knex: Knex, topicId: number): Knex.QueryBuilder {
	return ownerRows(knex).where('s.topicId', topicId);
}

function linkedRows(knex: Knex, topicId: number): Knex.QueryBuilder {
	return rowsOf(knex, topicId)
		.whereNotNull('c.guildId')
		.whereNotIn('c.guildId', pausedGuilds(knex))
		.where('s.paused', 0);
}

function isWanted(options: string | null, { title, description }: Announced): boolean {
	return options === null || namesWanted(filterOf(options), [title, description].map(wordKey).join(''));
}
