import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { SANDBOX_APP, SANDBOX_USERS } from '../../seeds.ts';
import { botPermissions, type GuildState, userPermissions } from '../guilds.ts';
import { invalidForm, type Rejection, rejection, UNAUTHORIZED } from '../errors.ts';
import {
	BOT_USER,
	botMember,
	channelPayload,
	guildPayload,
	memberPayload,
	REQUIRE_TAG,
	webhookPayload,
} from '../payloads.ts';
import { has, PERMISSIONS } from '../permissions.ts';
import { take } from '../replies.ts';
import { createThread, forumOf, hasRoom, PRIVATE_THREAD } from '../threads.ts';
import { nameProblem } from '../validate.ts';
import type { DiscordState, SandboxChannel, SandboxWebhook } from '../state.ts';
import { commandProblem, registered, type RegisteredCommand, withoutLocalizations } from './commands.ts';
import { failing } from './failing.ts';
import type { Gateway } from './gateway.ts';
import type { Interactions } from './interactions.ts';
import { messageRoutes } from './messageRoutes.ts';

/** Discord's limit for webhooks in one channel. */
const MAX_WEBHOOKS = 15;
/** Its limit for the commands that an application creates in a day. */
const MAX_COMMANDS_A_DAY = 200;

/** The calls that require the bot's token: gateway, commands, channels and their webhooks. */
export function botRoutes(router: Router, state: DiscordState, gateway: Gateway, interactions: Interactions): void {
	const bot = async (ctx: Context, next: Next) => {
		const work = async () => {
			if (ctx.get('authorization') === `Bot ${SANDBOX_APP.botToken}`) await next();
			else answer(ctx, UNAUTHORIZED);
		};
		const { refused, headers } = counted(ctx, state);
		ctx.set({ ...headers, ...refused?.headers });
		if (refused) {
			ctx.status = refused.status;
			ctx.body = refused.body;
			return;
		}
		if (!(await failing(ctx, state, 'bot', work))) await work();
	};

	router.get('/api/v10/gateway/bot', bot, (ctx) => {
		ctx.body = gateway.info();
	});

	router.get('/api/v10/applications/@me', bot, (ctx) => {
		ctx.body = { id: SANDBOX_APP.clientId, name: 'Dropwire', bot: BOT_USER, flags: 0 };
	});

	router.get('/api/v10/applications/:id/commands', bot, (ctx) => {
		const all = interactions.commands;
		ctx.body = ctx.query['with_localizations'] === 'true' ? all : all.map(withoutLocalizations);
	});

	router.put('/api/v10/applications/:id/commands', bot, (ctx) => {
		const commands = ctx.request.body as Partial<RegisteredCommand>[];
		const problem = commandProblem(commands);
		if (problem) return answer(ctx, invalidForm({ commands: ['APPLICATION_COMMAND_INVALID', problem] }));
		const added = commands.filter(({ name }) => interactions.commands.every((known) => known.name !== name)).length;
		if (interactions.created + added > MAX_COMMANDS_A_DAY) return answer(ctx, rejection(30_034));
		interactions.created += added;
		interactions.registrations++;
		const version = state.snowflake();
		interactions.commands = commands.map((command) => {
			const known = interactions.commands.find(({ name }) => name === command.name);
			const id = known?.id ?? state.snowflake();
			return registered(command, { id, version, applicationId: SANDBOX_APP.clientId });
		});
		ctx.body = interactions.commands;
		return undefined;
	});

	router.get('/api/v10/channels/:id', bot, (ctx) => {
		const place = placeOf(ctx, state);
		if (!place) return;
		ctx.body = channelPayload(place.channel, place.guild);
	});

	router.get('/api/v10/guilds/:id', bot, (ctx) => {
		const guild = state.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, rejection(50_001));
		ctx.body = guildPayload(guild, []);
		return undefined;
	});

	router.get('/api/v10/guilds/:id/members/:user', bot, (ctx) => {
		const guild = state.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, rejection(50_001));
		const { user: userId } = ctx.params;
		const user = Object.values(SANDBOX_USERS).find((one) => one.id === userId);
		const permissions = user && userPermissions(guild, user.id);
		if (userId === BOT_USER.id) ctx.body = botMember(guild);
		else if (user && permissions != null) ctx.body = memberPayload(user, permissions, guild);
		else answer(ctx, rejection(10_007));
		return undefined;
	});

	router.get('/api/v10/guilds/:id/channels', bot, (ctx) => {
		const guild = state.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, rejection(50_001));
		ctx.body = state.channelsOf(guild.id).map((channel) => channelPayload(channel, guild));
		return undefined;
	});

	router.get('/api/v10/guilds/:id/webhooks', bot, (ctx) => {
		const guild = state.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, rejection(50_001));
		if (!has(guild.bot.permissions, PERMISSIONS.MANAGE_WEBHOOKS)) return answer(ctx, rejection(50_013));
		ctx.body = state
			.channelsOf(guild.id)
			.flatMap(({ id }) => state.webhooksIn(id).map((webhook) => webhookPayload(webhook, guild.id)));
		return undefined;
	});

	router.get('/api/v10/channels/:id/webhooks', bot, (ctx) => {
		const place = placeOf(ctx, state, PERMISSIONS.MANAGE_WEBHOOKS);
		if (!place) return;
		ctx.body = state.webhooksIn(place.channel.id).map((webhook) => webhookPayload(webhook, place.guild.id));
	});

	router.post('/api/v10/channels/:id/webhooks', bot, (ctx) => {
		const place = placeOf(ctx, state, PERMISSIONS.MANAGE_WEBHOOKS);
		if (!place) return undefined;
		const { name, avatar } = ctx.request.body as { name?: string; avatar?: string | null };
		const invalid = nameProblem(name);
		if (invalid) return answer(ctx, invalidForm({ name: invalid }));
		if (avatar && !/^data:image\/(png|jpeg|gif);base64,[\w+/=]+$/.test(avatar)) {
			return answer(ctx, invalidForm({ avatar: ['BASE_TYPE_CHOICES', 'Invalid image data'] }));
		}
		if (state.webhooksIn(place.channel.id).length >= MAX_WEBHOOKS) return answer(ctx, rejection(30_007));
		const inGuild = state.channelsOf(place.guild.id).flatMap(({ id }) => state.webhooksIn(id));
		if (inGuild.length >= state.maxGuildWebhooks) return answer(ctx, rejection(30_058));
		const by = { applicationId: SANDBOX_APP.clientId, ...(avatar && { avatar }) };
		ctx.body = webhookPayload(state.createWebhook(place.channel.id, name, by), place.guild.id);
		return undefined;
	});

	threadRoutes(router, state, bot);
	messageRoutes(router, state, bot);

	router.get('/api/v10/webhooks/:id', bot, (ctx) => {
		const webhook = manageable(ctx, state);
		if (webhook) ctx.body = webhookPayload(webhook, state.channels.get(webhook.channelId)?.guildId ?? null);
	});

	router.delete('/api/v10/webhooks/:id', bot, (ctx) => {
		const webhook = manageable(ctx, state);
		if (!webhook) return;
		state.deleteWebhook(webhook.id);
		ctx.status = 204;
	});
}

/** Discord's documentation, "Create Guild Channel". */
interface NewChannel {
	name?: string;
	type?: number;
	flags?: number;
	available_tags?: { name: string }[];
}

/** Channels of every type, and their threads. */
function threadRoutes(router: Router, state: DiscordState, bot: (ctx: Context, next: Next) => Promise<void>): void {
	router.post('/api/v10/guilds/:id/channels', bot, (ctx) => {
		const guild = state.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, rejection(50_001));
		const { name = 'channel', type = 0, flags = 0, available_tags: tags = [] } = ctx.request.body as NewChannel;
		const channel = state.channels.get(state.createChannel(name, guild.id)) as SandboxChannel;
		channel.type = type;
		channel.forum = forumOf(state, type, {
			tags: tags.map((tag) => tag.name),
			requiresTag: (flags & REQUIRE_TAG) !== 0,
		});
		ctx.status = 201;
		ctx.body = channelPayload(channel, guild);
		return undefined;
	});

	router.post('/api/v10/channels/:id/threads', bot, (ctx) => {
		const { name = 'thread', type } = ctx.request.body as { name?: string; type?: number };
		const isPrivate = type === PRIVATE_THREAD;
		const place = placeOf(ctx, state, isPrivate ? PERMISSIONS.CREATE_PRIVATE_THREADS : PERMISSIONS.VIEW_CHANNEL);
		if (!place) return undefined;
		if (isPrivate && !hasRoom(state, place.channel.id)) return answer(ctx, rejection(160_006));
		ctx.status = 201;
		ctx.body = channelPayload(createThread(state, place.channel.id, name, isPrivate), place.guild);
		return undefined;
	});

	router.put('/api/v10/channels/:id/thread-members/:user', bot, (ctx) => {
		const place = placeOf(ctx, state);
		if (!place) return undefined;
		const { thread } = place.channel;
		const { user = '' } = ctx.params;
		if (!thread?.members) return answer(ctx, rejection(10_003));
		if (thread.archived) return answer(ctx, rejection(50_083));
		if (userPermissions(place.guild, user) === null) return answer(ctx, rejection(10_007));
		thread.members.add(user);
		ctx.status = 204;
		return undefined;
	});

	router.patch('/api/v10/channels/:id', bot, (ctx) => {
		const place = placeOf(ctx, state);
		if (!place) return;
		const { archived, locked } = ctx.request.body as { archived?: boolean; locked?: boolean };
		const { thread } = place.channel;
		if (thread) Object.assign(thread, { archived: archived ?? thread.archived, locked: locked ?? thread.locked });
		ctx.body = channelPayload(place.channel, place.guild);
	});

	router.delete('/api/v10/channels/:id', bot, (ctx) => {
		const place = placeOf(ctx, state);
		if (!place) return;
		state.deleteChannel(place.channel.id);
		ctx.body = channelPayload(place.channel, place.guild);
	});
}

/** Counts a call against the limit of its route with its channel, guild or webhook, as Discord's buckets do. */
function counted(ctx: Context, state: DiscordState): ReturnType<typeof take> {
	const { bot } = state.limits;
	if (!bot) return { refused: null, headers: {} };
	const [, , , resource = '', id = '', ...rest] = ctx.path.split('/');
	const route = [ctx.method, resource, id, ...rest.map((part) => part.replace(/^\d+$/, 'id'))].join(' ');
	return take(state, route, bot, Date.now());
}

export function answer(ctx: Context, { status, body }: Rejection): void {
	ctx.status = status;
	ctx.body = body;
}

/**
 * Returns the channel in the path if the bot can see it and has the required permission. Otherwise sends the error and
 * returns null.
 */
function placeOf(
	ctx: Context & { params?: Record<string, string> },
	state: DiscordState,
	needed: bigint = PERMISSIONS.VIEW_CHANNEL,
	id: string = ctx.params?.['id'] as string,
): { channel: SandboxChannel; guild: GuildState } | null {
	const channel = state.channels.get(id);
	const guild = channel?.guildId ? state.guilds.get(channel.guildId) : undefined;
	if (!channel) answer(ctx, rejection(10_003));
	else if (!guild?.bot.present || !has(botPermissions(guild, id), PERMISSIONS.VIEW_CHANNEL)) {
		answer(ctx, rejection(50_001));
	} else if (!has(botPermissions(guild, id), needed)) answer(ctx, rejection(50_013));
	else return { channel, guild };
	return null;
}

/**
 * Returns the webhook in the path if the bot can manage it. The bot can manage its own application's webhooks in every
 * guild, and others if it has the permission in their channel (Discord's documentation, "Get Webhook"). Otherwise sends
 * the error and returns null.
 */
function manageable(ctx: Context & { params?: Record<string, string> }, state: DiscordState): SandboxWebhook | null {
	const webhook = state.webhooks.get(ctx.params?.['id'] ?? '');
	if (!webhook) answer(ctx, rejection(10_015));
	else if (webhook.applicationId === SANDBOX_APP.clientId) return webhook;
	else if (placeOf(ctx, state, PERMISSIONS.MANAGE_WEBHOOKS, webhook.channelId)) return webhook;
	return null;
}
