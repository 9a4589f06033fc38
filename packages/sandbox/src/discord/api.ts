import type Router from '@koa/router';
import { SANDBOX_USERS } from '../seeds.ts';
import { answer, UNAUTHORIZED } from './errors.ts';
import { failing } from './bot/failing.ts';
import { userPermissions } from './guilds.ts';
import type { Sessions } from './oauth.ts';
import type { DiscordState } from './state.ts';

/** The REST calls of Discord that Dropwire uses (Discord's documentation, "User", "Guild", "Webhook"). */
export function apiRoutes(router: Router, state: DiscordState, sessions: Sessions): void {
	/** Supports planned faults, and rejects requests without a valid access token as Discord does. */
	router.get('/api/v10/users/@me', async (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'), 'identify');
		if (await failing(ctx, state, 'users')) return;
		if (!name) return answer(ctx, UNAUTHORIZED);
		const user = SANDBOX_USERS[name];
		ctx.body = {
			id: user.id,
			username: user.username,
			global_name: user.globalName,
			discriminator: user.discriminator,
			avatar: null,
			public_flags: 0,
			flags: 0,
			mfa_enabled: true,
			primary_guild: null,
			locale: state.locales.get(user.id) ?? 'en-US',
		};
	});

	router.get('/api/v10/users/@me/guilds', async (ctx) => {
		const name = sessions.userOf(ctx.get('authorization'), 'guilds');
		if (await failing(ctx, state, 'users')) return;
		if (!name) return answer(ctx, UNAUTHORIZED);
		const { id: userId } = SANDBOX_USERS[name];
		ctx.body = [...state.guilds.values()].flatMap((guild) => {
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
}
