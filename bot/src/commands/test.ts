import type { BotContext } from '../context.ts';
import { COLORS } from '../ui/colors.ts';
import { reasonText } from '../texts/serverTexts.ts';
import { placeText } from '../ui/links.ts';
import { reply } from '../ui/reply.ts';
import type { Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { linkIdOf, suggested, suggestLink } from '../interactions/options.ts';

/** `/test link`: a sample message, sent the same way as every other message. */
export const test: Command = {
	data: define('test', [suggested('link')]),
	suggest: { link: suggestLink },

	async run(bot, { guildId, user, options }) {
		const id = linkIdOf(options.getString('link', true));
		const { title, text, color } = await sendTest(bot, { guildId, userId: user.id, id });
		return reply(title, text, { color });
	},
};

/** Sends a sample message. @returns the outcome in one text */
export async function testText(bot: BotContext, link: Tested): Promise<string> {
	const { title, text } = await sendTest(bot, link);
	return `**${title}**: ${text}`;
}

interface Tested {
	guildId: string;
	userId: string;
	id: string;
}

async function sendTest(bot: BotContext, { guildId, userId, id }: Tested) {
	const { data, link } = await bot.server.as(userId, 'test').linkTest({ guildId, id });
	const { status, reason, queuedAt, sentAt } = data;
	const { t } = bot;
	const what = `**${link.toolsName}** (${link.region}) → ${placeText(t, link)}`;
	if (status === 'sent' && sentAt !== null) {
		const text = `${what}\n${t('test.delivered', { ms: sentAt - queuedAt })}`;
		return { title: t('test.sent'), text, color: COLORS.good };
	}
	if (status === 'pending' || status === 'retrying') {
		const text = `${what}\n${reason ? t('test.waitingWhy', { reason: reasonText(t, reason) }) : t('test.waiting')}`;
		return { title: t('test.queued'), text, color: COLORS.signal };
	}
	const advice = t(link.health.active ? 'test.again' : 'test.relink');
	const why = reason === null ? t('test.outcome', { status }) : reasonText(t, reason);
	return { title: t('test.failed'), text: `${what}\n${why}. ${advice}`, color: COLORS.bad };
}
