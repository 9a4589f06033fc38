import type { Database } from '../../connection/open.ts';
import { fillDirectory } from './directory.ts';
import { fillLog } from './log.ts';
import { fillOthers } from './others.ts';
import { createRandom } from './random.ts';

/** Row counts of a grown database. `GROWN` has the size that the product is measured at. */
export interface GrownOptions {
	deliveries: number;
	events: number;
	webhooks: number;
	guilds: number;
	/** The share of the deliveries that were queued within the last hour. */
	lastHour?: number;
	/** Rows of each of the other growing tables: audit, products, watch entries, short URLs, posts and sessions. */
	others?: number;
	/** Guilds to use first. They are the largest ones, so a signed-in test user has data. */
	guildIds?: readonly string[];
	/** The end of the filled time, epoch ms. */
	now?: number;
	seed?: number;
}

export const GROWN = { deliveries: 1_000_000, events: 100_000, webhooks: 10_000, guilds: 500, others: 100_000 };

/**
 * Fills a migrated database with data of thirty days, distributed as in use: few topics, guilds and events have most of
 * the rows, drops reach hundreds of webhooks within a minute, and some webhooks fail, are paused or switched off.
 * Deliveries are open only for paused webhooks, so an engine that runs on the database sends nothing.
 */
export async function fillGrown(db: Database, options: GrownOptions): Promise<void> {
	const { now = Date.now(), seed = 1, lastHour = 0.05, guildIds = [] } = options;
	const { events, deliveries, webhooks, guilds, others = events } = options;
	const random = createRandom(seed);
	// The default cache of 2 MB would read and write each index page many times.
	if (db.dialect === 'sqlite') await db.knex.raw('pragma cache_size = -400000');
	const audience = await fillDirectory(db, random, { webhooks, guilds, guildIds, now });
	const eventIds = await fillLog(db, random, { audience, events, deliveries, lastHour, now });
	await fillOthers(db, random, { rows: others, eventIds, guildIds: audience.guildIds, now });
	if (db.dialect === 'sqlite') await db.knex.raw('pragma cache_size = -2000');
}
