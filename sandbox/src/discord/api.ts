import type Router from '@koa/router';
import { SANDBOX_APP, SANDBOX_GUILDS, SANDBOX_USERS, type SandboxGuild, type SandboxUserName } from '../seeds.ts';
import type { Sessions } from './oauth.ts';
import type { DiscordWorld } from './world.ts';

/** An owner has every permission. */
const ALL = (1n << 53n) - 1n;

/** Discord's REST calls as far as Dropwire makes them (its documentation, "User", "Guild", "Webhook"). */
export function apiRoutes(router: Router, world: DiscordWorld, sessions: Sessions): void {
	/** Lets the tests say that Discord's user calls fail, and answers like Discord where nobody is signed in. */
	router.get('/api/v10/users/@me', (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'));
		if (failing(ctx, world, 'users') || !name) return unauthorized(ctx, name);
		const user = SANDBOX_USERS[name];
		ctx.body = {
			id: user.id,
			username: user.username,
			global_name: user.globalName,
			discriminator: user.discriminator,
			avatar: null,
		};
	});

	router.get('/api/v10/users/@me/guilds', (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'));
		if (failing(ctx, world, 'users') || !name) return unauthorized(ctx, name);
		ctx.body = (Object.values(SANDBOX_GUILDS) as SandboxGuild[]).flatMap((guild) => {
			const permissions = guild.owner === name ? ALL : guild.members[name];
			if (permissions === undefined) return [];
			const { id } = guild;
			return [
				{
					id,
					name: guild.name,
					icon: null,
					banner: null,
					owner: guild.owner === name,
					permissions: String(permissions),
					features: [],
				},
			];
		});
	});

	router.get('/api/v10/guilds/:id/channels', (ctx) => {
		if (ctx.get('authorization') !== `Bot ${SANDBOX_APP.botToken}`) return unauthorized(ctx, null);
		const channels = [...world.channels.values()].filter((channel) => channel.guildId === ctx.params['id']);
		ctx.body = channels.map(({ id, guildId, name }) => ({ id, guild_id: guildId, name, type: 0 }));
	});

	router.post('/api/v10/channels/:id/webhooks', (ctx) => {
		if (ctx.get('authorization') !== `Bot ${SANDBOX_APP.botToken}`) return unauthorized(ctx, null);
		const channelId = ctx.params['id'] as string;
		if (!world.channels.has(channelId)) return answer(ctx, 404, { message: 'Unknown Channel', code: 10003 });
		const standing = [...world.webhooks.values()].filter((webhook) => webhook.channelId === channelId);
		if (standing.length >= 15) {
			return answer(ctx, 400, { message: 'Maximum number of webhooks reached (15)', code: 30007 });
		}
		const webhook = world.createWebhook(channelId, (ctx.request.body as { name?: string }).name);
		ctx.body = { id: webhook.id, type: 1, token: webhook.token, channel_id: channelId, name: webhook.name };
	});

	router.get('/api/v10/webhooks/:id/:token', (ctx) => {
		const webhook = world.webhooks.get(ctx.params['id'] as string);
		if (!webhook) return answer(ctx, 404, { message: 'Unknown Webhook', code: 10015 });
		if (webhook.token !== ctx.params['token'])
			return answer(ctx, 401, { message: 'Invalid Webhook Token', code: 50027 });
		const guildId = world.channels.get(webhook.channelId)?.guildId ?? null;
		ctx.body = {
			id: webhook.id,
			type: 1,
			token: webhook.token,
			channel_id: webhook.channelId,
			guild_id: guildId,
			name: webhook.name,
		};
	});
}

interface Context {
	status: number;
	body: unknown;
}

function answer(ctx: Context, status: number, body: unknown): void {
	ctx.status = status;
	ctx.body = body;
}

/** A fault planned under this name, instead of a webhook's id. */
function failing(ctx: Context, world: DiscordWorld, name: string): boolean {
	const plan = world.faults.find((fault) => fault.webhookId === name);
	const fault = plan && world.takeFault(name);
	if (!fault || !('status' in fault)) return false;
	answer(ctx, fault.status, fault.body ?? { message: 'Sandbox fault', code: 0 });
	return true;
}

function unauthorized(ctx: Context, name: SandboxUserName | null): void {
	if (name === null) answer(ctx, 401, { message: '401: Unauthorized', code: 0 });
}
