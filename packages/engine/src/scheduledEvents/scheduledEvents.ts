import type { StoredRow } from '@dropwire/db';
import { RELEASES } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import { syncGuild, type SyncOptions } from './syncGuild.ts';

/** How often to look for what is due, ms. */
const EVERY_MS = 1000;
/** A change is read again after this time, ms: others may have been committed after it. */
const SETTLED_MS = 5000;
/** How far back the changes are read of which another process may not have seen the last, ms. */
const LOOK_BACK_MS = 20 * 60_000;
/** Servers that are read at a time, and those that are compared at the same time. */
const BATCH = 100;
const AT_ONCE = 8;
/** A comparison that was interrupted is repeated after this time, ms. */
const INTERRUPTED_MS = 30_000;
/** What is due, from the ends of two indexes. */
const STATE = `select (select max(changedAt) from releases) as releasesAt,
	(select min(syncAt) from scheduled_event_guilds) as syncAt`;

/**
 * Keeps Discord's scheduled events of servers in step with releases, in the process that uses the bot's token. It
 * compares the servers of a changed release, and each server every 15 minutes, which finds what was changed in Discord.
 */
export class ScheduledEvents {
	readonly #options: Omit<SyncOptions, 'botId'>;
	#job: Job | undefined;
	#botId: string | undefined;
	/** The last change of a release that was seen; null before the first. */
	#releasesAt: number | null = null;
	/** Changes since `since` are read once more at this time. */
	#again: { at: number; since: number } | null = null;

	constructor(options: Omit<SyncOptions, 'botId'>) {
		this.#options = options;
	}

	start(): void {
		const { log, isSender } = this.#options;
		this.#job = every(EVERY_MS, (signal) => this.#run(signal), {
			firstMs: 0,
			only: isSender,
			onError: (error) => log.error({ err: error }, 'keeping scheduled events failed'),
		});
	}

	/** Looks for what is due at once. Call it after a change of the settings. */
	wake(): void {
		void this.#job?.now();
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
	}

	async #run(signal: AbortSignal): Promise<void> {
		const { db } = this.#options;
		const [state] = await db.read<{ releasesAt: number | null; syncAt: number | null }>(STATE, []);
		if (!state || state.syncAt === null) return;
		await this.#markChanged(state.releasesAt, Date.now());
		const guilds = await db
			.knex('scheduled_event_guilds')
			.where('syncAt', '<=', Date.now())
			.orderBy('syncAt')
			.limit(BATCH)
			.select('guildId', 'active', 'region', 'syncAt');
		const botId = guilds.length === 0 ? undefined : await this.#readBotId();
		if (botId === undefined) return;
		const open = guilds.values();
		const work = async () => {
			for (const guild of open) if (!signal.aborted) await this.#sync(guild, botId);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	}

	/** Makes the servers due that a changed release can concern. */
	async #markChanged(releasesAt: number | null, now: number): Promise<void> {
		if (releasesAt !== null && releasesAt !== this.#releasesAt) {
			const since = (this.#releasesAt ?? now - LOOK_BACK_MS) - SETTLED_MS;
			await this.#mark(since);
			this.#releasesAt = releasesAt;
			this.#again = { at: now + SETTLED_MS, since: Math.min(since, this.#again?.since ?? since) };
		} else if (this.#again && this.#again.at <= now) {
			await this.#mark(this.#again.since);
			this.#again = null;
		}
	}

	async #mark(since: number): Promise<void> {
		const { knex } = this.#options.db;
		const changed = await knex('releases').where('changedAt', '>=', since).distinct('brand', 'region');
		if (changed.length === 0) return;
		const places = changed.map(({ brand, region }) => [brand, region]);
		const regions = [...new Set(changed.map(({ region }) => region))];
		const withTopics = knex('guild_channels as c')
			.join('topics as t', 't.id', 'c.topicId')
			.where('t.category', RELEASES)
			.whereIn(['t.brand', 't.region'], places)
			.select('c.guildId');
		await knex('scheduled_event_guilds')
			.where({ active: 1 })
			.where((own) => {
				void own
					.whereIn('region', regions)
					.orWhere((topics) => void topics.whereNull('region').whereIn('guildId', withTopics));
			})
			.update({ syncAt: 0 });
	}

	/** A setting that is changed during the comparison makes the server due again. */
	async #sync(
		guild: Pick<StoredRow<'scheduled_event_guilds'>, 'guildId' | 'active' | 'region' | 'syncAt'>,
		botId: string,
	): Promise<void> {
		const { db, log } = this.#options;
		const { guildId, syncAt } = guild;
		const until = Date.now() + INTERRUPTED_MS;
		const rows = (at: number | null) => db.knex('scheduled_event_guilds').where({ guildId, syncAt: at });
		if ((await rows(syncAt).update({ syncAt: until })) === 0) return;
		try {
			const outcome = await syncGuild({ ...this.#options, botId }, guild);
			if (outcome) await rows(until).update({ ...outcome });
			else if ((await rows(until).delete()) > 0) await db.knex('scheduled_events').where({ guildId }).delete();
		} catch (error) {
			// The others are compared: this one again after a while.
			log.error({ err: error, guildId }, 'the scheduled events of a server could not be compared');
		}
	}

	/** @returns undefined if Discord does not answer now */
	async #readBotId(): Promise<string | undefined> {
		if (this.#botId !== undefined) return this.#botId;
		const answer = await this.#options.api.call('GET', '/applications/@me');
		if (answer.kind !== 'done') return undefined;
		const { id, bot } = answer.body as { id?: string; bot?: { id?: string } };
		return (this.#botId = bot?.id ?? id);
	}
}
