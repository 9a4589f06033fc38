import { ApplicationCommandOptionType } from 'discord.js';
import { undeliveredText } from '../notices/undeliveredText.ts';
import type { Translate } from '../texts/translate.ts';
import { reply } from '../ui/reply.ts';
import type { Command } from '../interactions/command.ts';
import { choicesOf, define } from '../interactions/define.ts';

const choices = choicesOf('notices', ['on', 'off']);

/** `/notices [shops] [links]`: whether this server is notified when a shop cannot be read, and when a link stops working. */
export const notices: Command = {
	data: define('notices', [
		{ type: ApplicationCommandOptionType.String, name: 'shops', choices },
		{ type: ApplicationCommandOptionType.String, name: 'links', choices },
	]),

	async run({ server: access, t }, { guildId, user, options }) {
		const server = access.as(user.id);
		const [shops, links] = [options.getString('shops'), options.getString('links')];
		const { data } =
			shops === null && links === null
				? await server.guildSettings({ guildId })
				: await server.guildSettingsEdit({
						guildId,
						...(shops !== null && { sourceNotices: shops === 'on' }),
						...(links !== null && { linkNotices: links === 'on' }),
					});
		const texts = [
			shopsText(t, data.sourceNotices),
			linksText(t, data.linkNotices),
			undeliveredText(t, data.undelivered),
		];
		return reply(t('notices.title'), texts.filter(Boolean).join('\n'));
	},
};

function shopsText(t: Translate, on: boolean): string {
	return on ? t('notices.shopsOn') : t('notices.shopsOff', { on: t('status.on') });
}

function linksText(t: Translate, on: boolean): string {
	return on ? t('notices.linksOn') : t('notices.linksOff', { on: t('status.on') });
}
