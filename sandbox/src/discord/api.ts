import type Router from '@koa/router';
import { SANDBOX_USERS } from '../seeds.ts';
import { failing } from './bot/failing.ts';
import { userPermissions } from './guilds.ts';
import type { Sessions } from './oauth.ts';
import type { DiscordWorld } from './world.ts';

/** Discord's REST calls as far as Dropwire makes them (its documentation, "User", "Guild", "Webhook"). */
export function apiRoutes(router: Router, world: DiscordWorld, sessions: Sessions): void {
	/** Lets the tests say that Discord's user calls fail, and answers like Discord where nobody is signed in. */
	router.get('/api/v10/users/@me', async (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'));
		if (await failing(ctx, world, 'users')) return;
		if (!name) return unauthorized(ctx);
		const user = SANDBOX_USERS[name];
		ctx.body = {
			id: user.id,
			username: user.username,
			global_name: user.globalName,
			discriminator: user.discriminator,
			avatar: null,
		};
	});

	router.get('/api/v10/users/@me/guilds', async (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'));
		if (await failing(ctx, world, 'users')) return;
		if (!name) return unauthorized(ctx);
		const { id: userId } = SANDBOX_USERS[name];
		ctx.body = [...world.guilds.values()].flatMap((guild) => {
			const permissions = userPermissions(guild, userId);
			if (permissions === null) return [];
			return [
				{
					id: guild.id,
					name: guild.name,
					icon: null,
					banner: null,
					owner: guild.ownerId === userId,
					permissions: String(permissions),
					features: [],
				},
			];
		});
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

function unauthorized(ctx: Context): void {
	answer(ctx, 401, { message: '401: Unauthorized', code: 0 });
}
