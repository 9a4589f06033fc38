import type Router from '@koa/router';
import type { Gateway, GatewayDrop } from '../discord/bot/gateway.ts';
import type { CommandRun, Interaction, Interactions } from '../discord/bot/interactions.ts';
import { botRoleId, type GuildState, rolePayloads } from '../discord/guilds.ts';
import { channelPayload, guildPayload } from '../discord/payloads.ts';
import type { DiscordWorld } from '../discord/world.ts';
import { SANDBOX_USERS, type SandboxUserName } from '../seeds.ts';

/** How tests and people drive the bot's side of Discord: commands, clicks, guilds, permissions, the gateway. */
export function botControlRoutes(
	router: Router,
	{ discord, gateway, interactions }: { discord: DiscordWorld; gateway: Gateway; interactions: Interactions },
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
		ctx.body = view(
			interactions.click(ctx.request.body as { interactionId: string; customId: string; as?: SandboxUserName }),
		);
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
	/** An outage at Discord: the guild is not gone. */
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
	router.delete('/control/discord/channels/:id', (ctx) => {
		const channel = discord.deleteChannel(ctx.params['id'] as string);
		if (!channel) throw new Error('There is no such channel');
		const { guildId } = channel;
		const guild = guildId ? discord.guilds.get(guildId) : undefined;
		if (guild) discord.news.emit('news', guild.id, 'CHANNEL_DELETE', channelPayload(channel, guild));
		ctx.body = {};
	});
}

/** Without the token: it is the bot's. */
function view(interaction: Interaction): InteractionView {
	const shown: Partial<Interaction> = { ...interaction };
	delete shown.token;
	return shown as InteractionView;
}

export type InteractionView = Omit<Interaction, 'token'>;
