import { ApplicationCommandOptionType } from 'discord.js';
import { linkChannel, type Topic } from '../links/linkChannel.ts';
import { COLORS } from '../look/colors.ts';
import { type Reply, reply } from '../look/reply.ts';
import { Refused } from '../refused.ts';
import { isLinkable, LINKABLE_TYPES } from '../webhooks/linkable.ts';
import type { Command, Given } from './command.ts';
import { define } from './define.ts';
import { regionOf, suggested, suggestRegion, suggestTopic, topicOf } from './options.ts';

/** `/link region topic [channel]`: the channel gets the topic from now on. */
export const link: Command = {
	data: define('link', 'Sends a topic to a channel, from now on', [
		suggested('region', 'Of which region'),
		suggested('topic', 'What the channel gets'),
		{
			type: ApplicationCommandOptionType.Channel,
			name: 'channel',
			description: 'Where to; this channel unless said',
			channel_types: [...LINKABLE_TYPES],
		},
	]),
	suggest: { region: suggestRegion, topic: suggestTopic },

	async run(bot, given) {
		const region = regionOf(given.options.getString('region', true));
		const topic = { region, toolsName: topicOf(region, given.options.getString('topic', true)) };
		const channel = channelOf(given);
		const { revived } = await linkChannel(bot, channel, topic, given.user);
		return linkedReply(topic, channel.id, revived);
	},
};

export function linkedReply({ toolsName, region }: Topic, channelId: string, revived: number): Reply {
	const others = revived > 1 ? `\n${revived} links of this channel had lost their webhook and work again.` : '';
	return reply(
		'Linked',
		`<#${channelId}> gets **${toolsName}** (${region}) from now on.${others}\n\`/test\` sends a sample, \`/links\` shows everything that this server gets.`,
		{ color: COLORS.good },
	);
}

function channelOf(given: Given) {
	const { channel: here } = given;
	const chosen = given.options.getChannel('channel') ?? here;
	if (chosen && isLinkable(chosen)) return chosen;
	throw new Refused(
		chosen?.isThread()
			? 'Discord lets no webhook stand in a thread. Choose the channel that the thread belongs to.'
			: 'Choose a text or announcement channel that the bot can see.',
	);
}
