import type { Database, Knex } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';
import { parseWebhookUrl } from '../matching/webhookUrl.ts';
import { webhookUrl } from '../matching/subscriptions.ts';
import type { Job, Lane, Outgoing } from './lane.ts';
import { record } from './record.ts';

/** For how long a claimed webhook is this process's without a word from it, ms. */
export const LEASE_MS = 10_000;
/** Deliveries of one webhook held in memory at a time. */
const JOBS_PER_LANE = 20;
/** Webhooks that one look finds; they are taken a few at a time. */
const FOUND_AT_ONCE = 4000;
/** Ids in one statement, within what both databases take. */
const CHUNK = 5000;
/** Opened URLs kept, so that a webhook is not decrypted for every message. */
const KNOWN_TOKENS = 20_000;

/** Claims webhooks for one process: who holds the lease sends, in order; who stops renewing loses it. */
export class Claims {
	readonly #db: Database;
	readonly #discordUrl: string;
	readonly #worker: string;
	readonly #tokens = new Map<string, string>();
	/** What the last look found due and nobody has taken yet, those with the freshest first. */
	#due: number[] = [];
	#foundAll = true;

	constructor(db: Database, discordUrl: string, worker: string) {
		this.#db = db;
		this.#discordUrl = discordUrl;
		this.#worker = worker;
	}

	/** Takes over what a process of the same embedded database left: it has one writer, so nobody holds a lease. */
	async releaseAll(): Promise<void> {
		await this.#db.knex('webhooks').whereNotNull('claimedBy').update({ claimedBy: null, leaseUntil: 0 });
	}

	/**
	 * Takes up to `most` webhooks that have something due, those with the freshest first.
	 * @param anew looks again for what is due, instead of going on with what the last look found
	 * @returns the webhooks, and whether more may be due
	 */
	async claim(most: number, anew: boolean): Promise<{ lanes: Lane[]; more: boolean }> {
		const now = Date.now();
		if (anew || this.#due.length === 0) {
			this.#due = await this.#findDue(now);
			this.#foundAll = this.#due.length < FOUND_AT_ONCE;
		}
		const more = this.#due.length > most || !this.#foundAll;
		// In the order of their ids, so that processes that take at once do not wait for each other in a circle.
		const candidates = this.#due.splice(0, most).sort((a, b) => a - b);
		if (candidates.length === 0) return { lanes: [], more: false };
		const leaseUntil = now + LEASE_MS;
		const taken = await this.#db.transaction((trx) => this.#take(trx, candidates, now, leaseUntil));
		const jobs = await this.#jobs(taken.map((row) => row.id));
		const lanes = taken.map((row) => {
			const open = jobs.get(row.id) ?? [];
			return {
				webhookId: row.id,
				discordId: row.discordId,
				token: this.#token(row),
				jobs: open,
				more: open.length === JOBS_PER_LANE,
				lost: false,
				wakes: 0,
				leaseUntil,
			};
		});
		return { lanes, more };
	}

	/** The messages that these deliveries send. */
	async messages(ids: readonly number[]): Promise<Map<number, Outgoing>> {
		const found = new Map<number, Outgoing>();
		for (let at = 0; at < ids.length; at += CHUNK) {
			const rows: (Outgoing & { id: number })[] = await this.#db
				.knex('messages')
				.whereIn('id', ids.slice(at, at + CHUNK))
				.select('id', 'body', 'expiresAt', 'seenAt');
			for (const row of rows) found.set(row.id, row);
		}
		return found;
	}

	/** Prolongs the leases of these, where they are still held. @returns the webhooks that are still this process's */
	async renew(webhookIds: readonly number[]): Promise<{ held: Set<number>; leaseUntil: number }> {
		const leaseUntil = Date.now() + LEASE_MS;
		const held = new Set<number>();
		for (let at = 0; at < webhookIds.length; at += CHUNK) {
			const own = () =>
				this.#db
					.knex('webhooks')
					.whereIn('id', webhookIds.slice(at, at + CHUNK))
					.where({ claimedBy: this.#worker });
			await own().update({ leaseUntil });
			for (const id of (await own().pluck('id')) as number[]) held.add(id);
		}
		return { held, leaseUntil };
	}

	/** Gives back everything that this process holds; `pauses` are those that Discord wants left alone for a while. */
	async releaseOwn(pauses: readonly { webhookId: number; pausedUntil: number }[]): Promise<void> {
		const released = pauses.filter(({ pausedUntil }) => pausedUntil > Date.now());
		await record(this.#db, { worker: this.#worker, finished: [], released, dead: [] });
		await this.#db.knex('webhooks').where({ claimedBy: this.#worker }).update({ claimedBy: null, leaseUntil: 0 });
	}

	async #findDue(now: number): Promise<number[]> {
		const rows: { webhookId: number }[] = await this.#db
			.knex('deliveries as d')
			.join('webhooks as w', 'w.id', 'd.webhookId')
			.whereIn('d.status', [...OPEN_STATUSES])
			.where('w.pausedUntil', '<=', now)
			.where('w.leaseUntil', '<=', now)
			.groupBy('d.webhookId')
			.orderByRaw('max(??) desc', ['d.id'])
			.limit(FOUND_AT_ONCE)
			.select('d.webhookId');
		return rows.map((row) => row.webhookId);
	}

	async #take(trx: Knex.Transaction, ids: number[], now: number, leaseUntil: number) {
		const query = trx('webhooks')
			.whereIn('id', ids)
			.where('leaseUntil', '<=', now)
			.where('pausedUntil', '<=', now)
			.select('id', 'discordId', 'urlSealed');
		// The embedded database has one connection, which is lock enough; knex has no such clause for it.
		const taken: { id: number; discordId: string; urlSealed: string }[] = await (this.#db.dialect === 'mysql'
			? query.forUpdate().skipLocked()
			: query);
		const got = taken.map((row) => row.id);
		await trx('webhooks').whereIn('id', got).update({ claimedBy: this.#worker, leaseUntil });
		return taken;
	}

	async #jobs(webhookIds: readonly number[]): Promise<Map<number, Job[]>> {
		const jobs = new Map<number, Job[]>();
		for (const { webhookId, ...job } of await this.#oldestOpen(webhookIds)) {
			const lane = jobs.get(webhookId);
			if (!lane) jobs.set(webhookId, [job]);
			else if (lane.length < JOBS_PER_LANE) lane.push(job);
		}
		return jobs;
	}

	/** What is open for these webhooks, oldest first: all of it, or where it has piled up the first few of each. */
	async #oldestOpen(webhookIds: readonly number[]): Promise<(Job & { webhookId: number })[]> {
		const columns = ['id', 'webhookId', 'messageId', 'attempts', 'reason', 'queuedAt'];
		const open = () =>
			this.#db
				.knex('deliveries')
				.whereIn('webhookId', webhookIds)
				.whereIn('status', [...OPEN_STATUSES])
				.select(...columns);
		const few = webhookIds.length * 2 + JOBS_PER_LANE;
		// Put in order here: asked to, the database walks all deliveries by their id.
		const rows: (Job & { webhookId: number })[] = await open().limit(few);
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

	#token(row: { urlSealed: string }): string | null {
		const known = this.#tokens.get(row.urlSealed);
		if (known !== undefined) return known;
		const token = this.#open(row);
		if (token === null) return null;
		if (this.#tokens.size >= KNOWN_TOKENS) this.#tokens.clear();
		this.#tokens.set(row.urlSealed, token);
		return token;
	}

	#open(row: { urlSealed: string }): string | null {
		try {
			return parseWebhookUrl(webhookUrl(this.#db.vault, row), this.#discordUrl)?.token ?? null;
		} catch {
			// Sealed with another SECRET_KEY: this webhook alone cannot be sent to, and its rows will say so.
			return null;
		}
	}
}
