import { COLORS } from '../look/colors.ts';
import { placeText } from '../look/links.ts';
import { reply } from '../look/reply.ts';
import type { Command } from './command.ts';
import { define } from './define.ts';
import { linkIdOf, suggested, suggestLink } from './options.ts';

/** `/test link`: a sample message, the way that every message goes. */
export const test: Command = {
	data: define('test', 'Sends a sample message over a link, the way that every message goes', [
		suggested('link', 'Which of the links of this server'),
	]),
	suggest: { link: suggestLink },

	async run(bot, { guildId, user, options }) {
		const id = linkIdOf(options.getString('link', true));
		const { data, link } = await bot.server.as(user.id, 'test').linkTest({ guildId, id });
		const { status, reason, queuedAt, sentAt } = data;
		const what = `**${link.toolsName}** (${link.region}) → ${placeText(link)}`;
		if (status === 'sent' && sentAt !== null) {
			return reply('Delivered', `${what}\nDiscord took the sample after ${sentAt - queuedAt} ms.`, {
				color: COLORS.good,
			});
		}
		if (status === 'pending' || status === 'retrying') {
			const why = reason ? ` Last answer: ${reason}.` : '';
			return reply('Still on its way', `${what}\nThe sample waits.${why} \`/status\` shows how the service fares.`);
		}
		const advice = link.health.active ? 'Try again in a moment.' : '`/link` in that channel makes it work again.';
		return reply('Not delivered', `${what}\n${reason ?? `It ${status}`}. ${advice}`, { color: COLORS.bad });
	},
};
