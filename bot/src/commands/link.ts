import { threadIdOf } from '@dropwire/contract';
import { ApplicationCommandOptionType, escapeMarkdown } from 'discord.js';
import { linkChannel } from '../links/linkChannel.ts';
import { tagNames } from '../links/forumTags.ts';
import type { Linked, Topic } from '../links/storeLink.ts';
import { chosenTarget, type Target } from '../links/target.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { filterText } from '../ui/links.ts';
import { type Reply, reply } from '../ui/reply.ts';
import { TARGET_TYPES } from '../webhooks/linkable.ts';
import type { Command } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { givenOptions, LINK_OPTIONS } from '../interactions/linkOptions.ts';
import { regionOf, suggested, suggestRegion, suggestTopic, topicOf } from '../interactions/options.ts';

/** `/link region topic [channel] […]`: sends a topic to a channel, a thread or a forum. */
export const link: Command = {
	data: define('link', [
		suggested('region'),
		suggested('topic'),
		{ type: ApplicationCommandOptionType.Channel, name: 'channel', channel_types: [...TARGET_TYPES] },
		...LINK_OPTIONS,
	]),
	suggest: { region: suggestRegion, topic: suggestTopic },

	async run(bot, interaction) {
		const region = regionOf(interaction.options.getString('region', true));
		const topic = { region, toolsName: topicOf(region, interaction.options.getString('topic', true)) };
		const options = givenOptions(interaction);
		const target = await chosenTarget(interaction, interaction.options.getString('post_name'));
		const { link: linked, revived } = await linkChannel(bot, target, topic, interaction, options);
		return linkedReply(bot.t, topic, target, { link: linked, revived });
	},
};

/** @param linked with the number of the channel's links that have a working webhook again, this one included */
export function linkedReply(
	t: Translate,
	{ toolsName: topic, region }: Topic,
	target: Target,
	{ link: linked, revived }: Linked,
): Reply {
	const { channel, thread } = target;
	const place = `<#${threadIdOf({ thread }) ?? channel.id}>`;
	const options = filterText(t, linked);
	const tags = tagNames(channel, linked.options);
	const lines = [
		t('link.done', { place, topic, region }),
		options === '' ? '' : t('link.options', { options: escapeMarkdown(options) }),
		linked.options.paused ? t('option.paused') : '',
		tags.length > 0 ? t('link.tags', { tags: escapeMarkdown(tags.join(', ')) }) : '',
		revived > 1 ? t('link.revived', { count: revived }) : '',
		t('link.next'),
	];
	return reply(t('link.title'), lines.filter(Boolean).join('\n'), { color: COLORS.good });
}
