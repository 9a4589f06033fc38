import { type Region, REGIONS, TOPICS, toolsNames, threadIdOf } from '@dropwire/contract';
import { type APIStringSelectComponent, ApplicationCommandOptionType, ComponentType } from 'discord.js';
import { alreadyLinked, linkTopics, type Outcome } from '../links/linkChannel.ts';
import type { Topic } from '../links/storeLink.ts';
import { chosenTarget, type Target } from '../links/target.ts';
import { failureReply } from '../interactions/failure.ts';
import { mayHaveSucceeded } from '../server/api.ts';
import { COLORS } from '../ui/colors.ts';
import type { Translate } from '../texts/translate.ts';
import { type Reply, reply, type Row } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import { isLinkable, TARGET_TYPES } from '../webhooks/linkable.ts';
import { buttonId, type Command, type GuildPress } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';

/** Discord's limit for the entries of a select menu. */
const MENU_MOST = 25;
/** The most links of one run. The BFF limits the writes of a user per minute. */
const MAX_LINKS = 50;
/** The names of all topics, in the order of the table. */
const NAMES = [...new Set(TOPICS.map(({ toolsName }) => toolsName))];

/** What is chosen in the menus. Topics are their positions in `NAMES`. */
interface Choice {
	regions: readonly string[];
	topics: readonly string[];
}

/** `/setup [channel]`: links several topics of several regions to one channel. */
export const setup: Command = {
	data: define('setup', [
		{ type: ApplicationCommandOptionType.Channel, name: 'channel', channel_types: [...TARGET_TYPES] },
	]),

	async run({ t }, interaction) {
		const target = await chosenTarget(interaction, null);
		const place = { channelId: target.channel.id, threadId: threadIdOf(target) ?? '' };
		return form(t, place, { regions: [], topics: [] });
	},

	/** The message has the choice of all menus, so the bot does not store it. */
	async press(bot, interaction, [action = '', channelId = '', threadId = '']) {
		const choice = choiceIn(interaction);
		if (action !== 'create') return form(bot.t, { channelId, threadId }, choice);
		const channel = interaction.guild.channels.cache.get(channelId);
		if (!channel || !isLinkable(channel)) throw new UserError((t) => t('deny.setupGone'));
		const target: Target = { channel, thread: threadId ? { id: threadId } : undefined };
		const topics = topicsOf(choice);
		const outcomes = await linkTopics(bot, target, topics, interaction);
		return summary(bot.t, target, topics, outcomes, interaction.id);
	},
};

/** The topics that exist in the chosen regions. */
function topicsOf({ regions, topics }: Choice): Topic[] {
	const names = topics.map((position) => NAMES[Number(position)]);
	return REGIONS.filter((region) => regions.includes(region)).flatMap((region: Region) =>
		toolsNames(region)
			.filter((name) => names.includes(name))
			.map((toolsName) => ({ region, toolsName })),
	);
}

function form(t: Translate, { channelId, threadId }: { channelId: string; threadId: string }, choice: Choice): Reply {
	const count = topicsOf(choice).length;
	const id = (action: string) => buttonId('setup', action, channelId, threadId);
	const regions = REGIONS.map((region) => ({ label: t.region(region), value: region }));
	const names = NAMES.map((label, position) => ({ label, value: String(position) }));
	const menus = Array.from({ length: Math.ceil(names.length / MENU_MOST) }, (_, n) =>
		menu(id(`topics${n}`), t('setup.topics'), names.slice(n * MENU_MOST, (n + 1) * MENU_MOST), choice.topics),
	);
	const text = count > MAX_LINKS ? t('setup.tooMany', { count, most: MAX_LINKS }) : t('setup.count', { count });
	const place = `<#${threadId || channelId}>`;
	return reply(t('setup.title'), `${t('setup.choose', { place })}\n${text}`, {
		rows: [menu(id('regions'), t('setup.regions'), regions, choice.regions), ...menus],
		buttons: [{ customId: id('create'), label: t('setup.create'), disabled: count === 0 || count > MAX_LINKS }],
	});
}

function menu(
	customId: string,
	placeholder: string,
	entries: readonly { label: string; value: string }[],
	chosen: readonly string[],
): Row {
	const select: APIStringSelectComponent = {
		type: ComponentType.StringSelect,
		custom_id: customId,
		placeholder,
		min_values: 0,
		max_values: entries.length,
		options: entries.map((entry) => ({ ...entry, default: chosen.includes(entry.value) })),
	};
	return { type: ComponentType.ActionRow, components: [select] };
}

/** The choice of the menu that was changed, and that of the others as the message shows it. */
function choiceIn(interaction: GuildPress): Choice {
	const menus = interaction.message.components.flatMap((row) =>
		row.type === ComponentType.ActionRow ? row.components.filter((one) => one.type === ComponentType.StringSelect) : [],
	);
	const chosen = menus.map(({ customId, options }) => ({
		regions: customId.startsWith(buttonId('setup', 'regions')),
		values:
			!interaction.isButton() && interaction.customId === customId
				? [...interaction.values]
				: options.filter((option) => option.default).map(({ value }) => value),
	}));
	return {
		regions: chosen.flatMap(({ regions, values }) => (regions ? values : [])),
		topics: chosen.flatMap(({ regions, values }) => (regions ? [] : values)),
	};
}

/** What was linked, what existed, and why the rest was not linked. */
function summary(
	t: Translate,
	target: Target,
	topics: readonly Topic[],
	outcomes: readonly Outcome[],
	requestId: string,
): Reply {
	const linked = outcomes.filter((outcome) => 'linked' in outcome);
	const paused = linked.filter((outcome) => outcome.linked.link.options.paused);
	const existing = outcomes.filter((outcome) => 'error' in outcome && alreadyLinked(outcome.error));
	const failure = outcomes.find((outcome) => 'error' in outcome && !alreadyLinked(outcome.error));
	const failed = failure && 'error' in failure ? topicFailure(t, failure.error, requestId).embeds[0] : null;
	const open = topics.slice(linked.length + existing.length).map((topic) => ({ topic }));
	const place = `<#${threadIdOf(target) ?? target.channel.id}>`;
	const text = [
		t('setup.new', { place, count: linked.length }),
		part(t('setup.linked'), linked),
		part(t('option.paused'), paused),
		part(t('setup.before'), existing),
		failed && `${part(t('setup.open'), open)}\n${failed.description}`,
		t('setup.next'),
	];
	return reply(t(failed ? 'setup.partly' : 'setup.done'), text.filter(Boolean).join('\n\n'), {
		color: failed ? COLORS.bad : COLORS.good,
		...(failed?.footer && { footer: t('footer.request', { id: requestId }) }),
	});
}

/** What went wrong with one topic. It says nothing about the topics before it. */
function topicFailure(t: Translate, error: unknown, requestId: string): Reply {
	return failureReply({ t, server: { changes: mayHaveSucceeded(error) ? 'unknown' : 'none' } }, error, requestId, null);
}

function part(title: string, outcomes: readonly { topic: Topic }[]): string {
	if (outcomes.length === 0) return '';
	const byName = Map.groupBy(outcomes, ({ topic }) => topic.toolsName);
	const lines = [...byName].map(([name, same]) => `${name}: ${same.map(({ topic }) => topic.region).join(', ')}`);
	return `**${title}**\n${lines.join('\n')}`;
}
