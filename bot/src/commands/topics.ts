import { type Link, type Region, toolsNames } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import type { Translate } from '../texts/translate.ts';
import { placeText } from '../ui/links.ts';
import { pageOf } from '../ui/pages.ts';
import { type Reply, reply } from '../ui/reply.ts';
import { buttonId, type Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { regionOf, suggested, suggestRegion } from '../interactions/options.ts';

/** The most characters of a topic's channels, so that the topics of a page fit into an embed. */
const MAX_CHARACTERS = 400;

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
	bot.links.set(guildId, data);
	const { rows, buttons, note } = pageOf(bot.t, toolsNames(region), page, (to) => buttonId('topics', region, to));
	const lines = rows.map((name) => {
		const own = data.filter((link) => link.region === region && link.toolsName === name);
		return own.length > 0 ? `**${name}** → ${placesText(bot.t, own)}` : name;
	});
	return reply(
		bot.t('topics.title', { region: bot.t.region(region) }),
		`${lines.join('\n')}\n\n${bot.t('topics.hint', { region })}`,
		{ buttons, ...(note && { footer: note }) },
	);
}

/** The channels of links, and the number of those that do not fit. */
function placesText(t: Translate, links: readonly Link[]): string {
	const places = links.map((link) => placeText(t, link));
	const shown: string[] = [];
	let left = MAX_CHARACTERS;
	for (const place of places) {
		left -= place.length;
		if (left < 0) break;
		shown.push(place);
	}
	const rest = places.length - shown.length;
	return [...shown, ...(rest > 0 ? [t('status.rightsMore', { count: rest })] : [])].join(', ');
}
