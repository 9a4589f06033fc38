import type Router from '@koa/router';
import { choicePage } from '../choicePage.ts';
import { SANDBOX_APP } from '../../seeds.ts';
import { guildPayload } from '../payloads.ts';
import type { DiscordState } from '../state.ts';

/**
 * The page behind an invite link (Discord's documentation, "Bot Authorization Flow"): the user selects a server for the
 * bot.
 */
export function inviteRoutes(router: Router, state: DiscordState): void {
	router.get('/oauth2/authorize', async (ctx, next) => {
		const query = ctx.query as Record<string, string | undefined>;
		const { client_id: clientId, scope = '', permissions = '0', guild_id: guildId } = query;
		if (!scope.split(' ').includes('bot')) return next();
		if (clientId !== SANDBOX_APP.clientId || !/^\d{1,20}$/.test(permissions)) {
			ctx.status = 400;
			ctx.body = 'Invalid OAuth2 request: client_id and permissions must be those of the application.';
			return undefined;
		}
		ctx.type = 'html';
		const guild = guildId === undefined ? undefined : state.guilds.get(guildId);
		if (guild) {
			const wasThere = guild.bot.present;
			guild.bot = { present: true, permissions: BigInt(permissions), joinedAt: new Date().toISOString() };
			if (!wasThere) state.news.emit('news', guild.id, 'GUILD_CREATE', guildPayload(guild, state.channelsOf(guild.id)));
			ctx.body = choicePage({ title: 'Added', line: `Dropwire is in ${guild.name} now.`, choices: [] });
			return undefined;
		}
		ctx.body = choicePage({
			title: 'Dropwire wants to join a server',
			line: 'Sandbox Discord. Add it to:',
			choices: [...state.guilds.values()].map(({ id, name, bot }) => ({
				href: `/oauth2/authorize?${ctx.querystring}&guild_id=${id}`,
				name,
				about: bot.present ? 'is there already' : 'is not there',
			})),
		});
		return undefined;
	});
}
