import { type Region, REGION_NAMES, toolsNames } from '@dropwire/bff/contract';
import type { Bot } from '../bot.ts';
import { placeText } from '../look/links.ts';
import { pageOf } from '../look/pages.ts';
import { type Reply, reply } from '../look/reply.ts';
import { buttonId, type Command } from './command.ts';
import { define } from './define.ts';
import { regionOf, suggested, suggestRegion } from './options.ts';

/** `/topics region`: what there is, and what of it goes where in this server. */
export const topics: Command = {
	data: define('topics', 'Shows the topics of a region, and which of them this server gets', [
		suggested('region', 'Of which region'),
	]),
	suggest: { region: suggestRegion },
	run: (bot, given) => show(bot, given, regionOf(given.options.getString('region', true)), 0),
	press: (bot, pressed, [region = '', page]) => show(bot, pressed, regionOf(region), Number(page)),
};

async function show(
	bot: Bot,
	{ guildId, user }: { guildId: string; user: { id: string } },
	region: Region,
	page: number,
): Promise<Reply> {
	const { data } = await bot.server.as(user.id).linkList({ guildId });
	bot.links.put(guildId, data);
	const { rows, buttons, note } = pageOf(toolsNames(region), page, (to) => buttonId('topics', region, to));
	const lines = rows.map((name) => {
		const own = data.filter((link) => link.region === region && link.toolsName === name);
		return own.length > 0 ? `**${name}** → ${own.map(placeText).join(', ')}` : name;
	});
	return reply(
		`Topics: ${REGION_NAMES[region]}`,
		`${lines.join('\n')}\n\n\`/link region:${region}\` sends one to a channel.`,
		{
			buttons,
			...(note && { footer: note }),
		},
	);
}
