import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { SANDBOX_APP } from '../../seeds.ts';
import { botPermissions, type GuildState } from '../guilds.ts';
import { channelPayload, BOT_USER, webhookPayload } from '../payloads.ts';
import { has, PERMISSIONS } from '../permissions.ts';
import type { Refusal } from '../validate.ts';
import type { DiscordWorld, SandboxChannel } from '../world.ts';
import { commandProblem, registered, type RegisteredCommand } from './commands.ts';
import { failing } from './failing.ts';
import type { Gateway } from './gateway.ts';
import type { Interactions } from './interactions.ts';

/** Discord's limit of webhooks in one channel. */
const MOST_WEBHOOKS = 15;
const NAME_MOST = 80;

/** What the bot may call with its token: gateway, commands, channels and their webhooks. */
export function botRoutes(router: Router, world: DiscordWorld, gateway: Gateway, interactions: Interactions): void {
	const bot = async (ctx: Context, next: Next) => {
		const work = async () => {
			if (ctx.get('authorization') === `Bot ${SANDBOX_APP.botToken}`) await next();
			else answer(ctx, refusals.unauthorized);
		};
		if (!(await failing(ctx, world, 'bot', work))) await work();
	};

	router.get('/api/v10/gateway/bot', bot, (ctx) => {
		ctx.body = gateway.info();
	});

	router.get('/api/v10/applications/@me', bot, (ctx) => {
		ctx.body = { id: SANDBOX_APP.clientId, name: 'Dropwire', bot: BOT_USER, flags: 0 };
	});

	router.get('/api/v10/applications/:id/commands', bot, (ctx) => {
		ctx.body = interactions.commands;
	});

	router.put('/api/v10/applications/:id/commands', bot, (ctx) => {
		const commands = ctx.request.body as Partial<RegisteredCommand>[];
		const problem = commandProblem(commands);
		if (problem) return answer(ctx, invalidForm('commands', problem));
		interactions.registrations++;
		const version = world.snowflake();
		interactions.commands = commands.map((command) => {
			const known = interactions.commands.find(({ name }) => name === command.name);
			const id = known?.id ?? world.snowflake();
			return registered(command, { id, version, applicationId: SANDBOX_APP.clientId });
		});
		ctx.body = interactions.commands;
		return undefined;
	});

	router.get('/api/v10/channels/:id', bot, (ctx) => {
		const place = placeOf(ctx, world);
		if (!place) return;
		ctx.body = channelPayload(place.channel, place.guild);
	});

	router.get('/api/v10/guilds/:id/channels', bot, (ctx) => {
		const guild = world.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, refusals.noAccess);
		ctx.body = world.channelsOf(guild.id).map((channel) => channelPayload(channel, guild));
		return undefined;
	});

	router.get('/api/v10/guilds/:id/webhooks', bot, (ctx) => {
		const guild = world.guilds.get(ctx.params['id'] as string);
		if (!guild?.bot.present) return answer(ctx, refusals.noAccess);
		if (!has(guild.bot.permissions, PERMISSIONS.MANAGE_WEBHOOKS)) return answer(ctx, refusals.noPermission);
		ctx.body = world
			.channelsOf(guild.id)
			.flatMap(({ id }) => world.webhooksIn(id).map((webhook) => webhookPayload(webhook, guild.id)));
		return undefined;
	});

	router.get('/api/v10/channels/:id/webhooks', bot, (ctx) => {
		const place = placeOf(ctx, world, PERMISSIONS.MANAGE_WEBHOOKS);
		if (!place) return;
		ctx.body = world.webhooksIn(place.channel.id).map((webhook) => webhookPayload(webhook, place.guild.id));
	});

	router.post('/api/v10/channels/:id/webhooks', bot, (ctx) => {
		const place = placeOf(ctx, world, PERMISSIONS.MANAGE_WEBHOOKS);
		if (!place) return undefined;
		const { name, avatar } = ctx.request.body as { name?: string; avatar?: string | null };
		if (!name || name.length > NAME_MOST || /clyde|discord/i.test(name)) {
			return answer(ctx, invalidForm('name', 'must have 1 to 80 characters, without "clyde" and "discord"'));
		}
		if (avatar && !/^data:image\/(png|jpeg|gif);base64,[\w+/=]+$/.test(avatar)) {
			return answer(ctx, invalidForm('avatar', 'Invalid image data'));
		}
		if (world.webhooksIn(place.channel.id).length >= MOST_WEBHOOKS) return answer(ctx, refusals.tooManyWebhooks);
		const by = { applicationId: SANDBOX_APP.clientId, ...(avatar && { avatar }) };
		ctx.body = webhookPayload(world.createWebhook(place.channel.id, name, by), place.guild.id);
		return undefined;
	});

	router.get('/api/v10/webhooks/:id', bot, (ctx) => {
		const webhook = world.webhooks.get(ctx.params['id'] as string);
		const place = webhook && placeOf(ctx, world, PERMISSIONS.MANAGE_WEBHOOKS, webhook.channelId);
		if (webhook && place) ctx.body = webhookPayload(webhook, place.guild.id);
		else if (!webhook) answer(ctx, refusals.unknownWebhook);
	});

	router.delete('/api/v10/webhooks/:id', bot, (ctx) => {
		const webhook = world.webhooks.get(ctx.params['id'] as string);
		if (!webhook) return answer(ctx, refusals.unknownWebhook);
		if (!placeOf(ctx, world, PERMISSIONS.MANAGE_WEBHOOKS, webhook.channelId)) return undefined;
		world.deleteWebhook(webhook.id);
		ctx.status = 204;
		return undefined;
	});
}

const refusals = {
	unauthorized: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
	noAccess: { status: 403, body: { message: 'Missing Access', code: 50001 } },
	noPermission: { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
	unknownChannel: { status: 404, body: { message: 'Unknown Channel', code: 10003 } },
	unknownWebhook: { status: 404, body: { message: 'Unknown Webhook', code: 10015 } },
	tooManyWebhooks: { status: 400, body: { message: 'Maximum number of webhooks reached (15)', code: 30007 } },
} as const satisfies Record<string, Refusal>;

function invalidForm(field: string, message: string): Refusal {
	const errors = { [field]: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message }] } };
	return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
}

export function answer(ctx: Context, { status, body }: Refusal): void {
	ctx.status = status;
	ctx.body = body;
}

/** The channel of the path, when the bot sees it and may do this there; else it is answered, and null. */
function placeOf(
	ctx: Context & { params?: Record<string, string> },
	world: DiscordWorld,
	needed: bigint = PERMISSIONS.VIEW_CHANNEL,
	id: string = ctx.params?.['id'] as string,
): { channel: SandboxChannel; guild: GuildState } | null {
	const channel = world.channels.get(id);
	const guild = channel?.guildId ? world.guilds.get(channel.guildId) : undefined;
	if (!channel) answer(ctx, refusals.unknownChannel);
	else if (!guild?.bot.present || !has(botPermissions(guild, id), PERMISSIONS.VIEW_CHANNEL)) {
		answer(ctx, refusals.noAccess);
	} else if (!has(botPermissions(guild, id), needed)) answer(ctx, refusals.noPermission);
	else return { channel, guild };
	return null;
}
