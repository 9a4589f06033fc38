import {
	ApiError,
	FORUM_POST_NAME,
	isRejectedByDiscord,
	type Link,
	type SubscriptionOptions,
	threadIdOf,
} from '@dropwire/contract';
import type { User } from 'discord.js';
import type { BotContext } from '../context.ts';
import { howToGrant, missingIn } from '../discord/permissions.ts';
import { UserError } from '../userError.ts';
import { type OurWebhook, ourWebhook } from '../webhooks/ourWebhook.ts';
import { sendWebhooks } from '../webhooks/report.ts';
import { deleteUnused } from '../webhooks/deleteUnused.ts';
import { isForum } from '../webhooks/linkable.ts';
import { type Linked, storeLink, type Topic } from './storeLink.ts';
import { withTags } from './forumTags.ts';
import type { Target } from './target.ts';

/** What became of one topic. */
export type Outcome = { topic: Topic } & ({ linked: Linked } | { error: unknown });

/** The command or button; its id makes the requests idempotent. */
interface Origin {
	id: string;
	user: User;
}

/**
 * Links a channel or thread to a topic.
 * @throws UserError, ApiError or DiscordAPIError
 */
export async function linkChannel(
	bot: BotContext,
	target: Target,
	topic: Topic,
	origin: Origin,
	options: SubscriptionOptions = {},
): Promise<Linked> {
	const [outcome] = await linkTopics(bot, target, [topic], origin, options);
	if (outcome && 'linked' in outcome) return outcome.linked;
	throw outcome?.error;
}

/**
 * Links a channel or thread to topics with the bot's webhook in that channel, and continues with the next topic if the
 * channel already gets one. Another failure ends the work, and what it left at Discord is undone: a webhook that no link
 * uses is deleted, and a link that may have been stored is canceled.
 * @returns one outcome per topic, up to the first failure
 * @throws UserError, ApiError or DiscordAPIError if not even the first topic could be tried
 */
export async function linkTopics(
	bot: BotContext,
	target: Target,
	topics: readonly Topic[],
	{ id, user }: Origin,
	options: SubscriptionOptions = {},
): Promise<Outcome[]> {
	const { channel } = target;
	const missing = missingIn(channel);
	if (missing.length > 0) throw new UserError((t) => howToGrant(t, channel.id, missing));
	const { guild } = channel;
	const timeout = topics.length > 1 ? 'setup' : 'command';
	return bot.locks.channel.run(channel.id, async () => {
		// This comes first: if the BFF does not respond, there is nothing to undo at Discord.
		const before = await bot.server.as(user.id).linkList({ guildId: guild.id });
		// Before anything is made: the forum can lack a tag that it requires.
		const optionsOf = new Map(
			topics.map((topic) => [topic, { ...options, thread: placeOf(target, topic, before.data) }]),
		);
		const rejected = before.data.filter(({ health }) => isRejectedByDiscord(health.offReason));
		const rejectedIds = new Set(rejected.map(({ webhookId }) => webhookId));
		const find = (not: ReadonlySet<string>) => ourWebhook(bot, channel, `/link by ${user.username}`, not);
		const webhook = await find(rejectedIds);
		const outcomes = await linkWith(webhook, id);
		const [first] = outcomes;
		if (!first || !('error' in first) || !isUnusable(first.error)) return outcomes;
		return linkWith(await find(new Set([...rejectedIds, webhook.id])), `${id}-again`);

		async function linkWith(webhook: OurWebhook, id: string): Promise<Outcome[]> {
			const outcomes: Outcome[] = [];
			await orDeleteWebhook(bot, guild.id, webhook, async () => {
				const exists = ({ webhookId }: Link) => webhook.inChannel.includes(webhookId);
				const active = before.data.filter(({ health }) => health.active);
				// Links whose deleted webhook was not noticed are reported first, so that storing the new webhook repairs
				// them.
				if (active.some((link) => link.channelId === channel.id && !exists(link))) {
					await sendWebhooks(bot, channel, webhook.inChannel, { timeout: 'command' });
				}
				for (const [n, topic] of topics.entries()) {
					// The BFF compares channels. A webhook pasted into the dashboard has no channel there, so this compares
					// its id.
					const all = optionsOf.get(topic) ?? options;
					const pasted = active.some((link) => link.channelId === null && isSame(link, topic, all) && exists(link));
					const key = n === 0 ? id : `${id}-${n}`;
					const work = pasted
						? Promise.reject(alreadyGets(channel.id, topic))
						: storeLink(bot, { guild, channel, topic, webhook, actor: user.id, key, options: all, timeout });
					const outcome = await work.then(
						(linked): Outcome => ({ topic, linked }),
						(error: unknown): Outcome => ({ topic, error }),
					);
					outcomes.push(outcome);
					if ('error' in outcome && !alreadyLinked(outcome.error)) break;
				}
				const failed = outcomes.find((outcome) => 'error' in outcome);
				if (failed && !outcomes.some((outcome) => 'linked' in outcome)) throw failed.error;
			}).catch((error: unknown) => {
				if (outcomes.length === 0) throw error;
			});
			return outcomes;
		}
	});
}

/**
 * The place of a topic's messages. A forum accepts none outside of its posts: they keep the name and tags that a link of
 * the topic has, unless the user has chosen a name.
 * @throws UserError if the forum requires a tag and has none for the brand
 */
function placeOf({ channel, thread }: Target, topic: Topic, links: readonly Link[]): Target['thread'] {
	if (!isForum(channel) || threadIdOf({ thread }) !== null) return thread;
	const old = links.findLast((link) => link.channelId === channel.id && isSame(link, topic, {}));
	return withTags(channel, { name: FORUM_POST_NAME, ...old?.options.thread, ...thread }, topic);
}

/** Whether the server does not save this webhook: it is deleting it, because its last link was removed a moment ago. */
function isUnusable(error: unknown): boolean {
	return error instanceof ApiError && error.code === 'conflict' && error.fields['webHook'] !== undefined;
}

function alreadyGets(channel: string, { toolsName: topic, region }: Topic): UserError {
	return new UserError((t) => t('deny.already', { channel, topic, region }));
}

/** Whether a topic was not linked because the channel already gets it. */
export function alreadyLinked(error: unknown): boolean {
	return error instanceof UserError || (error instanceof ApiError && error.code === 'conflict');
}

function isSame(link: Link, { region, toolsName }: Topic, options: SubscriptionOptions): boolean {
	return link.region === region && link.toolsName === toolsName && threadIdOf(link.options) === threadIdOf(options);
}

/**
 * Runs the work that needed a new webhook, and deletes the webhook if the work fails and no link uses it. The caller holds
 * the channel's lock.
 */
export async function orDeleteWebhook<T>(
	bot: BotContext,
	guildId: string,
	webhook: Pick<OurWebhook, 'id' | 'created'>,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (webhook.created) await deleteUnused(bot, guildId, webhook.id);
		throw error;
	}
}
