import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import { chunks } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import type { BotApi } from '../discord/botApi.ts';
import { deliver, finish } from './deliver.ts';
import { DirectHold } from './directHold.ts';
import { dueInTurn } from './dueInTurn.ts';
import { holdSender, openingPause, releaseSender, takeOpening, unopened } from './directMessages.ts';
import { continueMatching, isInsideLastEvent } from './matchWatches.ts';
import { Places } from './places.ts';
import { readWanted, type WatchRights } from './wantedWatches.ts';

/** How often to search for notices that are due, ms. Events wake the search. */
const EVERY_MS = 1000;
/** How often the process that sends renews that it does, ms. */
const RENEW_MS = 5000;
/** Rows that are read at a time. */
const BATCH = 500;
/** Notices that are sent before others are searched and matched, and people who are handled at the same time. */
const SENT_TOGETHER = 200;
const AT_ONCE = 32;
/** Slices of watches that are matched before notices are sent. */
const SLICES = 100;
/** How long the confirmation of a first watch waits for its turn, ms. */
const CONFIRMATION_MS = 7 * 86_400_000;

export interface PersonalNoticeOptions extends WatchRights {
	db: Database;
	log: Logger;
	/** This process. */
	worker: string;
	/** Discord with the bot's token; null without the token: then notices expire. */
	api: BotApi | null;
	/** How long a notice is news, ms. */
	maxAgeMs: number;
	/** The budget for opening direct messages with new people in ten minutes. */
	newDirectPer10Minutes: number;
	/** Returns how long direct messages are held back when Discord takes none, by how often in a row, ms. */
	holdPause?: (holds: number) => number;
}

/**
 * Matches events with watches, and sends the notices with the bot's token. One process of all does, which holds a lease in
 * the database: Discord's limits for a bot do not grow with addresses, and one process keeps the order. A message that was
 * sent before its result was recorded is sent again by the next process, and Discord drops it by its nonce.
 */
export class PersonalNotices {
	readonly #options: PersonalNoticeOptions;
	readonly #places: Places | null;
	#isSender = false;
	#jobs: Job[] = [];

	constructor(options: PersonalNoticeOptions) {
		this.#options = options;
		const { db, api, holdPause } = options;
		this.#places = api && new Places(db, api, new DirectHold(db, holdPause));
	}

	start(): void {
		const { log } = this.#options;
		const onError = (error: unknown) => log.error({ err: error }, 'personal notices failed');
		this.#jobs = [
			every(RENEW_MS, () => this.#hold(), { firstMs: RENEW_MS, onError }),
			every(EVERY_MS, (signal) => this.#run(signal), { firstMs: 0, onError }),
		];
	}

	/** Searches for events and notices at once. Call it after queueing. */
	wake(): void {
		void this.#jobs[1]?.now();
	}

	/** Whether this process is the one that uses the bot's token. */
	get isSender(): boolean {
		return this.#isSender;
	}

	async stop(): Promise<void> {
		await Promise.all(this.#jobs.map((job) => job.stop()));
		if (!this.#isSender) return;
		const { db, worker, log } = this.#options;
		// Otherwise the next process sends when the lease has run out.
		await releaseSender(db, worker).catch((error: unknown) =>
			log.warn({ err: error }, 'personal notices: the lease stays'),
		);
	}

	async #hold(): Promise<void> {
		this.#isSender = await holdSender(this.#options.db, this.#options.worker);
	}

	async #run(signal: AbortSignal): Promise<void> {
		if (!this.#isSender) await this.#hold();
		let isMore = true;
		while (isMore && this.#isSender && !signal.aborted) {
			isMore = await this.#match();
			const now = Date.now();
			isMore = (await expire(this.#options, now)) || isMore;
			if (this.#places) isMore = (await this.#sendDue(this.#places, signal)) || isMore;
			// The embedded database answers without the event loop: everything else gets its turn here.
			await setImmediate();
		}
	}

	/**
	 * Matches what waits, within bounds, so that notices of one moment are sent together; of one event that many watch only the next
	 * ones, so that the first notices do not wait for the last.
	 * @returns whether there may be more
	 */
	async #match(): Promise<boolean> {
		for (let slice = 0; slice < SLICES; slice++) {
			if (!(await continueMatching(this.#options.db))) return false;
			// Messages to channels go first.
			await setImmediate();
			if (await isInsideLastEvent(this.#options.db)) return true;
		}
		return true;
	}

	/** @returns whether there may be more that can be sent now */
	async #sendDue(places: Places, signal: AbortSignal): Promise<boolean> {
		if (places.isPaused) return false;
		const { knex } = this.#options.db;
		const { people, isMore } = await dueInTurn(knex, Date.now(), SENT_TOGETHER, places.isDirectHeld);
		const waiting = people.values();
		let done = 0;
		const work = async () => {
			for (const discordId of waiting) {
				if (signal.aborted || !this.#isSender || places.isPaused) return;
				if (await this.#deliver(places, discordId)) done++;
			}
		};
		await Promise.all([this.#openSome(places, signal), ...Array.from({ length: AT_ONCE }, work)]);
		return isMore && done > 0;
	}

	/** @returns false if nothing could be done */
	async #deliver(places: Places, discordId: string): Promise<boolean> {
		const { log } = this.#options;
		try {
			return await deliver({ ...this.#options, places }, discordId);
		} catch (error) {
			// The others get theirs: it is tried again with the next search.
			log.error({ err: error }, 'the notices of a person could not be sent');
			return false;
		}
	}

	/** Opens direct messages with the people who have waited longest, as far as the budget goes. */
	async #openSome(places: Places, signal: AbortSignal): Promise<void> {
		const { db, log, newDirectPer10Minutes } = this.#options;
		const { knex } = db;
		const waiting: { discordId: string }[] = await unopened(knex, Date.now())
			.orderBy('n.id')
			.limit(BATCH)
			.select('n.discordId');
		for (const discordId of new Set(waiting.map((row) => row.discordId))) {
			if (signal.aborted || !this.#isSender || !places.canOpen) return;
			if (!(await db.transaction((trx) => takeOpening(trx, 'watch', newDirectPer10Minutes)))) return;
			const place = await knex('watch_places').where({ discordId }).first();
			if (!place) continue;
			if (!(await places.open(place))) {
				const pause = await openingPause(knex, Date.now());
				if (pause) log.warn(pause, 'Discord lets the application open no direct messages');
				return;
			}
			await this.#deliver(places, discordId);
		}
	}
}

/**
 * Expires the notices that waited too long, and counts them for the next one. Those that would not have been sent are dropped.
 * @returns whether there may be more
 */
async function expire(options: PersonalNoticeOptions, now: number): Promise<boolean> {
	const { db, maxAgeMs } = options;
	const old = await db
		.knex('watch_notices')
		.where({ status: 'queued' })
		.where('queuedAt', '<=', now - maxAgeMs)
		.where((some) => void some.whereNotNull('eventId').orWhere('queuedAt', '<=', now - CONFIRMATION_MS))
		.orderBy('id')
		.limit(BATCH)
		.select('id', 'discordId', 'watchId', 'eventId', 'editOf');
	if (old.length === 0) return false;
	const ofEvents = old.filter(({ eventId }) => eventId !== null);
	const dropped = new Map<number, string | null>();
	for (const people of chunks([...Map.groupBy(ofEvents, (notice) => notice.discordId)], AT_ONCE)) {
		const find = async ([discordId, own]: (typeof people)[number]) => {
			const watchIds = own.flatMap(({ watchId }) => watchId ?? []);
			const { wanted, unwanted } = await readWanted(db.knex, discordId, watchIds, options, now);
			for (const { id, watchId } of own) {
				if (!wanted.has(watchId ?? 0)) dropped.set(id, unwanted.get(watchId ?? 0) ?? null);
			}
		};
		await Promise.all(people.map(find));
		// Messages to channels go first.
		await setImmediate();
	}
	const expired = old.filter(({ id }) => !dropped.has(id));
	const missed = expired.filter(({ eventId, editOf }) => eventId !== null && editOf === null);
	await db.transaction(async (trx) => {
		for (const [reason, same] of Map.groupBy(dropped, ([, why]) => why)) {
			const ids = same.map(([id]) => id);
			await finish(trx, ids, { status: 'dropped', reason });
		}
		const ids = expired.map(({ id }) => id);
		await finish(trx, ids, { status: 'expired', reason: EXPIRED });
		for (const [discordId, own] of Map.groupBy(missed, (notice) => notice.discordId)) {
			await trx('watch_places').where({ discordId }).increment('missed', own.length);
		}
	});
	return old.length === BATCH;
}

const EXPIRED = 'It waited for longer than notices are news';
