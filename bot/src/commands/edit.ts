import {
	TOPIC_KINDS,
	MARKET_ZONES,
	suggestedSizes,
	type SubscriptionOptions,
	type SubscriptionRow,
} from '@dropwire/contract';
import type { GuildBasedChannel } from 'discord.js';
import type { BotContext } from '../context.ts';
import { type FormName, formOf, readForm } from '../editing/forms.ts';
import { panel } from '../editing/panel.ts';
import { withTags } from '../links/forumTags.ts';
import { isLinkable } from '../webhooks/linkable.ts';
import { parseQuiet } from '../editing/quiet.ts';
import type { RequestTimeout } from '../server/api.ts';
import type { Reply } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import type { Command, GuildPress } from '../interactions/command.ts';
import { define } from '../interactions/define.ts';
import { mentionable } from '../interactions/linkOptions.ts';
import { linkIdOf, regionOf, suggested, suggestLink } from '../interactions/options.ts';

/** The link, and the user who edits it. */
interface Edited {
	guildId: string;
	userId: string;
	id: string;
}

const FORMS: readonly FormName[] = ['filters', 'message'];

/** `/edit link`: a panel with the settings of a link. */
export const edit: Command = {
	data: define('edit', [suggested('link')]),
	suggest: { link: suggestLink },

	run: (bot, { guildId, user, options }) =>
		editPanel(bot, { guildId, userId: user.id, id: linkIdOf(options.getString('link', true)) }),

	async form(bot, { guildId, user }, [action, id = '']) {
		const name = FORMS.find((one) => one === action);
		if (!name) return null;
		const edited = { guildId, userId: user.id, id };
		const [row, sizes] = await Promise.all([
			load(bot, edited, 'form'),
			name === 'filters' ? seenSizes(bot, edited, 'form') : null,
		]);
		return formOf(bot.t, name, row, suggestedSizes(sizes?.sizes ?? []));
	},

	press(bot, interaction, [action = '', id = '', version]) {
		const edited = { guildId: interaction.guildId, userId: interaction.user.id, id };
		const change = changes[action];
		if (!change) return editPanel(bot, edited);
		return save(bot, edited, (row) => change(row, interaction), version);
	},

	async submit(bot, interaction, [action, id = '', version]) {
		const name = FORMS.find((one) => one === action);
		if (!name) throw new UserError((t) => t('deny.oldForm'));
		const edited = { guildId: interaction.guildId, userId: interaction.user.id, id };
		const field = (key: string) => interaction.fields.getTextInputValue(key);
		const channel = name === 'message' ? await channelOf(bot, edited) : undefined;
		const changed = (row: SubscriptionRow) => {
			const options = readForm(name, row.options, field, zoneOf(row));
			return { ...options, thread: placeIn(channel, row, options) };
		};
		return save(bot, edited, changed, version);
	},
};

/** The panel with the current settings. */
export async function editPanel(bot: BotContext, edited: Edited): Promise<Reply> {
	return show(bot, edited, await load(bot, edited));
}

/** Pauses or resumes a link. */
export async function setPaused(bot: BotContext, edited: Edited, isPaused: boolean): Promise<void> {
	await store(bot, edited, ({ options }) => withPause(options, isPaused));
}

/** What the panel's menus and buttons change, by action. */
const changes: Readonly<Record<string, (row: SubscriptionRow, interaction: GuildPress) => SubscriptionOptions>> = {
	kinds: ({ options }, interaction) => {
		const chosen = TOPIC_KINDS.filter((kind) => valuesOf(interaction).includes(kind));
		return { ...options, kinds: chosen.length === 0 ? undefined : chosen };
	},
	roles: ({ options }, interaction) => {
		const roles = mentionable(valuesOf(interaction), interaction.guildId);
		return { ...options, mentions: roles.length === 0 ? undefined : roles };
	},
	quiet: (row, interaction) => {
		const zone = row.options.quiet?.zone ?? zoneOf(row);
		return { ...row.options, quiet: parseQuiet(valuesOf(interaction)[0] ?? '', zone) };
	},
	pause: ({ options }) => withPause(options, true),
	resume: ({ options }) => withPause(options, false),
	// The place of the messages is not an option that filters.
	clear: ({ options: { thread } }) => ({ thread }),
};

/** @param version of the options that the user has seen; by default that of the current ones */
async function save(
	bot: BotContext,
	edited: Edited,
	change: (row: SubscriptionRow) => SubscriptionOptions,
	version?: string,
): Promise<Reply> {
	return show(bot, edited, await store(bot, edited, change, version));
}

async function store(
	bot: BotContext,
	edited: Edited,
	change: (row: SubscriptionRow) => SubscriptionOptions,
	version?: string,
): Promise<SubscriptionRow> {
	const { guildId, userId, id } = edited;
	const row = await load(bot, edited);
	const seen = version === undefined ? row.version : Number(version);
	const { data } = await bot.server.as(userId).subscriptionEdit({ id, guildId, options: change(row), version: seen });
	bot.links.delete(guildId);
	return data;
}

async function load(bot: BotContext, edited: Edited, timeout: RequestTimeout = 'command'): Promise<SubscriptionRow> {
	const { guildId, userId, id } = edited;
	return (await bot.server.as(userId, timeout).subscription({ id, guildId })).data;
}

async function show(bot: BotContext, { guildId, userId, id }: Edited, row: SubscriptionRow): Promise<Reply> {
	const [{ data }, sizes] = await Promise.all([
		bot.server.as(userId).subscriptionTry({ id, guildId, options: row.options }),
		row.options.sizes?.length ? seenSizes(bot, { guildId, userId, id }) : null,
	]);
	return panel(bot.t, row, { trial: data, sizes, zone: zoneOf(row) });
}

/** The sizes of the products in the topic's last events. */
async function seenSizes(bot: BotContext, { guildId, userId, id }: Edited, timeout: RequestTimeout = 'command') {
	return (await bot.server.as(userId, timeout).subscriptionSizes({ id, guildId })).data;
}

/** The place that the options name, with the forum's current tags. */
function placeIn(
	channel: GuildBasedChannel | undefined,
	{ topic }: SubscriptionRow,
	{ thread }: SubscriptionOptions,
): SubscriptionOptions['thread'] {
	if (!topic || !channel || !isLinkable(channel)) return thread;
	return withTags(channel, thread, { region: regionOf(topic.region), toolsName: topic.toolsName });
}

/** The channel of a link; undefined if the bot does not know it. */
async function channelOf(bot: BotContext, { guildId, userId, id }: Edited): Promise<GuildBasedChannel | undefined> {
	const { data } = await bot.server.as(userId).linkList({ guildId });
	const channelId = data.find((link) => link.id === id)?.channelId;
	return channelId ? bot.client.guilds.cache.get(guildId)?.channels.cache.get(channelId) : undefined;
}

/** The state that the button names, not the opposite of the current one: others may have pressed it, or it was pressed twice. */
function withPause(options: SubscriptionOptions, isPaused: boolean): SubscriptionOptions {
	return { ...options, paused: isPaused ? true : undefined };
}

function valuesOf(interaction: GuildPress): string[] {
	return interaction.isButton() ? [] : [...interaction.values];
}

function zoneOf({ topic }: SubscriptionRow): string {
	return topic ? MARKET_ZONES[regionOf(topic.region)] : 'UTC';
}
