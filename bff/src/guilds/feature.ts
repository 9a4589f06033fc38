import { botInviteUrl } from '@dropwire/domain';
import { Guild, type Knex } from '@dropwire/db';
import type { Feature } from '../http/feature.ts';
import type { MemberGuild } from '../http/guilds.ts';
import type { Discord } from '../discord/discord.ts';
import { createActivityCache, readActivity } from './activity.ts';
import { hasBotReported } from './botGuilds.ts';
import { dropEventsHandlers, readDropEvents } from './dropEvents.ts';
import { readChanges } from './changes.ts';
import { rememberGuild } from './rememberGuild.ts';
import type { GuildRights } from './rights.ts';
import { readStates } from './states.ts';
import { countLinks, createStatisticsCache, messageStatistics } from './statistics.ts';
import { undeliveredNotices } from './undelivered.ts';

export function guildsFeature({ guilds, discord }: { guilds: GuildRights; discord: Discord }) {
	const statistics = createStatisticsCache();
	const activity = createActivityCache();
	return {
		handlers: {
			...dropEventsHandlers({ discord }),
			guildList: async (call) => {
				const caller = call.caller;
				const { managed } = call;
				const ids = managed.map((guild) => guild.id);
				// Operators can manage every server that uses Dropwire. The servers they manage at Discord come first.
				const others = caller.access?.admin
					? await Guild.query(call.knex)
							.whereNotIn('guildId', ids)
							.orderBy('name')
							.select('guildId', 'name', 'icon', 'pausedAt')
					: [];
				const own = await Guild.query(call.knex).whereIn('guildId', ids).select('guildId', 'pausedAt');
				const pausedAt = new Map([...own, ...others].map((guild) => [guild.guildId, guild.pausedAt]));
				const rest = others.map((guild) => ({ ...guild, id: guild.guildId }));
				const guilds = [...managed, ...rest];
				return { data: { data: guilds.map((guild) => present(guild, pausedAt.get(guild.id) ?? null)) } };
			},

			guildStates: async ({ caller, knex, managed, server }) => {
				const { DISCORD_URL: discordUrl, DISCORD_CLIENT_ID: clientId } = server.settings;
				const ids = managed.map(({ id }) => id);
				// Without a bot, the page would wait for it forever.
				const hasBot = server.settings.DISCORD_BOT_TOKEN !== undefined || (await hasBotReported(knex));
				return {
					data: await readStates(knex, ids, { all: caller.access?.admin === true }),
					inviteUrl: clientId && hasBot ? botInviteUrl(discordUrl, clientId) : null,
					discordUrl,
				};
			},

			guildStatistics: async ({ input: { guildId }, knex, caller }) => {
				const [links, messages] = await Promise.all([
					countLinks(knex, guildId),
					statistics.get(guildId, () => messageStatistics(knex, guildId, Date.now())),
				]);
				return { data: { links, ...messages }, isOperator: caller.access?.admin === true };
			},

			guildActivity: async ({ input: { guildId, offset }, knex }) => ({
				data: await activity.get(`${guildId} ${offset}`, () =>
					readActivity(knex, guildId, { now: Date.now(), offset }),
				),
			}),

			guildChanges: ({ input: { guildId, cursor }, knex, caller, server }) =>
				readChanges(knex, { guildId, cursor }, { caller, admins: server.settings.ADMIN_DISCORD_IDS }),

			guildSettings: async ({ input: { guildId }, knex }) => {
				const guild = await Guild.query(knex).findById(guildId);
				return { data: await presentSettings(knex, guildId, guild) };
			},

			guildSettingsEdit: async (call) => {
				const { guildId } = call.input;
				await rememberGuild(call, guildId);
				const guild = await Guild.query(call.knex).findById(guildId).throwIfNotFound();
				const before = { sourceNotices: guild.sourceNotices, linkNotices: guild.linkNotices };
				const after = {
					sourceNotices: call.input.sourceNotices ?? before.sourceNotices,
					linkNotices: call.input.linkNotices ?? before.linkNotices,
				};
				if (before.sourceNotices !== after.sourceNotices || before.linkNotices !== after.linkNotices) {
					await Guild.query(call.knex).findById(guildId).patch(after);
					call.audit({ target: `guild ${guildId}`, guildId, before, after });
				}
				return { data: await presentSettings(call.knex, guildId, after) };
			},
		},
		close: () => guilds.close(),
	} satisfies Feature;
}

type Settings = Pick<Guild, 'sourceNotices' | 'linkNotices'>;

async function presentSettings(knex: Knex, guildId: string, settings: Settings | undefined) {
	const [undelivered] = await undeliveredNotices(knex, guildId);
	return {
		sourceNotices: settings?.sourceNotices ?? false,
		linkNotices: settings?.linkNotices ?? true,
		undelivered: undelivered ? { at: undelivered.at, reason: undelivered.reason } : null,
		dropEvents: await readDropEvents(knex, guildId),
	};
}

function present({ id, name, icon }: MemberGuild, pausedAt: number | null) {
	return {
		guildId: id,
		guildName: name,
		guildImg: icon ? `https://cdn.discordapp.com/icons/${id}/${icon}.png` : '',
		pausedAt,
	};
}
