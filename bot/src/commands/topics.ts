import { type Region, toolsNames } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import { placeText } from '../ui/links.ts';
import { pageOf } from '../ui/pages.ts';
import { type Reply, reply } from '../ui/reply.ts';
import { buttonId, type Command } from './command.ts';
import { define } from './define.ts';
import { regionOf, suggested, suggestRegion } from './options.ts';

/** `/topics region`: all topics of a region, and the channels of this server that get them. */
export const topics: Command = {
	data: define('topics', [suggested('region')]),
	suggest: { region: suggestRegion },
	run: (bot, interaction) => show(bot, interaction, regionOf(interaction.options.getString('region', true)), 0),
	press: (bot, interaction, [region = '', page]) => show(bot, interaction, regionOf(region), Number(page)),
};

async function show(
	bot: BotContext,
	{ guildId, user }: { guildId: string; user: { id: string } },
	region: Region,
	page: number,
): Promise<Reply> {
	const { data } = await bot.server.as(user.id).linkList({ guildId });
	bot.links.put(guildId, data);
	const { rows, buttons, note } = pageOf(bot.t, toolsNames(region), page, (to) => buttonId('topics', region, to));
	const lines = rows.map((name) => {
		const own = data.filter((link) => link.region === region && link.toolsName === name);
		return own.length > 0 ? `**${name}** → ${own.map((link) => placeText(bot.t, link)).join(', ')}` : name;
	});
	return reply(
		bot.t('topics.title', { region: bot.t.region(region) }),
		`${lines.join('\n')}\n\n${bot.t('topics.hint', { region })}`,
		{ buttons, ...(note && { footer: note }) },
	);
}
