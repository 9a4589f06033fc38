import type { Guild } from 'discord.js';
import type { BotContext } from '../context.ts';
import { retryUntilDone } from '../server/retry.ts';

/** The roles that Discord allows in a server. */
const MAX_ROLES = 250;
/**
 * Reports the names of a guild's roles in the background if they have changed, so that the dashboard shows mentions by
 * name. Called when somebody uses the bot in the guild, and later when a role there changes.
 */
export async function reportRoles(bot: BotContext, guild: Guild): Promise<void> {
	await bot.locks.guild.run(guild.id, async () => {
		const state = JSON.stringify(rolesIn(guild));
		if (bot.roles.get(guild.id) === state) return;
		// Before the report, so that a role that changes during it is reported too.
		bot.roles.set(guild.id, state);
		const answer = await retryUntilDone(`roles of guild ${guild.id}`, bot.log, bot.shutdown, () =>
			bot.server.as(null, 'background').botRoles({ guildId: guild.id, roles: rolesIn(guild) }),
		);
		// The server stores the roles of a guild once it has a link.
		if (!answer?.data.stored) bot.roles.delete(guild.id);
	});
}

/** The roles that a message can mention, highest first. */
function rolesIn(guild: Guild) {
	return [...guild.roles.cache.values()]
		.filter(({ id }) => id !== guild.id)
		.sort((a, b) => b.position - a.position)
		.slice(0, MAX_ROLES)
		.map(({ id, name }) => ({ id, name: name.slice(0, 100) }));
}
