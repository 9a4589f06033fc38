import { Guild, type Knex, Webhook } from '@dropwire/db';
import { switchOff } from '@dropwire/engine';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { CallError } from '../http/errors.ts';

/** Why webhooks are off whose guild or channel changed at Discord; shown wherever they are listed. */
export const OFF = {
	botLeft: 'The bot was removed from this server; they are on again once it is back',
	channelGone: 'The Discord channel was deleted',
	webhookGone: 'The webhook was deleted in Discord',
} as const;
/** How a webhook stands that is on again. */
const ON = { active: true, offReason: null, offAt: null } as const;

/** What the bot sees of guilds, channels and webhooks at Discord. */
export const botGuildHandlers = {
	botGuilds: async (call) => {
		const { shard, shards, guilds } = call.input;
		const there = new Map(guilds.map((guild) => [guild.guildId, guild]));
		const known = await Guild.query(call.knex);
		const own = known.filter(({ guildId }) => shardOf(guildId, shards) === shard);
		await mustBeTheSameBot(call.knex, own, there);
		const left: string[] = [];
		const returned: string[] = [];
		for (const guild of own) {
			const { guildId } = guild;
			const outcome = await settle(call, guild, there.get(guildId) ?? null);
			if (outcome.left) left.push(guildId);
			if (outcome.returned) returned.push(guildId);
		}
		if (left.length + returned.length > 0)
			call.changed({ target: `guilds of shard ${shard}`, after: { left, returned } });
		return { data: { left, returned } };
	},

	botGuild: async (call) => {
		const { guildId, present, ...seen } = call.input;
		const guild = await Guild.query(call.knex).findById(guildId);
		const outcome = guild ? await settle(call, guild, present ? seen : null) : { left: false, returned: false };
		if (outcome.left || outcome.returned) {
			call.changed({ target: `guild ${guildId}`, guildId, after: { bot: present ? 'returned' : 'removed' } });
		}
		return { data: outcome };
	},

	botChannel: async (call) => {
		const { guildId, channelId, channelName, webhookIds } = call.input;
		const ours = await guildWebhooks(call.knex, guildId);
		const standing = ours.filter(({ discordId }) => webhookIds.includes(discordId));
		const name = channelName ?? '';
		const news = standing.filter((webhook) => webhook.channelId !== channelId || webhook.channelName !== name);
		for (const { id } of news) {
			await Webhook.query(call.knex).findById(id).patch({ guildId, channelId, channelName: name });
		}
		if (channelName !== null) {
			await call.knex('webhooks').where({ guildId, channelId }).update({ channelName });
		}
		// One that was moved: its old channel said that it is gone, before this one said that it stands.
		const back = standing.filter(({ offReason }) => offReason === OFF.webhookGone || offReason === OFF.channelGone);
		await Webhook.query(call.knex)
			.whereIn(
				'id',
				back.map(({ id }) => id),
			)
			.patch(ON);
		const gone = ours.filter(
			(webhook) => webhook.active && webhook.channelId === channelId && !webhookIds.includes(webhook.discordId),
		);
		const reason = channelName === null ? OFF.channelGone : OFF.webhookGone;
		await switchOff(
			trxOf(call),
			gone.map(({ id }) => id),
			reason,
		);
		const off = gone.map(({ discordId }) => discordId);
		const on = back.map(({ discordId }) => discordId);
		if (off.length + on.length + news.length > 0) {
			call.changed({
				target: `Discord channel ${channelId}`,
				guildId,
				after: { off, on, ...(off.length > 0 && { reason }) },
			});
		}
		return { data: { off } };
	},
} satisfies Partial<Handlers>;

/** So many guilds do not remove a bot at once. */
const SUSPICIOUS = 3;

/**
 * A bot that is in none of the guilds with its links is another application's, or Discord fails: nothing is switched off.
 * @throws CallError 409
 */
async function mustBeTheSameBot(knex: Knex, own: readonly Guild[], there: ReadonlyMap<string, unknown>): Promise<void> {
	if (own.some(({ guildId }) => there.has(guildId))) return;
	const linked = new Set(
		(await Webhook.query(knex).where({ byBot: true }).distinct('guildId')).map((row) => row.guildId),
	);
	const count = own.filter(({ guildId, botLeftAt }) => botLeftAt === null && linked.has(guildId)).length;
	if (count < SUSPICIOUS) return;
	throw new CallError(
		'conflict',
		`The bot is in none of the ${count} guilds with links that it made. Is this another application's token? Nothing was switched off.`,
	);
}

/** Discord's rule of which shard tells about a guild (its documentation, "Sharding"). */
function shardOf(guildId: string, shards: number): number {
	return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}

/** Notes that the bot is in a guild, or is not, and switches what it made there on or off. */
async function settle(
	call: Call<'botGuild' | 'botGuilds'>,
	guild: Guild,
	seen: { name: string | null; icon: string | null } | null,
): Promise<{ left: boolean; returned: boolean }> {
	const { guildId, botLeftAt } = guild;
	const now = Date.now();
	if (seen) {
		// While Discord has an outage the guild has no name; ours stands.
		const { name, icon } = seen.name === null ? guild : { name: seen.name, icon: seen.icon };
		const returned = botLeftAt !== null;
		if (returned || guild.name !== name || guild.icon !== icon) {
			await Guild.query(call.knex).findById(guildId).patch({ name, icon, botLeftAt: null, updatedAt: now });
		}
		if (returned) {
			await call.knex('webhooks').where({ guildId, offReason: OFF.botLeft }).update(ON);
		}
		return { left: false, returned };
	}
	const made = await Webhook.query(call.knex).where({ guildId, byBot: true });
	// A guild that only uses the dashboard never had the bot, so it cannot lose it.
	if (botLeftAt !== null || made.length === 0) return { left: false, returned: false };
	await Guild.query(call.knex).findById(guildId).patch({ botLeftAt: now, updatedAt: now });
	const on = made.filter(({ active }) => active).map(({ id }) => id);
	await switchOff(trxOf(call), on, OFF.botLeft, now);
	return { left: true, returned: false };
}

/** The webhooks that a guild's links use. */
async function guildWebhooks(knex: Knex, guildId: string): Promise<Webhook[]> {
	return Webhook.query(knex).whereIn('id', (ids) => {
		void ids
			.from('subscriptions')
			.join('guild_channels', 'guild_channels.id', 'subscriptions.guildChannelId')
			.where('guild_channels.guildId', guildId)
			.select('subscriptions.webhookId');
	});
}
