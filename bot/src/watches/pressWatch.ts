import { ApiError, SNOOZE_MS } from '@dropwire/contract';
import {
	type APIActionRowComponent,
	type APIComponentInMessageActionRow,
	type ButtonInteraction,
	ComponentType,
	MessageFlags,
	time,
	TimestampStyles,
} from 'discord.js';
import type { BotContext } from '../context.ts';
import { acknowledge } from '../interactions/acknowledge.ts';
import { buttonId, ID_SEPARATOR, type PersonalButton } from '../interactions/command.ts';
import { failureReply, isOurFault } from '../interactions/failure.ts';
import type { Translate } from '../texts/translate.ts';
import { reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import { type Product, watchProduct } from './watchProduct.ts';

/**
 * The buttons of a personal notice: Mute, Unmute and Snooze 24 h. They work in direct messages and threads, and only for the
 * person of the watch: the server finds no watch of anybody else. The buttons of a list are about all of its products.
 * Watch, below the messages of channels, is for everybody.
 */
export const pressWatch: PersonalButton = async (bot, interaction, [action = '', ...args]) => {
	if (action === 'add') return addWatch(bot, interaction, args);
	const [id = ''] = args;
	const { log, t } = bot;
	await acknowledge(interaction, () => interaction.deferUpdate());
	try {
		const server = bot.server.as(interaction.user.id);
		const notice = /^n(\d+)$/.exec(id)?.[1];
		const change = (changes: { muted?: boolean; snoozedUntil?: number }) =>
			notice === undefined ? server.watchEdit({ id, ...changes }) : server.watchNoticeEdit({ id: notice, ...changes });
		if (action === 'snooze') {
			const until = Date.now() + SNOOZE_MS;
			await change({ snoozedUntil: until });
			const shown = { until: time(Math.ceil(until / 1000), TimestampStyles.LongDateShortTime) };
			const text = notice === undefined ? t('watch.snoozed', shown) : t('watch.snoozedAll', shown);
			await interaction.followUp({ ...reply(t('watch.snoozedTitle'), text), flags: MessageFlags.Ephemeral });
		} else {
			const muted = action === 'mute';
			await change({ muted });
			await interaction.editReply({ components: withMute(t, interaction.message.components, id, muted) });
		}
		log.info({ interaction: interaction.id, user: interaction.user.id, action }, 'button of a watch done');
	} catch (error) {
		const isGone = error instanceof ApiError && error.code === 'not_found';
		const shown = isGone ? new UserError((texts) => texts('watch.gone')) : error;
		log[isGone ? 'info' : 'warn']({ interaction: interaction.id, action, err: error }, 'button of a watch failed');
		const failure = failureReply(bot, shown, interaction.id, null);
		await interaction.followUp({ ...failure, flags: MessageFlags.Ephemeral });
	}
};

/** Watches the product of a message for whoever pressed its button: only they see the answer. */
async function addWatch(bot: BotContext, interaction: ButtonInteraction, [brand = '', ...sku]: readonly string[]) {
	const { log } = bot;
	const { id, user } = interaction;
	await acknowledge(interaction, () => interaction.deferReply({ flags: MessageFlags.Ephemeral }));
	try {
		const product = { brand: brand as Product['brand'], sku: sku.join(ID_SEPARATOR) };
		await interaction.editReply(await watchProduct(bot, user.id, product));
		log.info({ interaction: id, user: user.id }, 'button Watch done');
	} catch (error) {
		log[isOurFault(error) ? 'error' : 'info']({ interaction: id, user: user.id, err: error }, 'button Watch failed');
		await interaction.editReply(failureReply(bot, error, id, null));
	}
}

/** The message's rows of buttons, with Unmute in place of Mute or the other way round. */
function withMute(
	t: Translate,
	rows: readonly { toJSON(): unknown }[],
	id: string,
	muted: boolean,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
	const [before, after] = muted ? (['mute', 'unmute'] as const) : (['unmute', 'mute'] as const);
	return rows.map((row) => {
		const json = row.toJSON() as APIActionRowComponent<APIComponentInMessageActionRow>;
		const components = json.components.map((component) => {
			const isMute =
				component.type === ComponentType.Button &&
				'custom_id' in component &&
				component.custom_id === buttonId('watch', before, id);
			if (!isMute) return component;
			return { ...component, label: t(`button.${after}`), custom_id: buttonId('watch', after, id) };
		});
		return { ...json, components };
	});
}
