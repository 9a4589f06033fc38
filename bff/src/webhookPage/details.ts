import type { WebhookDetails } from '@dropwire/contract';
import { Guild, type Knex, type Subscription, type Vault, type Webhook } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import { loadOptions, webhookUrl } from '@dropwire/engine';
import { placeOf } from '../webhooks/places.ts';
import { presentHealth } from '../webhooks/present.ts';

/** A webhook with all of its subscriptions, oldest first. `topic` and `channel` are fetched. */
export interface WebhookRows {
	knex: Knex;
	webhook: Webhook;
	rows: readonly Subscription[];
}

/** A webhook as its page shows it. Only for operators, since it has the URL. */
export async function presentDetails(vault: Vault, { knex, webhook, rows }: WebhookRows): Promise<WebhookDetails> {
	const ids = [webhook.guildId, ...rows.map(({ channel }) => channel?.guildId)].filter((id) => id != null);
	const guilds = new Map((await Guild.query(knex).findByIds([...new Set(ids)])).map((guild) => [guild.guildId, guild]));
	const own = webhook.guildId === null ? undefined : guilds.get(webhook.guildId);
	return {
		id: String(webhook.id),
		label: labelOf(rows),
		target: maskWebhook(webhook.discordId, webhook.threadId),
		value: webhookUrl(vault, webhook.id, webhook.urlSealed),
		health: presentHealth(webhook),
		place: placeOf(webhook, own?.name ?? null, null),
		image: own?.icon ? `https://cdn.discordapp.com/icons/${own.guildId}/${own.icon}.png` : null,
		subscriptions: rows.map((row) => ({ ...presentRow(row, guilds), options: loadOptions(row, webhook) })),
	};
}

/** The label of the oldest row in an operator group; null if there is none. */
export function labelOf(rows: readonly Subscription[]): string | null {
	return rows.find(({ label }) => label !== null)?.label ?? null;
}

/** The list of a subscription whose `topic` and `channel` are fetched. @param guilds by id */
export function presentRow(
	{ id, topic, label, channel }: Subscription,
	guilds: ReadonlyMap<string, Guild>,
): Omit<WebhookDetails['subscriptions'][number], 'options'> {
	return {
		id: String(id),
		topic: topic
			? {
					brand: topic.brand,
					category: topic.category,
					region: topic.region,
					status: topic.status,
					toolsName: topic.toolsName,
				}
			: null,
		label,
		guild: channel
			? {
					guildId: channel.guildId,
					name: guilds.get(channel.guildId)?.name ?? channel.guildId,
					channelId: String(channel.id),
				}
			: null,
	};
}

/** Where a subscription is, for people: `Nike Shoes Active · US`. */
export function whereOf({ topic }: Subscription): string {
	return topic ? `${topic.toolsName} · ${topic.region}` : 'broadcast list';
}
