import type { Database, StoredRow } from '@dropwire/db';
import { EVENT_PERMISSIONS_ADVICE } from '@dropwire/domain';
import type { Logger } from 'pino';
import type { BotAnswer, BotApi } from '../discord/botApi.ts';
import type { Scheduled } from './composeScheduled.ts';
import { type Listed, MAX_EVENTS, type Own, planStored, planSync, type Sync } from './planSync.ts';
import { wantedReleases } from './wantedReleases.ts';

/** Discord's status of an event that was called off (its documentation, "Guild Scheduled Event Status"). */
const CANCELED = 4;
/** Discord's error codes (its documentation, "Opcodes and status codes"). */
const MISSING_PERMISSIONS = 50_013;
const NO_ACCESS: readonly (number | null)[] = [10_004, 50_001];
const FULL = 30_038;
/** The event was deleted, or is over. */
const GONE: readonly (number | null)[] = [10_070, 180_000];

/** The time until a server is compared with Discord again, ms; after an answer that proves nothing. */
const EVERY_MS = 15 * 60_000;
const RETRY_MS = 60_000;
const LONGEST_REASON = 255;

export interface SyncOptions {
	db: Database;
	log: Logger;
	api: BotApi;
	/** The user id of the bot. */
	botId: string;
	/** The origin of the web app; null if it is unknown. */
	publicUrl: string | null;
	/** Whether this process is the one that uses the bot's token. */
	isSender(): boolean;
}

type Guild = Pick<StoredRow<'scheduled_event_guilds'>, 'guildId' | 'active' | 'region' | 'syncAt'>;

/** What follows for a server. */
export interface Outcome {
	/** Why it was turned off, or why some releases have no event. */
	reason: string | null;
	active: boolean;
	/** When it is compared again, epoch ms; null for never. */
	syncAt: number | null;
}

/**
 * Makes a server's events those of its releases, or deletes them. It lists the events before it makes one, and finds its own
 * by their description, so that a killed process never leaves two of one release.
 * @returns null if it is off and has no events left
 */
export async function syncGuild(options: SyncOptions, guild: Guild, now = Date.now()): Promise<Outcome | null> {
	const { knex } = options.db;
	const { guildId } = guild;
	const active = guild.active === 1;
	const stored = await knex('scheduled_events')
		.where({ guildId })
		.select('releaseId', 'eventId', 'version', 'startsAt');
	const dismissed = stored.filter(({ eventId }) => eventId === null).length;
	const { publicUrl, botId } = options;
	const wanted = active ? await wantedReleases(knex, guild, { publicUrl, dismissed, now }) : [];
	const input = { wanted, stored, botId, keepsRunning: active, now };
	const work = new GuildSync(options, guildId, active);
	const plan = planStored(input);
	// A release has changed: an event that it has is changed or deleted by its id. Only a new one could exist already.
	if (active && guild.syncAt === 0 && plan.missing.length === 0) await work.run(plan);
	else {
		const listed = await work.list();
		if (listed) await work.run(planSync({ ...input, listed }));
	}
	return work.outcome;
}

/** One comparison of a server. */
class GuildSync {
	readonly #options: SyncOptions;
	readonly #guildId: string;
	readonly #path: string;
	/** Set when nothing more can be done now. */
	#end: Outcome | undefined;
	readonly #active: boolean;
	#reason: string | null = null;

	constructor(options: SyncOptions, guildId: string, active: boolean) {
		this.#options = options;
		this.#guildId = guildId;
		this.#path = `/guilds/${guildId}/scheduled-events`;
		this.#active = active;
	}

	get outcome(): Outcome | null {
		if (this.#end) return this.#end;
		return this.#active ? { active: true, reason: this.#reason, syncAt: Date.now() + EVERY_MS } : null;
	}

	/** @returns null if nothing more can be done now */
	async list(): Promise<Listed[] | null> {
		const answer = await this.#call('GET', this.#path);
		if (answer?.kind === 'done' && Array.isArray(answer.body)) return answer.body as Listed[];
		return answer && this.#later(RETRY_MS);
	}

	async run({ dismissed, forgotten, superfluous, outdated, missing, withoutSpace }: Sync): Promise<void> {
		await this.#rows().whereIn('releaseId', dismissed).update({ eventId: null });
		await this.#rows().whereIn('releaseId', forgotten).delete();
		const cancelled = await this.#cancelled(superfluous);
		for (const { eventId, releaseId } of superfluous) {
			const path = `${this.#path}/${eventId}`;
			const answer = cancelled.has(releaseId)
				? await this.#call('PATCH', path, { status: CANCELED })
				: await this.#call('DELETE', path);
			if (!answer) return;
			await this.#rows().where({ releaseId, eventId }).delete();
		}
		for (const { eventId, scheduled } of outdated) {
			// Discord can change it without an answer: until there is one, its version is not known.
			await this.#rows().where({ releaseId: scheduled.releaseId }).update({ version: '' });
			const answer = await this.#call('PATCH', `${this.#path}/${eventId}`, scheduled.body);
			if (!answer) return;
			await this.#store(scheduled, answer, eventId);
		}
		for (const scheduled of missing) {
			const answer = await this.#call('POST', this.#path, scheduled.body);
			if (!answer) return;
			if (answer.kind === 'rejected' && answer.code === FULL)
				return this.#noSpace(missing.length - missing.indexOf(scheduled));
			await this.#store(scheduled, answer, null);
		}
		if (withoutSpace > 0) this.#noSpace(withoutSpace);
	}

	#rows() {
		return this.#options.db.knex('scheduled_events').where({ guildId: this.#guildId });
	}

	/** Those of the releases that were called off. */
	async #cancelled(events: readonly Own[]): Promise<ReadonlySet<number>> {
		if (events.length === 0 || !this.#active) return new Set();
		const ids = events.map(({ releaseId }) => releaseId);
		return new Set(await this.#options.db.knex('releases').whereIn('id', ids).whereNotNull('cancelledAt').pluck('id'));
	}

	/** Stores what was written. An event that Discord rejects, or that somebody deleted, is not made again. */
	async #store({ releaseId, version, startsAt }: Scheduled, answer: BotAnswer, known: string | null): Promise<void> {
		const made = answer.kind === 'done' ? (known ?? answer.body['id']) : null;
		const eventId = typeof made === 'string' ? made : null;
		if (answer.kind === 'rejected' && !GONE.includes(answer.code)) {
			this.#reason = clip(`Discord rejected the event of a release: ${answer.reason}`);
			this.#options.log.warn({ guildId: this.#guildId, releaseId, reason: answer.reason }, 'scheduled event rejected');
		}
		const row = { guildId: this.#guildId, releaseId, eventId, version, startsAt };
		await this.#options.db
			.knex('scheduled_events')
			.insert(row)
			.onConflict(['guildId', 'releaseId'])
			.merge(['eventId', 'version', 'startsAt']);
	}

	#noSpace(count: number): void {
		const releases = count === 1 ? '1 release has' : `${count} releases have`;
		this.#reason = `This server has ${MAX_EVENTS} scheduled events, the most that Discord allows: ${releases} none`;
	}

	/** @returns null if nothing more can be done for the server now */
	async #call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<BotAnswer | null> {
		if (!this.#options.isSender()) return this.#later(RETRY_MS);
		const answer = await this.#options.api.call(method, path, body);
		if (answer.kind === 'limited') return this.#later(answer.waitMs);
		if (answer.kind === 'unclear') return this.#later(RETRY_MS);
		if (answer.kind === 'rejected') {
			if (answer.code === MISSING_PERMISSIONS) return this.#turnOff(EVENT_PERMISSIONS_ADVICE);
			if (NO_ACCESS.includes(answer.code)) return this.#turnOff(NOT_HERE);
		}
		return answer;
	}

	#later(ms: number): null {
		this.#end = { active: this.#active, reason: this.#reason, syncAt: Date.now() + ms };
		return null;
	}

	#turnOff(reason: string): null {
		this.#options.log.info({ guildId: this.#guildId, reason }, 'scheduled events turned off');
		this.#end = { active: false, reason, syncAt: null };
		return null;
	}
}

const NOT_HERE = 'The bot is not in this server';

function clip(text: string): string {
	return text.slice(0, LONGEST_REASON);
}
