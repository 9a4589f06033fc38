import { THREAD_PERMISSIONS } from '@dropwire/domain';
import { howToGrant } from '../discord/bot.ts';
import type { Discord } from '../discord/discord.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Handlers } from '../http/context.ts';

/** The channel of a server in which its members get private threads. */
export function personalChannelHandlers({ discord }: { discord: Discord }) {
	return {
		personalChannel: async ({ input: { guildId }, knex }) => {
			const row = await knex('personal_channels').where({ guildId }).first('channelId');
			return { data: { channelId: row?.channelId ?? null } };
		},

		personalChannelSet: async (call) => {
			const { guildId, channelId } = call.input;
			if (channelId !== null) await mustAllowThreads(discord, guildId, channelId);
			await call.transaction(async (trx) => {
				const before = await trx('personal_channels').where({ guildId }).forUpdate().first('channelId');
				if (channelId === null) await trx('personal_channels').where({ guildId }).delete();
				else await trx('personal_channels').insert({ guildId, channelId }).onConflict('guildId').merge();
				const target = 'channel of private threads';
				call.audit({ target, guildId, before: { channelId: before?.channelId ?? null }, after: { channelId } });
			});
			return { data: { channelId } };
		},
	} satisfies Partial<Handlers>;
}

/** @throws CallError 400 that names the permission which the bot lacks; 502 */
async function mustAllowThreads({ bot }: Discord, guildId: string, channelId: string): Promise<void> {
	if (!bot) throw new CallError('upstream_failed', "The bot's token is not set, so its permissions cannot be read.");
	const { present, channels } = await bot.view(guildId);
	if (!present) throw invalidInput({ channelId: 'must be in a server that the bot is in: add the bot first' });
	const channel = channels.find(({ id }) => id === channelId);
	if (!channel) throw invalidInput({ channelId: 'must be a channel of this server that the bot can see' });
	if (channel.kind !== 'text')
		throw invalidInput({ channelId: 'must be a text channel: others have no private threads' });
	const missing = Object.keys(THREAD_PERMISSIONS).filter((name) => channel.missingForThreads.includes(name));
	if (missing.length > 0) throw invalidInput({ channelId: howToGrant(channel.name, missing) });
}
