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

	constructor(db: Database, discordUrl: string, worker: string) {
		this.#db = db;
		this.#discordUrl = discordUrl;
		this.#worker = worker;
	}

	/** Takes over what a process of the same embedded database left: it has one writer, so nobody holds a lease. */
	async releaseAll(): Promise<void> {
		await this.#db.knex('webhooks').whereNotNull('claimedBy').update({ claimedBy: null, leaseUntil: 0 });
	}

	/** Up to `most` webhooks that have something due, those with the freshest first. */
	async claim(most: number): Promise<Lane[]> {
		const now = Date.now();
		const candidates = await this.#candidates(now, most);
		if (candidates.length === 0) return [];
		const leaseUntil = now + LEASE_MS;
		const taken = await this.#db.transaction((trx) => this.#take(trx, candidates, now, leaseUntil));
		const jobs = await this.#jobs(taken.map((row) => row.id));
		return taken.map((row) => {
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

	async #candidates(now: number, most: number): Promise<number[]> {
		const rows: { webhookId: number }[] = await this.#db
			.knex('deliveries as d')
			.join('webhooks as w', 'w.id', 'd.webhookId')
			.whereIn('d.status', [...OPEN_STATUSES])
			.where('w.pausedUntil', '<=', now)
			.where('w.leaseUntil', '<=', now)
			.groupBy('d.webhookId')
			.orderByRaw('max(??) desc', ['d.id'])
			.limit(most)
			.select('d.webhookId');
		return rows.map((row) => row.webhookId).sort((a, b) => a - b);
	}

	async #take(trx: Knex.Transaction, ids: number[], now: number, leaseUntil: number) {
		const taken: { id: number; discordId: string; urlSealed: string }[] = [];
		for (let at = 0; at < ids.length; at += CHUNK) {
			const query = trx('webhooks')
				.whereIn('id', ids.slice(at, at + CHUNK))
				.where('leaseUntil', '<=', now)
				.select('id', 'discordId', 'urlSealed');
			// The embedded database has one connection, which is lock enough; knex has no such clause for it.
			const rows: typeof taken = await (this.#db.dialect === 'mysql' ? query.forUpdate().skipLocked() : query);
			const got = rows.map((row) => row.id);
			await trx('webhooks').whereIn('id', got).update({ claimedBy: this.#worker, leaseUntil });
			taken.push(...rows);
		}
		return taken;
	}

	async #jobs(webhookIds: readonly number[]): Promise<Map<number, Job[]>> {
		const jobs = new Map<number, Job[]>();
		const { knex } = this.#db;
		for (let at = 0; at < webhookIds.length; at += CHUNK) {
			const ranked = knex('deliveries')
				.whereIn('webhookId', webhookIds.slice(at, at + CHUNK))
				.whereIn('status', [...OPEN_STATUSES])
				.select('id', 'webhookId', 'messageId', 'attempts', 'reason', 'queuedAt')
				.rowNumber('place', (over) => {
					void over.partitionBy('webhookId').orderBy('id');
				})
				.as('ranked');
			const rows: (Job & { webhookId: number })[] = await knex
				.from(ranked)
				.where('place', '<=', JOBS_PER_LANE)
				.orderBy('id');
			for (const { webhookId, ...job } of rows) {
				const lane = jobs.get(webhookId);
				if (lane) lane.push(job);
				else jobs.set(webhookId, [job]);
			}
		}
		return jobs;
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
