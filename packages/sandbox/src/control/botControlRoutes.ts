import type Router from '@koa/router';
import type { Gateway, GatewayDrop } from '../discord/bot/gateway.ts';
import type { Click, CommandRun, Interaction, Interactions, Press } from '../discord/bot/interactions.ts';
import { botRoleId, type GuildState, rolePayloads } from '../discord/guilds.ts';
import { channelPayload, guildPayload } from '../discord/payloads.ts';
import type { Sessions } from '../discord/oauth.ts';
import type { DiscordState, SandboxChannel } from '../discord/state.ts';
import { createThread, forumOf } from '../discord/threads.ts';
import { SANDBOX_USERS, type SandboxUserName } from '../seeds.ts';

interface NewChannel {
	name: string;
	type?: number;
	parentId?: string;
	position?: number;
	categoryId?: string;
	tags?: string[];
	requiresTag?: boolean;
}

/**
 * Routes with which tests and developers control the bot's side of Discord: commands, clicks, guilds, permissions, the
 * gateway.
 */
export function botControlRoutes(
	router: Router,
	{
		discord,
		gateway,
		interactions,
		sessions,
	}: { discord: DiscordState; gateway: Gateway; interactions: Interactions; sessions: Sessions },
): void {
	const guildOf = (id: string): GuildState => {
		const guild = discord.guilds.get(id);
		if (!guild) throw new Error('There is no such server');
		return guild;
	};

	router.get('/control/discord/commands', (ctx) => {
		ctx.body = { commands: interactions.commands, registrations: interactions.registrations };
	});
	router.post('/control/discord/commands', (ctx) => {
		ctx.body = view(interactions.run(ctx.request.body as CommandRun));
	});
	router.post('/control/discord/clicks', (ctx) => {
		ctx.body = view(interactions.click(ctx.request.body as Click));
	});
	router.post('/control/discord/presses', (ctx) => {
		ctx.body = view(interactions.press(ctx.request.body as Press));
	});
	router.post('/control/discord/forms', (ctx) => {
		const form = ctx.request.body as { interactionId: string; values: Record<string, string> };
		ctx.body = view(interactions.submit(form));
	});
	router.get('/control/discord/interactions/:id', (ctx) => {
		const interaction = interactions.byId(ctx.params['id'] as string);
		if (!interaction) throw new Error('There is no such interaction');
		ctx.body = view(interaction);
	});

	router.get('/control/discord/gateway', (ctx) => {
		ctx.body = gateway.figures();
	});
	router.post('/control/discord/gateway/drop', (ctx) => {
		gateway.drop((ctx.request.body as { how: GatewayDrop }).how);
		ctx.body = {};
	});

	router.post('/control/discord/guilds', (ctx) => {
		const { count, channels, roles } = ctx.request.body as { count: number; channels: number; roles: number };
		ctx.body = Array.from({ length: count }, (_, n) => {
			const { id } = discord.createGuild(`Server ${n}`, SANDBOX_USERS.ada.id, { channels, roles });
			return { id, channelId: discord.channelsOf(id)[0]?.id ?? null };
		});
	});
	router.post('/control/discord/guilds/:id/leave', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		guild.bot.present = false;
		discord.news.emit('news', guild.id, 'GUILD_DELETE', { id: guild.id });
		ctx.body = {};
	});
	router.post('/control/discord/guilds/:id/join', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		guild.bot.present = true;
		discord.news.emit('news', guild.id, 'GUILD_CREATE', guildPayload(guild, discord.channelsOf(guild.id)));
		ctx.body = {};
	});
	/** A Discord outage: the guild is unavailable, but the bot is still a member. */
	router.post('/control/discord/guilds/:id/outage', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		discord.news.emit('news', guild.id, 'GUILD_DELETE', { id: guild.id, unavailable: true });
		ctx.body = {};
	});
	router.put('/control/discord/guilds/:id/permissions', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		const { channelId, permissions, deny } = ctx.request.body as {
			channelId?: string;
			permissions?: string;
			deny?: string;
		};
		if (permissions !== undefined) {
			guild.bot.permissions = BigInt(permissions);
			const role = rolePayloads(guild).find(({ id }) => id === botRoleId(guild));
			discord.news.emit('news', guild.id, 'GUILD_ROLE_UPDATE', { guild_id: guild.id, role });
		}
		const channel = channelId === undefined ? undefined : discord.channels.get(channelId);
		if (channel) {
			guild.overwrites.set(channel.id, { allow: 0n, deny: BigInt(deny ?? '0') });
			discord.news.emit('news', guild.id, 'CHANNEL_UPDATE', channelPayload(channel, guild));
		}
		ctx.body = {};
	});
	router.put('/control/discord/guilds/:id/members', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		const { user, permissions } = ctx.request.body as { user: SandboxUserName; permissions: string | null };
		const { id } = SANDBOX_USERS[user];
		if (guild.ownerId === id) throw new Error('An owner may do everything, and stays');
		if (permissions === null) guild.members.delete(id);
		else guild.members.set(id, BigInt(permissions));
		ctx.body = {};
	});
	router.delete('/control/discord/tokens', (ctx) => {
		sessions.expire();
		ctx.body = {};
	});
	router.get('/control/discord/roleconnections', (ctx) => {
		ctx.body = { metadata: discord.roleMetadata, people: Object.fromEntries(discord.roleConnections) };
	});
	router.delete('/control/discord/authorizations/:user', (ctx) => {
		const user = ctx.params['user'] as SandboxUserName;
		sessions.deauthorize(user);
		discord.roleConnections.delete(SANDBOX_USERS[user].id);
		ctx.body = {};
	});
	router.put('/control/discord/direct', (ctx) => {
		const {
			user,
			open,
			code = 50_007,
		} = ctx.request.body as {
			user: SandboxUserName;
			open: boolean;
			code?: 50_007 | 50_278;
		};
		const { id } = SANDBOX_USERS[user];
		if (open) discord.closedTo.delete(id);
		else discord.closedTo.set(id, code);
		ctx.body = { channelId: discord.directChannel(SANDBOX_USERS[user]).id };
	});
	router.get('/control/discord/direct', (ctx) => {
		ctx.body = { opened: discord.opened.length, isQuarantined: discord.isQuarantined };
	});
	router.put('/control/discord/quarantine', (ctx) => {
		const { isQuarantined, isSilenced } = ctx.request.body as { isQuarantined: boolean; isSilenced: boolean };
		Object.assign(discord, { isQuarantined, isSilenced });
		ctx.body = {};
	});
	router.post('/control/discord/people', (ctx) => {
		const { count, known } = ctx.request.body as { count: number; known?: true };
		const ids = discord.addPeople(count);
		const direct = (id: string) => discord.directChannel(discord.people.get(id)!).id;
		ctx.body = known ? ids.map((id) => ({ id, channelId: direct(id) })) : ids;
	});
	router.put('/control/discord/locale', (ctx) => {
		const { user, guildId, locale } = ctx.request.body as {
			user?: SandboxUserName;
			guildId?: string;
			locale: string;
		};
		if (user !== undefined) discord.locales.set(SANDBOX_USERS[user].id, locale);
		if (guildId !== undefined) guildOf(guildId).locale = locale;
		ctx.body = {};
	});
	router.get('/control/discord/guilds/:id/events', (ctx) => {
		ctx.body = [...discord.scheduledEvents.values()].filter(({ guildId }) => guildId === ctx.params['id']);
	});
	/** Events that a moderator makes. */
	router.post('/control/discord/guilds/:id/events', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		const { count } = ctx.request.body as { count: number };
		const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		for (let n = 0; n < count; n++) {
			const event = {
				id: discord.snowflake(),
				guildId: guild.id,
				creatorId: guild.ownerId,
				name: `Meeting ${n}`,
				scheduled_start_time: at(1),
				scheduled_end_time: at(2),
				privacy_level: 2,
				entity_type: 3,
				entity_metadata: { location: 'The park' },
				status: 1,
			};
			discord.scheduledEvents.set(event.id, event);
		}
		ctx.body = {};
	});
	router.delete('/control/discord/events/:id', (ctx) => {
		if (!discord.scheduledEvents.delete(ctx.params['id'] as string)) throw new Error('There is no such event');
		ctx.body = {};
	});
	/** Creates a channel of any type, or a thread of a channel. */
	router.post('/control/discord/guilds/:id/channels', (ctx) => {
		const guild = guildOf(ctx.params['id'] as string);
		const { name, type = 0, parentId, position = 0, categoryId, ...forum } = ctx.request.body as NewChannel;
		const channel = parentId
			? createThread(discord, parentId, name)
			: (discord.channels.get(discord.createChannel(name, guild.id)) as SandboxChannel);
		if (!parentId) {
			const place = { position, ...(categoryId && { categoryId }) };
			Object.assign(channel, { type, ...place, forum: forumOf(discord, type, forum) });
		}
		discord.news.emit('news', guild.id, parentId ? 'THREAD_CREATE' : 'CHANNEL_CREATE', channelPayload(channel, guild));
		ctx.body = { id: channel.id };
	});
	router.patch('/control/discord/channels/:id', (ctx) => {
		const channel = discord.channels.get(ctx.params['id'] as string);
		if (!channel?.thread || !channel.guildId) throw new Error('There is no such thread');
		Object.assign(channel.thread, ctx.request.body);
		const guild = guildOf(channel.guildId);
		discord.news.emit('news', guild.id, 'THREAD_UPDATE', channelPayload(channel, guild));
		ctx.body = {};
	});
	router.delete('/control/discord/channels/:id', (ctx) => {
		const channel = discord.deleteChannel(ctx.params['id'] as string);
		if (!channel) throw new Error('There is no such channel');
		const { guildId } = channel;
		const guild = guildId ? discord.guilds.get(guildId) : undefined;
		if (guild) discord.news.emit('news', guild.id, 'CHANNEL_DELETE', channelPayload(channel, guild));
		ctx.body = {};
	});
}

/** Omits the token, which only the bot may use. */
function view(interaction: Interaction): InteractionView {
	const shown: Partial<Interaction> = { ...interaction };
	delete shown.token;
	return shown as InteractionView;
}

export type InteractionView = Omit<Interaction, 'token'>;
