import { BotGuild, Guild, type Knex, Webhook } from '@dropwire/db';
import { chunks } from '@dropwire/domain';
import { switchOff, switchOnAgain } from '@dropwire/engine';
import { forgetDropEvents } from '../guilds/dropEvents.ts';
import { noteReport, shardOf } from '../guilds/botGuilds.ts';
import type { GuildRights } from '../guilds/rights.ts';
import { type Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { storeRoles } from './guildRoles.ts';

/**
 * Reasons for switching webhooks off after a change at Discord. Every list of webhooks shows them. A deleted webhook is
 * not created again: the admin who deleted it did so on purpose.
 */
const OFF = {
	botLeft: 'The bot was removed from this server; they are switched on again when it returns',
	channelGone: 'The Discord channel was deleted',
	webhookGone: 'The webhook was deleted in Discord',
} as const;

/** The bot's reports about guilds, channels and webhooks at Discord. */
export function botFeature({ guilds }: { guilds: GuildRights }) {
	return {
		handlers: {
			botGuilds: async (call) => {
				const { shard, shards, guilds: reported } = call.input;
				const there = new Map(reported.map((guild) => [guild.guildId, guild]));
				const known = await Guild.query(call.knex);
				const own = known.filter(({ guildId }) => shardOf(guildId, shards) === shard);
				await mustBeTheSameBot(call.knex, own, there);
				await noteReport(call.knex, call.input);
				await noteGuilds(call, guilds, [...there.keys()], (guildId) => shardOf(guildId, shards) === shard);
				const left: string[] = [];
				const returned: string[] = [];
				for (const guild of own) {
					const { guildId } = guild;
					const outcome = await settle(call, guild, there.get(guildId) ?? null);
					if (outcome.left) left.push(guildId);
					if (outcome.returned) returned.push(guildId);
				}
				if (left.length + returned.length > 0)
					call.audit({ target: `guilds of shard ${shard}`, after: { left, returned } });
				return { data: { left, returned } };
			},

			botGuild: async (call) => {
				const { guildId, present, ...seen } = call.input;
				if (present)
					await noteJoined(call, guilds, (await BotGuild.query(call.knex).findById(guildId)) ? [] : [guildId]);
				else {
					await BotGuild.query(call.knex).deleteById(guildId);
					await forgetDropEvents(call.knex, [guildId]);
				}
				const guild = await Guild.query(call.knex).findById(guildId);
				const outcome = guild ? await settle(call, guild, present ? seen : null) : { left: false, returned: false };
				if (outcome.left || outcome.returned) {
					call.audit({ target: `guild ${guildId}`, guildId, after: { bot: present ? 'returned' : 'removed' } });
				}
				return { data: outcome };
			},

			botRoles: async ({ knex, input: { guildId, roles } }) => ({
				data: { stored: await storeRoles(knex, guildId, roles) },
			}),

			botChannel: async (call) => {
				const { guildId, channelId, channelName, webhookIds } = call.input;
				const ours = await guildWebhooks(call.knex, guildId);
				const existing = ours.filter(({ discordId }) => webhookIds.includes(discordId));
				const name = channelName ?? '';
				const changed = existing.filter((webhook) => webhook.channelId !== channelId || webhook.channelName !== name);
				for (const { id } of changed) {
					await Webhook.query(call.knex).findById(id).patch({ guildId, channelId, channelName: name });
				}
				if (channelName !== null) {
					await call.knex('webhooks').where({ guildId, channelId }).update({ channelName });
				}
				// The webhook was moved: its old channel reported it missing before its new channel reported it.
				const back = existing.filter(({ offReason }) => offReason === OFF.webhookGone || offReason === OFF.channelGone);
				await switchOnAgain(
					call.knex,
					back.map(({ id }) => id),
					[OFF.webhookGone, OFF.channelGone],
				);
				if (back.length > 0) call.afterCommit(() => call.server.engine?.wake());
				const gone = ours.filter(
					(webhook) => webhook.active && webhook.channelId === channelId && !webhookIds.includes(webhook.discordId),
				);
				const reason = channelName === null ? OFF.channelGone : OFF.webhookGone;
				await switchOff(
					call.knex,
					gone.map(({ id }) => id),
					reason,
				);
				const off = gone.map(({ discordId }) => discordId);
				const on = back.map(({ discordId }) => discordId);
				if (off.length + on.length + changed.length > 0) {
					call.audit({
						target: `Discord channel ${channelId}`,
						guildId,
						after: { off, on, ...(off.length > 0 && { reason }) },
					});
				}
				return { data: { off } };
			},
		},
	} satisfies Feature;
}

/** Rows per statement. */
const CHUNK = 500;

/** Stores which guilds of a shard the bot is in. */
async function noteGuilds(
	call: Call<'botGuilds'>,
	guilds: GuildRights,
	there: readonly string[],
	isOfShard: (guildId: string) => boolean,
) {
	const { knex } = call;
	const rows = await BotGuild.query(knex).select('guildId');
	const known = new Set(rows.map(({ guildId }) => guildId));
	const gone = known.difference(new Set(there));
	const left = [...gone].filter(isOfShard);
	for (const some of chunks(left, CHUNK)) {
		await BotGuild.query(knex).whereIn('guildId', some).delete();
	}
	await forgetDropEvents(knex, left);
	await noteJoined(
		call,
		guilds,
		there.filter((guildId) => !known.has(guildId)),
	);
}

async function noteJoined(call: Call<'botGuild' | 'botGuilds'>, guilds: GuildRights, guildIds: readonly string[]) {
	if (guildIds.length === 0) return;
	const joinedAt = Date.now();
	for (const some of chunks(guildIds, CHUNK)) {
		const rows = some.map((guildId) => ({ guildId, joinedAt }));
		await call.knex(BotGuild.tableName).insert(rows).onConflict('guildId').ignore();
	}
	call.afterCommit(() => guilds.joined(guildIds));
}

/** The bot is unlikely to be removed from this many guilds at once. */
const SUSPICIOUS = 3;

/**
 * Rejects a report that contains none of the guilds with links: either the token belongs to another application, or
 * Discord is failing.
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

/** Stores whether the bot is in a guild, and switches the webhooks that the bot created there on or off. */
async function settle(
	call: Call<'botGuild' | 'botGuilds'>,
	guild: Guild,
	seen: { name: string | null; icon: string | null } | null,
): Promise<{ left: boolean; returned: boolean }> {
	const { guildId, botLeftAt } = guild;
	const now = Date.now();
	if (seen) {
		// During a Discord outage the guild has no name, so the stored one is kept.
		const { name, icon } = seen.name === null ? guild : { name: seen.name, icon: seen.icon };
		const returned = botLeftAt !== null;
		if (returned || guild.name !== name || guild.icon !== icon) {
			await Guild.query(call.knex).findById(guildId).patch({ name, icon, botLeftAt: null, updatedAt: now });
		}
		if (returned) {
			// What failed in the meantime is not sent: the guild had ended it on purpose.
			const off = call.knex('webhooks').where({ guildId, offReason: OFF.botLeft });
			await off.update({ active: true, offReason: null, offAt: null });
		}
		return { left: false, returned };
	}
	const made = await Webhook.query(call.knex).where({ guildId, byBot: true });
	// A guild that uses only the dashboard never had the bot.
	if (botLeftAt !== null || made.length === 0) return { left: false, returned: false };
	await Guild.query(call.knex).findById(guildId).patch({ botLeftAt: now, updatedAt: now });
	const on = made.filter(({ active }) => active).map(({ id }) => id);
	await switchOff(call.knex, on, OFF.botLeft, now);
	return { left: true, returned: false };
}

/**
 * The webhooks that a guild's links use, locked: of two reports about one webhook, the second has to see what the first
 * changed.
 */
async function guildWebhooks(knex: Knex, guildId: string): Promise<Webhook[]> {
	const query = Webhook.query(knex).orderBy('id').forUpdate();
	return query.whereIn('id', (ids) => {
		void ids
			.from('subscriptions')
			.join('guild_channels', 'guild_channels.id', 'subscriptions.guildChannelId')
			.where('guild_channels.guildId', guildId)
			.select('subscriptions.webhookId');
	});
}
