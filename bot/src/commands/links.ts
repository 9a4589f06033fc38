import type { Link } from '@dropwire/bff/contract';
import type { Bot } from '../bot.ts';
import { COLORS } from '../look/colors.ts';
import { healthText, placeText } from '../look/links.ts';
import { pageOf } from '../look/pages.ts';
import { type Reply, reply } from '../look/reply.ts';
import { buttonId, type Command } from './command.ts';
import { define } from './define.ts';

/** `/links`: what this server gets, where, and how healthy each is. */
export const links: Command = {
	data: define('links', 'Shows what this server gets, where, and how it fares'),
	run: (bot, { guildId, user }) => show(bot, { guildId, userId: user.id }, 0),
	press: (bot, { guildId, user }, [page]) => show(bot, { guildId, userId: user.id }, Number(page)),
};

async function show(bot: Bot, { guildId, userId }: { guildId: string; userId: string }, page: number): Promise<Reply> {
	const { data } = await bot.server.as(userId).linkList({ guildId });
	bot.links.put(guildId, data);
	if (data.length === 0) {
		return reply(
			'Links',
			'This server gets nothing yet. `/link` sends a topic to a channel, `/topics` shows what there is.',
		);
	}
	const { rows, buttons, note } = pageOf(data, page, (to) => buttonId('links', to));
	const off = data.filter(({ health }) => !health.active).length;
	const summary =
		off > 0 ? `${data.length} links, **${off} off**. \`/link\` in a channel makes its links work again.` : '';
	return reply('Links', [summary, ...rows.map(line)].filter(Boolean).join('\n\n'), {
		color: off > 0 ? COLORS.bad : COLORS.signal,
		buttons,
		...(note && { footer: note }),
	});
}

function line(link: Link): string {
	return `**${link.toolsName}** (${link.region}) → ${placeText(link)}\n${healthText(link.health)}`;
}
