import { chunks } from '@dropwire/domain';
import type { Knex, Webhook } from '@dropwire/db';
import type { DiscordPlace } from '@dropwire/contract';

/** Returns where a webhook is at Discord; null while its place is unknown. */
export type Places = (webhook: Webhook) => DiscordPlace | null;

const NOWHERE = { guildId: null, guildName: null, channelId: null, channelName: null, name: null };
/** Ids per statement. */
const CHUNK = 1000;

/**
 * The places of these webhooks, limited to the data that the caller can see.
 * @param seen the guilds whose names the caller can see; null for all
 */
export async function placesOf(
	knex: Knex,
	webhooks: readonly Webhook[],
	seen: readonly string[] | null,
): Promise<Places> {
	const visible = seen && new Set(seen);
	const ids = [...new Set(webhooks.flatMap(({ guildId }) => guildId ?? []))];
	const names = new Map<string, string>();
	for (const some of chunks(ids, CHUNK)) {
		const rows = await knex('guilds').whereIn('guildId', some).select('guildId', 'name');
		for (const row of rows) names.set(row.guildId, row.name);
	}
	return (webhook) => placeOf(webhook, (webhook.guildId && names.get(webhook.guildId)) ?? null, visible);
}

/**
 * Where a webhook is at Discord; null while its place is unknown.
 * @param guildName null for a guild that does not use Dropwire
 * @param visible the guilds whose names the caller can see; null for all
 */
export function placeOf(
	{ guildId, channelId, channelName, name }: Pick<Webhook, 'guildId' | 'channelId' | 'channelName' | 'name'>,
	guildName: string | null,
	visible: ReadonlySet<string> | null,
): DiscordPlace | null {
	if (channelId === null) return null;
	if (visible && (guildId === null || !visible.has(guildId))) return { otherServer: true, ...NOWHERE };
	return { otherServer: false, guildId, guildName, channelId, channelName: channelName || null, name };
}
