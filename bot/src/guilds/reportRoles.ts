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
	const state = JSON.stringify(rolesIn(guild));
	if (bot.roles.get(guild.id) === state) return;
	bot.roles.set(guild.id, state);
	await bot.locks.guild.run(guild.id, () =>
		retryUntilDone(`roles of guild ${guild.id}`, bot.log, bot.shutdown, () =>
			bot.server.as(null, 'background').botRoles({ guildId: guild.id, roles: rolesIn(guild) }),
		),
	);
}

/** The roles that a message can mention, highest first. */
function rolesIn(guild: Guild) {
	return [...guild.roles.cache.values()]
		.filter(({ id }) => id !== guild.id)
		.sort((a, b) => b.position - a.position)
		.slice(0, MAX_ROLES)
		.map(({ id, name }) => ({ id, name: name.slice(0, 100) }));
}
