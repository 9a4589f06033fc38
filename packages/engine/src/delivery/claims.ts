import { type Database, databaseClock, type Knex, type Message, type MessageKind, openDeliveries } from '@dropwire/db';
import { chunks, type WebhookAddress } from '@dropwire/domain';
import { MAX_WEBHOOK_WAIT_MS } from '../discord/answers.ts';
import { FRESH_FOR, type Overlay, postNameOf, type WebhookBody } from '../message/body.ts';
import { openAddress } from '../webhooks/subscriptions.ts';
import type { DatabaseTime } from './databaseTime.ts';
import { findTargets } from './edits.ts';
import { type DueWebhook, roundRobin } from './fairQueue.ts';
import { findPosts } from './forumPosts.ts';
import { encodeBody, type EncodedBody, type Job, type Lane, LEASE_MS, leaseFromNow, type Outgoing } from './lane.ts';

/** The maximum number of deliveries per webhook held in memory. */
const JOBS_PER_LANE = 20;
/** The maximum number of webhooks per search; they are claimed in smaller groups. */
const FOUND_AT_ONCE = 4000;
/** IDs per statement, within the limits of both databases. */
const CHUNK = 5000;
/** The maximum number of cached addresses. Caching avoids decrypting a webhook's URL for every message. */
const CACHED_ADDRESSES = 20_000;
/**
 * The longest plausible delay, ms. Retries wait at most a minute and edits 270 s, so a longer delay means that the clock
 * was set back.
 */
const LONGEST_WAIT_MS = 330_000;

/**
 * Claims webhooks for one process: the process that holds the lease sends the webhook's messages in order. Only
 * unclaimed webhooks can be claimed; `Leases` frees webhooks whose process died. Leases and pauses use only the
 * database's clock.
 */
export class Claims {
	readonly #db: Database;
	readonly #discordUrl: string;
	readonly #worker: string;
	readonly #time: DatabaseTime;
	readonly #application: string | null;
	readonly #clock: Knex.Raw;
	readonly #longestPause: Knex.Raw;
	/** The reminders that were loaded and have not expired: when they expire by the database's clock, and by this process's. */
	readonly #reminders = new Map<number, { expiresAt: number; staleAt: number }>();
	readonly #addresses = new Map<number, { urlSealed: string; address: WebhookAddress }>();
	/**
	 * Due webhooks from the latest search that no process has claimed. Owners take turns; each owner's newest messages
	 * come first.
	 */
	#due: number[] = [];
	#foundAll = true;

	/** @param application the id of the application whose webhooks get buttons; null for none */
	constructor(db: Database, discordUrl: string, worker: string, time: DatabaseTime, application: string | null = null) {
		this.#db = db;
		this.#discordUrl = discordUrl;
		this.#worker = worker;
		this.#time = time;
		this.#application = application;
		this.#clock = databaseClock(db);
		this.#longestPause = db.knex.raw('? + ?', [this.#clock, MAX_WEBHOOK_WAIT_MS]);
	}

	/**
	 * Claims up to `max` webhooks with due deliveries, newest deliveries first.
	 * @param again searches for due webhooks instead of continuing with the results of the last search
	 * @returns the webhooks, and whether more may be due
	 */
	async claim(max: number, again: boolean): Promise<{ lanes: Lane[]; more: boolean }> {
		if (again || this.#due.length === 0) {
			const found = await this.#findDue();
			this.#foundAll = found.length < FOUND_AT_ONCE;
			this.#due = roundRobin(found);
		}
		const more = this.#due.length > max || !this.#foundAll;
		// Sorted by ID, so that processes that claim at the same time do not deadlock.
		const candidates = this.#due.splice(0, max).sort((a, b) => a - b);
		if (candidates.length === 0) return { lanes: [], more: false };
		// A power failure ends the embedded database's only engine, and the next one frees all claims.
		const { taken, leaseEnd } = await this.#db.transaction((trx) => this.#take(trx, candidates), { durable: false });
		const jobs = await this.#jobs(taken.map((row) => row.id));
		const lanes = taken.map((row) => {
			const open = jobs.get(row.id) ?? [];
			const address = this.#address(row);
			return {
				webhookId: row.id,
				discordId: row.discordId,
				token: address?.token ?? null,
				threadId: address?.threadId ?? null,
				hasButtons: row.applicationId !== null && row.applicationId === this.#application,
				jobs: open,
				more: open.length === JOBS_PER_LANE,
				lost: false,
				off: false,
				passedOver: false,
				wakes: 0,
				leaseEnd,
			};
		});
		return { lanes, more };
	}

	/** Loads the messages of these webhooks' deliveries. */
	async loadMessages(lanes: readonly Lane[]): Promise<void> {
		const jobs = lanes.flatMap((lane) => lane.jobs);
		if (jobs.length === 0) return;
		const now = await this.#time.read();
		/** By when a delivery was queued, epoch ms. */
		const found = new Map<number, (queuedAt: number) => Outgoing>();
		for (const some of chunks([...new Set(jobs.map(({ messageId }) => messageId))], CHUNK)) {
			const rows: StoredMessage[] = await this.#db
				.knex('messages')
				.whereIn('id', some)
				.select('id', 'eventId', 'kind', 'body', 'edits', 'continues', 'queuedAt', 'expiresAt', 'seenAt');
			for (const { id, kind, body, edits, continues, queuedAt, expiresAt, seenAt, eventId } of rows) {
				const postName = postNameIn(kind, body);
				const content = { body: encodeBody(body), edits: parseEdits(edits), continues, postName, eventId };
				const until = (end: number, since: number) => {
					const staleAt = now.at + this.#time.freshForMs(end, FRESH_FOR[kind], now);
					if (kind === 'REMINDER') this.#reminders.set(id, { expiresAt, staleAt });
					return { ...content, staleAt, seenAt: since };
				};
				const message = until(expiresAt, seenAt);
				// Only a delivery that is sent again was queued later than its message: it alone gets that much longer, and its
				// delay counts from then.
				found.set(id, (again) => (again > queuedAt ? until(expiresAt + again - queuedAt, again) : message));
			}
		}
		for (const job of jobs) job.message = found.get(job.messageId)?.(job.queuedAt) ?? null;
	}

	/** The loaded reminders that were withdrawn since, in whole or in part: that changes when they expire. */
	async withdrawnReminders(): Promise<ReadonlySet<number>> {
		for (const [id, { staleAt }] of this.#reminders) if (staleAt < performance.now()) this.#reminders.delete(id);
		if (this.#reminders.size === 0) return new Set();
		const rows: Pick<Message, 'id' | 'expiresAt'>[] = await this.#db
			.knex('messages')
			.whereIn('id', [...this.#reminders.keys()])
			.select('id', 'expiresAt');
		const withdrawn = new Set<number>();
		for (const { id, expiresAt } of rows) {
			const known = this.#reminders.get(id);
			if (!known || known.expiresAt === expiresAt) continue;
			known.expiresAt = expiresAt;
			withdrawn.add(id);
		}
		return withdrawn;
	}

	/** Releases all webhooks that this process holds. */
	async releaseOwn(): Promise<void> {
		await this.#db.transaction((trx) =>
			trx('webhooks').where({ claimedBy: this.#worker }).update({ claimedBy: null, leaseUntil: 0 }),
		);
	}

	async #findDue(): Promise<DueWebhook[]> {
		const paused = await this.#pausedEdits();
		return (
			openDeliveries(this.#db.knex, 'd')
				// Both databases keep the order of this join.
				.joinRaw(`${this.#db.dialect === 'mysql' ? 'straight_join' : 'cross join'} ?? as ?? on ?? = ??`, [
					'webhooks',
					'w',
					'w.id',
					'd.webhookId',
				])
				.whereNull('w.claimedBy')
				.where((webhook) => this.#notPaused(webhook, 'w.'))
				.where((delivery) => {
					void delivery
						.where('d.notBefore', '<=', this.#clock)
						.orWhereRaw('d.?? > ? + ?', ['notBefore', this.#clock, LONGEST_WAIT_MS]);
				})
				.where((delivery) => withoutEdits(delivery, paused, 'd.'))
				.groupBy('d.webhookId')
				.orderByRaw('max(??) desc', ['d.id'])
				.limit(FOUND_AT_ONCE)
				.select('d.webhookId')
				.max({ guildId: 'd.guildId' })
		);
	}

	/**
	 * Excludes paused webhooks. A pause that starts in the future dates from before the clock was set back, so it is
	 * ignored; one that is longer than any ends when the longest would.
	 */
	#notPaused(query: Knex.QueryBuilder, prefix = ''): void {
		const [until, began] = [`${prefix}pausedUntil`, `${prefix}pausedAt`];
		void query
			.where(until, '<=', this.#clock)
			.orWhere(began, '>', this.#clock)
			.orWhere((tooLong) => {
				void tooLong
					.where(until, '>', this.#longestPause)
					.whereRaw('?? + ? <= ?', [began, MAX_WEBHOOK_WAIT_MS, this.#clock]);
			});
	}

	/** The webhooks whose edits wait: few, found by the index of this column, where all others have 0. */
	#pausedEdits(): Promise<number[]> {
		return (
			this.#db
				.knex('webhooks')
				// SQLite's index has no others, and SQLite uses it only for a condition with the same text.
				.whereRaw('?? > 0', ['editsPausedUntil'])
				.where('editsPausedUntil', '>', this.#clock)
				// A longer one dates from before the clock was set back.
				.where('editsPausedUntil', '<=', this.#longestPause)
				.pluck('id')
		);
	}

	async #take(trx: Knex.Transaction, ids: number[]) {
		const query = trx('webhooks')
			.whereIn('id', ids)
			.whereNull('claimedBy')
			.where((webhook) => this.#notPaused(webhook))
			.select('id', 'discordId', 'urlSealed', 'applicationId');
		// The embedded database has a single connection and needs no lock; knex does not support this clause for it.
		const taken: { id: number; discordId: string; urlSealed: string; applicationId: string | null }[] = await (this.#db
			.dialect === 'mysql'
			? query.forUpdate().skipLocked()
			: query);
		const got = taken.map((row) => row.id);
		const lease = { claimedBy: this.#worker, leaseUntil: trx.raw('? + ?', [this.#clock, LEASE_MS]) };
		// Not before the transaction: a slow database would use it up.
		const leaseEnd = leaseFromNow();
		await trx('webhooks').whereIn('id', got).update(lease);
		return { taken, leaseEnd };
	}

	async #jobs(webhookIds: readonly number[]): Promise<Map<number, Job[]>> {
		const jobs = new Map<number, Job[]>();
		for (const { webhookId, overlay, ...row } of await this.#oldestOpen(webhookIds)) {
			const lane = jobs.get(webhookId);
			const posts = { postId: null, productPost: null };
			const unknown = { message: null, edited: null, repeats: false, target: null, without: [] };
			const job: Job = { ...row, ...unknown, ...posts, overlay: overlay === null ? null : parseOverlay(overlay) };
			if (!lane) jobs.set(webhookId, [job]);
			else if (lane.length < JOBS_PER_LANE) lane.push(job);
		}
		await findTargets(this.#db, [...jobs.values()].flat());
		await findPosts(this.#db, jobs);
		return jobs;
	}

	/**
	 * The due deliveries of these webhooks, oldest first: all of them or, if there are many, the first few per webhook.
	 */
	async #oldestOpen(webhookIds: readonly number[]): Promise<OpenDelivery[]> {
		const paused = await this.#pausedEdits();
		const columns = [
			'id',
			'webhookId',
			'messageId',
			'attempts',
			'reason',
			'queuedAt',
			'guildId',
			'failingSince',
			'editOf',
			'overlay',
		];
		const open = () =>
			openDeliveries(this.#db.knex)
				.whereIn('webhookId', webhookIds)
				.where((delivery) => {
					void delivery
						.where('notBefore', '<=', this.#clock)
						.orWhereRaw('?? > ? + ?', ['notBefore', this.#clock, LONGEST_WAIT_MS]);
				})
				.where((delivery) => withoutEdits(delivery, paused))
				.select(...columns);
		const few = webhookIds.length * 2 + JOBS_PER_LANE;
		// Sorted in memory: with ORDER BY, the database would scan all deliveries by ID.
		const rows: OpenDelivery[] = await open().limit(few);
		if (rows.length < few) return rows.sort((a, b) => a.id - b.id);
		const ranked = open().rowNumber('place', (over) => {
			void over.partitionBy('webhookId').orderBy('id');
		});
		return this.#db.knex
			.from(ranked.as('ranked'))
			.where('place', '<=', JOBS_PER_LANE)
			.orderBy('id')
			.select(...columns);
	}

	#address(row: { id: number; urlSealed: string }): WebhookAddress | null {
		const cached = this.#addresses.get(row.id);
		if (cached?.urlSealed === row.urlSealed) return cached.address;
		const address = openAddress(this.#db.vault, row.id, row.urlSealed, this.#discordUrl);
		if (address === null) return null;
		if (this.#addresses.size >= CACHED_ADDRESSES) this.#addresses.clear();
		this.#addresses.set(row.id, { urlSealed: row.urlSealed, address });
		return address;
	}
}

type OpenDelivery = Omit<
	Job,
	'message' | 'edited' | 'repeats' | 'target' | 'overlay' | 'postId' | 'productPost' | 'without'
> & {
	webhookId: number;
	overlay: string | null;
};

type StoredMessage = Pick<
	Message,
	'id' | 'eventId' | 'kind' | 'body' | 'edits' | 'continues' | 'queuedAt' | 'expiresAt' | 'seenAt'
>;

function parseEdits(edits: string | null): ReadonlyMap<number, EncodedBody> {
	const bodies = Object.entries(edits === null ? {} : (JSON.parse(edits) as Record<string, WebhookBody>));
	return new Map(bodies.map(([messageId, body]) => [Number(messageId), encodeBody(JSON.stringify(body))]));
}

/** The name of a message's post in a forum for which nothing names one: an announcement or a notice is not about a product. */
function postNameIn(kind: MessageKind, body: string): string | null {
	if (kind === 'EVENT' || kind === 'TEST' || kind === 'REMINDER') return null;
	const title = (JSON.parse(body) as Partial<WebhookBody>).embeds?.[0]?.title;
	return title === undefined ? null : postNameOf(title);
}

function parseOverlay(overlay: string): Overlay {
	return JSON.parse(overlay) as Overlay;
}

/** Excludes the edits of webhooks whose edits wait. */
function withoutEdits(query: Knex.QueryBuilder, paused: readonly number[], prefix = ''): void {
	if (paused.length > 0) void query.whereNull(`${prefix}editOf`).orWhereNotIn(`${prefix}webhookId`, [...paused]);
}
