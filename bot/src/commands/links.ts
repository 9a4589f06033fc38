import type { Link, LinkMessage } from '@dropwire/contract';
import type { BotContext } from '../context.ts';
import { resumedText } from '../guilds/paused.ts';
import { undeliveredText } from '../notices/undeliveredText.ts';
import type { RequestTimeout } from '../server/api.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { filterText, placeText, stateText } from '../ui/links.ts';
import { pageOf } from '../ui/pages.ts';
import { buttonRow, type Reply, reply, type Row } from '../ui/reply.ts';
import { buttonId, type Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { editPanel, setPaused } from './edit.ts';
import { testText } from './test.ts';
import { removeLink } from './unlink.ts';

/** Links per page: Discord allows five rows of buttons, and the last one turns the pages. */
const PAGE_LINKS = 4;

/** `/links`: which topics this server gets, where, the health of each link, and buttons that act on it. */
export const links: Command = {
	data: define('links'),
	run: (bot, { guildId, user }) => show(bot, { guildId, userId: user.id }, 0),

	async press(bot, { guildId, user }, [action = '', value = '', page = '0']) {
		const who = { guildId, userId: user.id };
		const link = { ...who, id: value };
		switch (action) {
			case 'test':
				return show(bot, who, Number(page), await testText(bot, link), 'afterTest');
			case 'pause':
			case 'resume':
				await setPaused(bot, link, action === 'pause');
				return show(bot, who, Number(page));
			case 'edit':
				return editPanel(bot, link);
			case 'unlink':
				return removeLink(bot, link, [{ customId: buttonId('links', 'page', page), label: bot.t('links.all') }]);
			default:
				return show(bot, who, Number(value));
		}
	},
};

/**
 * @param note shown above the links
 * @param timeout longer after a test, which can use up all of its own
 */
async function show(
	bot: BotContext,
	{ guildId, userId }: { guildId: string; userId: string },
	wanted: number,
	note = '',
	timeout: RequestTimeout = 'command',
): Promise<Reply> {
	const { t } = bot;
	const server = bot.server.as(userId, timeout);
	const { data, pausedAt } = await server.linkList({ guildId });
	bot.links.set(guildId, data);
	if (data.length === 0) {
		return reply(t('links.title'), t('links.none'));
	}
	const {
		rows,
		page,
		buttons,
		note: pageNote,
	} = pageOf(t, data, wanted, (to) => buttonId('links', 'page', to), PAGE_LINKS);
	const off = data.filter(({ health }) => !health.active).length;
	const [messages, settings] = await Promise.all([
		server.linkMessages({ guildId, ids: rows.map(({ id }) => id).join(',') }),
		off > 0 ? server.guildSettings({ guildId }) : null,
	]);
	const last = new Map(messages.data.map((message) => [message.id, message.last]));
	const summary = off > 0 ? t('links.off', { links: t('links.count', { count: data.length }), count: off }) : '';
	const resumed = pausedAt === null ? '' : resumedText(t, pausedAt);
	const unwritten = undeliveredText(t, settings?.data.undelivered ?? null);
	const lines = rows.map((link, n) => `${n + 1}. ${line(t, link, last.get(link.id) ?? null)}`);
	return reply(t('links.title'), [note, resumed, summary, unwritten, ...lines].filter(Boolean).join('\n\n'), {
		color: off > 0 ? COLORS.bad : COLORS.signal,
		rows: rows.map((link, n) => linkButtons(t, link, n + 1, page)),
		buttons,
		...(pageNote && { footer: pageNote }),
	});
}

function line(t: Translate, link: Link, last: LinkMessage['last']): string {
	const options = filterText(t, link);
	return [
		`**${link.toolsName}** (${link.region}) → ${placeText(t, link)}`,
		stateText(t, link, last),
		...(options === '' ? [] : [options]),
	].join('\n');
}

function linkButtons(t: Translate, { id, health, options }: Link, n: number, page: number): Row {
	const button = (label: string, action: string, disabled = false) => ({
		customId: buttonId('links', action, id, page),
		label: `${n}. ${label}`,
		disabled,
	});
	return buttonRow([
		button(t('button.test'), 'test', !health.active),
		options.paused ? button(t('button.resume'), 'resume') : button(t('button.pause'), 'pause'),
		button(t('button.edit'), 'edit'),
		button(t('button.unlink'), 'unlink'),
	]);
}
