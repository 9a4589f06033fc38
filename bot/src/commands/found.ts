import { escapeMarkdown, type Found } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { maskedLink, relativeTime } from '../ui/links.ts';
import { type Reply, reply, truncate } from '../ui/reply.ts';
import { buttonId, type Command, type GuildPress } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';

/** Products of one reply: one row of buttons has at most five. */
const SHOWN = 5;
/** Discord's limit for a button's label, in characters. */
const LABEL_LENGTH = 80;

/** `/found`: the newest products that keyword watches found, each with a button that puts it on its list. */
export const found: Command = {
	data: define('found'),
	run: (bot, { user }) => show(bot, user.id, ''),

	async press(bot, interaction: GuildPress, [id = '']) {
		const { data } = await bot.server.as(interaction.user.id).foundWatch({ id });
		return show(
			bot,
			interaction.user.id,
			bot.t('found.added', { title: escapeMarkdown(data.title), list: data.list ?? '' }),
		);
	},
};

async function show(bot: BotContext, userId: string, note: string): Promise<Reply> {
	const { t } = bot;
	const { data } = await bot.server.as(userId).foundProducts({});
	const rows = data.slice(0, SHOWN);
	if (rows.length === 0) return reply(t('found.title'), t('found.none'));
	const buttons = rows.flatMap(({ id, list, listed, title }) =>
		list === null || listed
			? []
			: [{ customId: buttonId('found', id), label: truncate(t('found.watch', { title }), LABEL_LENGTH) }],
	);
	return reply(t('found.title'), [note, ...rows.map((row) => line(t, row))].filter(Boolean).join('\n\n'), {
		buttons,
		...(note && { color: COLORS.good }),
		...(data.length > rows.length && { footer: t('found.newest', { count: rows.length }) }),
	});
}

function line(t: Translate, { foundAt, link, list, listed, price, region, sku, source, title }: Found): string {
	const place = list === null ? t('found.noList') : t(listed ? 'found.on' : 'found.notOn', { list });
	const facts = [`\`${sku.replaceAll('`', "'")}\``, price ?? t('found.noPrice'), `${source} ${region}`, place];
	return `**${maskedLink(title, link) || escapeMarkdown(title)}** ${relativeTime(foundAt)}\n${facts.join(' · ')}`;
}
