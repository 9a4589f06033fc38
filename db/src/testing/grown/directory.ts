import { maskWebhook } from '@dropwire/domain';
import type { Database } from '../../connection/open.ts';
import { BROADCAST_LIST, channelList, operatorList } from '../../models/index.ts';
import { bulkInsert, type Row } from './bulkInsert.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
/** The largest number of topics that a guild has added. */
const MAX_CHANNELS = 20;

/** A subscribed webhook, as deliveries need it. */
export interface Subscriber {
	webhookId: number;
	guildId: string | null;
	target: string;
	/** `flaky` fails often; `paused` has open deliveries; `off` was switched off. */
	health: 'good' | 'flaky' | 'paused' | 'off';
}

/** The subscribers of each topic, the most popular topic first. */
export interface Audience {
	topics: readonly { id: number; subscribers: readonly Subscriber[] }[];
	guildIds: readonly string[];
}

interface DirectoryOptions {
	webhooks: number;
	guilds: number;
	guildIds: readonly string[];
	now: number;
}

/** A webhook with the index of its guild; null for the operators' webhooks. */
interface Sample {
	subscriber: Subscriber;
	discordId: string;
	guild: number | null;
}

interface Channel {
	id: number;
	guildId: string;
	topicId: number;
}

/** Fills guilds with their channels, and webhooks with their subscriptions: a third are the operators'. */
export async function fillDirectory(db: Database, random: Random, options: DirectoryOptions): Promise<Audience> {
	const { webhooks, guilds, now } = options;
	const guildIds = Array.from(
		{ length: guilds },
		(_, n) => options.guildIds[n] ?? String(600_000_000_000_000_000n + BigInt(n)),
	);
	const stored = new Set<string>(await db.knex('guilds').pluck('guildId'));
	const guildRows = guildIds.map((guildId, n) => {
		return { guildId, name: `Server ${n}`, updatedAt: now - DAY, pausedAt: n % 50 === 49 ? now - DAY : null };
	});
	await bulkInsert(
		db,
		'guilds',
		guildRows.filter(({ guildId }) => !stored.has(guildId)),
	);
	// Popular in an order that differs from that of the ids.
	const topicIds = await db.knex('topics').orderBy('id').pluck<number[]>('id');
	const popular = topicIds.map((_, n) => topicIds[(n * 37) % topicIds.length] as number);

	let channelId = await nextId(db, 'guild_channels');
	const channels = guildIds.map((guildId) => {
		const picked = new Set(Array.from({ length: 1 + random.skewed(MAX_CHANNELS) }, () => pick(random, popular)));
		return [...picked].map((topicId) => ({ id: channelId++, guildId, topicId }));
	});
	await bulkInsert(
		db,
		'guild_channels',
		channels.flat().map((channel) => ({ ...channel, createdAt: now - 30 * DAY })),
	);

	const first = await nextId(db, 'webhooks');
	const samples = Array.from({ length: webhooks }, (_, n): Sample => {
		const webhookId = first + n;
		const discordId = String(500_000_000_000_000_000n + BigInt(webhookId));
		const guild = n % 3 === 0 ? null : random.skewed(guilds);
		const guildId = guild === null ? null : (guildIds[guild] as string);
		return {
			subscriber: { webhookId, guildId, target: maskWebhook(discordId, null), health: healthOf(random) },
			discordId,
			guild,
		};
	});
	await bulkInsert(
		db,
		'webhooks',
		samples.map((sample, n) => webhookRow(db, sample, n, now)),
	);
	const subscribers = new Map(popular.map((id) => [id, [] as Subscriber[]]));
	const rows = samples.flatMap(({ subscriber, guild }, n) => {
		const row = { webhookId: subscriber.webhookId, createdAt: now - 30 * DAY + n };
		const own = guild === null ? [operatorRow(random, popular, n)] : channelRows(random, channels[guild] ?? []);
		for (const { topicId } of own) subscribers.get(topicId)?.push(subscriber);
		const none = { topicId: null, guildChannelId: null, label: null };
		const everything = n % 300 === 0 ? [{ list: BROADCAST_LIST, ...none }] : [];
		return [...everything, ...own].map((place) => ({ ...row, ...place }));
	});
	await bulkInsert(db, 'subscriptions', rows);
	return { topics: popular.map((id) => ({ id, subscribers: subscribers.get(id) ?? [] })), guildIds };
}

function operatorRow(random: Random, topicIds: readonly number[], n: number) {
	const topicId = pick(random, topicIds);
	return { list: operatorList(topicId), topicId, guildChannelId: null, label: `webhook ${n}` };
}

/** A webhook gets one to four of its guild's topics. */
function channelRows(random: Random, own: readonly Channel[]) {
	const start = random.below(own.length);
	return Array.from({ length: Math.min(own.length, 1 + random.skewed(4)) }, (_, step) => {
		const { id, topicId } = own[(start + step) % own.length] as Channel;
		return { list: channelList(id), topicId, guildChannelId: id, label: null };
	});
}

function webhookRow({ vault }: Database, { subscriber, discordId }: Sample, n: number, now: number): Row {
	const { webhookId, guildId, health } = subscriber;
	const token = `token-${webhookId}`;
	const off = health === 'off';
	// Paused for a day: nothing is sent to these while the database is in use.
	const paused = health === 'paused';
	return {
		id: webhookId,
		discordId,
		// As the engine's `hashOf` and `SEALED_AS` have it.
		urlHash: vault.fingerprint(`${discordId}/${token}`),
		urlSealed: vault.seal(`https://discord.com/api/webhooks/${discordId}/${token}`, 'webhook'),
		active: !off,
		offReason: off ? 'Discord: 10015 Unknown Webhook' : null,
		offAt: off ? now - (n % 30) * DAY - n : null,
		lastStatus: off ? 'failed' : 'sent',
		lastAt: now - n,
		pausedUntil: paused ? now + DAY : 0,
		pausedAt: paused ? now - 60_000 : 0,
		guildId,
		channelId: String(700_000_000_000_000_000n + BigInt(n >> 1)),
		channelName: `channel ${n >> 1}`,
		verifiedAt: now - DAY / 2,
		createdAt: now - 30 * DAY,
	};
}

function healthOf(random: Random): Subscriber['health'] {
	const share = random.share();
	if (share < 0.02) return 'off';
	if (share < 0.05) return 'paused';
	return share < 0.08 ? 'flaky' : 'good';
}

function pick<T>(random: Random, list: readonly T[]): T {
	return list[random.skewed(list.length)] as T;
}

/** The next free id: the database may already have rows. */
export async function nextId({ knex }: Pick<Database, 'knex'>, table: string): Promise<number> {
	const row = await knex(table).max({ id: 'id' }).first();
	return Number(row?.['id'] ?? 0) + 1;
}
