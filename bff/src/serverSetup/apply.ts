import { GuildChannel, Place, Subscription, TopicRow, Webhook } from '@dropwire/db';
import { maskWebhook, readWebhookUrl, withThread } from '@dropwire/domain';
import { hashOf, type NewWebhook, resubscribe, storeOptions, subscribeMany, unsubscribe } from '@dropwire/engine';
import type { BotWebhook } from '../discord/bot.ts';
import type { InTransaction } from '../http/context.ts';
import { mustBeOneToken } from '../webhooks/owner.ts';
import { type Step, topicOf } from './plan.ts';
import type { Target } from './targets.ts';

type Call = InTransaction<'serverSetup'>;
type Addition = Extract<Step, { to: Target }>;
/** An addition with its webhook, which exists by now. */
type Resolved = Addition & { webhook: NewWebhook };

/** Makes all changes of a plan, with one row of the audit log for each. The caller holds the guild's lock. */
export async function applySetup(
	call: Call,
	steps: readonly Step[],
	webhooks: ReadonlyMap<string, BotWebhook>,
): Promise<void> {
	const { guildId } = call.input;
	const { knex: trx } = call;
	const { vault } = call.server.db;
	const removed = steps.flatMap((step) => (step.outcome === 'removed' ? [step.link] : []));
	await unsubscribe(
		trx,
		removed.map(({ id }) => id),
	);
	const additions = steps.flatMap((step) => ('to' in step ? [{ ...step, webhook: webhookOf(step, webhooks) }] : []));
	await mustHaveOneTokenEach(call, additions);
	const channels = await addTopics(call, additions);
	for (const { replaces, webhook, options } of additions) {
		if (!replaces) continue;
		const row = await Subscription.query(trx).findById(replaces.id).throwIfNotFound();
		await resubscribe(trx, vault, row, webhook);
		const { columns } = storeOptions(options, row);
		if (columns.options !== row.options) {
			await Subscription.query(trx)
				.findById(row.id)
				.patch({ ...columns, version: row.version + 1 });
		}
	}
	const rows = additions.flatMap((step) => {
		const channel = channels.get(topicOf(step));
		if (step.replaces || !channel) return [];
		return [
			{
				place: Place.channel(channel),
				webhook: step.webhook,
				saved: { ...storeOptions(step.options).columns, version: 1 },
			},
		];
	});
	await subscribeMany(trx, vault, rows);
	await storeFacts(call, additions, webhooks);
	await dropEmptyTopics(call, removed);
	for (const step of steps) {
		const { region, toolsName } = step;
		if (step.outcome === 'removed') {
			const { id, channelId, discordId, threadId } = step.link;
			const before = { id: String(id), region, toolsName, channelId, webhook: maskWebhook(discordId, threadId) };
			call.audit({ target: `guild ${guildId}`, guildId, before });
		} else if ('to' in step) {
			const { id } = webhookOf(step, webhooks);
			const after = { region, toolsName, channelId: step.to.channelId, webhook: maskWebhook(id, step.to.threadId) };
			call.audit({ target: `guild ${guildId}`, guildId, after });
		}
	}
}

function webhookOf({ to }: Addition, webhooks: ReadonlyMap<string, BotWebhook>): NewWebhook {
	if (to.webhook) return to.webhook;
	const { url } = webhooks.get(to.channelId ?? '') as BotWebhook;
	const own = withThread(url, to.threadId);
	return { ...(readWebhookUrl(own) as Omit<NewWebhook, 'url'>), url: own };
}

async function mustHaveOneTokenEach({ input: { guildId }, knex: trx, server }: Call, additions: readonly Resolved[]) {
	const { vault } = server.db;
	const replaces = additions.flatMap((step) => (step.replaces ? [step.replaces.id] : []));
	for (const webhook of distinctWebhooks(additions)) {
		await mustBeOneToken(trx, vault, { owner: { guildId }, field: 'changes', webhook, replaces });
	}
}

/** Adds the topics that the server does not have yet. @returns the server's topics by name */
async function addTopics({ input: { guildId }, knex: trx }: Call, additions: readonly Resolved[]) {
	const wanted = new Set(additions.map(topicOf));
	const topics = (await TopicRow.query(trx)).filter((topic) => wanted.has(topicOf(topic)));
	const createdAt = Date.now();
	if (topics.length > 0) {
		await trx(GuildChannel.tableName)
			.insert(topics.map(({ id }) => ({ guildId, topicId: id, createdAt })))
			.onConflict(['guildId', 'topicId'])
			.ignore();
	}
	const names = new Map(topics.map((topic) => [topic.id, topicOf(topic)]));
	const channels = await GuildChannel.query(trx).where({ guildId });
	return new Map(channels.map((channel) => [names.get(channel.topicId) ?? '', channel]));
}

/** Stores where the webhooks post, as Discord and the bot report it. */
async function storeFacts(
	{ knex: trx, server }: Call,
	additions: readonly Resolved[],
	webhooks: ReadonlyMap<string, BotWebhook>,
): Promise<void> {
	const seen = new Set<string>();
	for (const { to, webhook } of additions) {
		const urlHash = hashOf(server.db.vault, webhook);
		if (!to.facts || seen.has(urlHash)) continue;
		seen.add(urlHash);
		const { name, applicationId } = webhooks.get(to.channelId ?? '') ?? to.facts;
		const { channelName, byBot, ...facts } = to.facts;
		await Webhook.query(trx)
			.findOne({ urlHash })
			.patch({
				...facts,
				name,
				applicationId,
				...(channelName && { channelName }),
				// The bot's webhook stays one when its URL is pasted.
				...(byBot && { byBot }),
				verifiedAt: Date.now(),
			});
	}
}

/** A topic leaves the server with its last link. */
async function dropEmptyTopics(
	{ input: { guildId }, knex: trx }: Call,
	removed: readonly { region: string; toolsName: string }[],
) {
	const names = new Set(removed.map(topicOf));
	if (names.size === 0) return;
	const topics = (await TopicRow.query(trx)).filter((topic) => names.has(topicOf(topic)));
	await GuildChannel.query(trx)
		.where({ guildId })
		.whereIn(
			'topicId',
			topics.map(({ id }) => id),
		)
		.whereNotExists(trx('subscriptions').whereRaw('?? = ??', ['guildChannelId', 'guild_channels.id']))
		.delete();
}

function distinctWebhooks(additions: readonly Resolved[]): NewWebhook[] {
	return [...new Map(additions.map(({ webhook }) => [webhook.id, webhook])).values()];
}
