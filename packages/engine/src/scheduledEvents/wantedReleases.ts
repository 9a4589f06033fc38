import type { Knex, StoredRow } from '@dropwire/db';
import { RELEASE_LIMITS, RELEASES } from '@dropwire/domain';
import { composeScheduled, type Scheduled } from './composeScheduled.ts';
import { MARGIN_MS } from './planSync.ts';

/**
 * The next releases of a server: those of its region, else those of its release topics. A paused server has none.
 * @param dismissed the number of its releases that get no event, which others replace
 */
export async function wantedReleases(
	knex: Knex,
	{ guildId, region }: Pick<StoredRow<'scheduled_event_guilds'>, 'guildId' | 'region'>,
	{ publicUrl, dismissed, now }: { publicUrl: string | null; dismissed: number; now: number },
): Promise<Scheduled[]> {
	if (await knex('guilds').where({ guildId }).whereNotNull('pausedAt').first('guildId')) return [];
	const topics = region === null ? await releaseTopics(knex, guildId) : [];
	if (region === null && topics.length === 0) return [];
	const rows = await knex('releases')
		.where('launchAt', '>', now + MARGIN_MS)
		.where('launchAt', '<=', now + RELEASE_LIMITS.aheadMs)
		.whereNull('cancelledAt')
		.where((own) => {
			if (region === null) void own.whereIn(['brand', 'region'], topics);
			else void own.where({ region });
		})
		.orderBy(['launchAt', 'id'])
		.limit(RELEASE_LIMITS.scheduledEvents + dismissed)
		.select('id', 'brand', 'sku', 'region', 'title', 'url', 'launchAt', 'method', 'entriesUntil', 'price', 'currency');
	return rows.map((release) => composeScheduled(release, publicUrl));
}

/** The brands and regions of a server's release topics. */
async function releaseTopics(knex: Knex, guildId: string): Promise<[string, string][]> {
	const rows: { brand: string; region: string }[] = await knex('guild_channels as c')
		.join('topics as t', 't.id', 'c.topicId')
		.where({ 'c.guildId': guildId, 't.category': RELEASES })
		.select('t.brand', 't.region');
	return rows.map(({ brand, region }) => [brand, region]);
}
