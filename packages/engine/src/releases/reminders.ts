import { type Database, type Knex, TopicRow } from '@dropwire/db';
import { type Brand, DEFAULT_REMINDERS, type Region, RELEASES, type SubscriptionOptions } from '@dropwire/domain';
import { queueReminder } from '../publish/queueReminder.ts';
import { LATE_MS, type Reminded } from '../publish/reminded.ts';
import { releasesPage } from './announce.ts';

const MINUTE_MS = 60_000;
/** What another process with a late clock has changed is read after this time, ms. */
const RELOAD_MS = 30_000;
/** A change is read again until it is this old: others may have been committed after it, ms. */
const SETTLED_MS = 5000;
/** The most launches ahead that are kept in memory: the nearest. */
const MAX_UPCOMING = 20_000;

interface Upcoming {
	id: number;
	brand: Brand;
	region: Region;
	launchAt: number;
	datedAt: number;
}

/** When the releases and the reminders of subscriptions were last changed, epoch ms; null for never. */
export interface LastChanges {
	releasesAt: number | null;
	remindersAt: number | null;
}

type Due = Reminded & Pick<Upcoming, 'brand' | 'region'>;

/**
 * Queues reminders at their minutes. Every process does it: a row of `release_reminders`, which is stored with the message,
 * makes each of them one. What is read each second does not grow with the releases.
 */
export class Reminders {
	readonly #db: Database;
	readonly #publicUrl: string | null;
	/** By brand and region: the topic, and how long before a launch any of its subscriptions wants a reminder, minutes. */
	readonly #topics = new Map<string, { topicId: number; minutes: Set<number> }>();
	#upcoming: readonly Upcoming[] = [];
	#loaded = { at: Number.NEGATIVE_INFINITY, releasesAt: null as number | null, remindersAt: null as number | null };
	/** Reminders that are done, by release, minutes and launch, and when they were due. */
	readonly #done = new Map<string, number>();

	constructor(db: Database, publicUrl: string | null) {
		this.#db = db;
		this.#publicUrl = publicUrl;
	}

	/**
	 * Queues what is due.
	 * @returns whether anything was queued, and when the next reminder is due, epoch ms; infinite for none that is known
	 */
	async queueDue(changes: LastChanges, now = Date.now()): Promise<{ queued: boolean; nextAt: number }> {
		await this.#reload(changes, now);
		for (const [key, dueAt] of this.#done) if (Math.abs(now - dueAt) > 2 * LATE_MS) this.#done.delete(key);
		const due: Due[] = [];
		let nextAt = Number.POSITIVE_INFINITY;
		for (const { id: releaseId, brand, region, launchAt, datedAt } of this.#upcoming) {
			for (const minutes of this.#topics.get(`${brand} ${region}`)?.minutes ?? []) {
				const dueAt = launchAt - minutes * MINUTE_MS;
				if (dueAt > now) nextAt = Math.min(nextAt, dueAt);
				else if (dueAt > now - LATE_MS && dueAt > datedAt)
					due.push({ releaseId, brand, region, minutes, launchAt, dueAt });
			}
		}
		let queued = false;
		const open = due.filter((one) => !this.#done.has(keyOf(one)));
		const groups = Map.groupBy(
			open,
			({ brand, region, dueAt }) => `${brand} ${region} ${Math.floor(dueAt / MINUTE_MS)}`,
		);
		for (const group of groups.values()) {
			queued = (await this.#queue(group, now)) || queued;
			for (const one of group) this.#done.set(keyOf(one), one.dueAt);
		}
		return { queued, nextAt };
	}

	async #queue(group: readonly Due[], now: number): Promise<boolean> {
		const [{ brand, region }] = group as readonly [Due];
		const topicId = this.#topics.get(`${brand} ${region}`)?.topicId as number;
		return this.#db.transaction(async (trx) => {
			if (!(await trx('subscriptions').where({ topicId }).first('id'))) return false;
			const reminded = await stillDue(trx, group);
			if (reminded.length === 0) return false;
			const link = this.#publicUrl && releasesPage(this.#publicUrl, region);
			await queueReminder(trx, { topicId, reminded, link, now });
			return true;
		});
	}

	async #reload({ releasesAt, remindersAt }: LastChanges, now: number): Promise<void> {
		const isOld = Math.abs(now - this.#loaded.at) > RELOAD_MS;
		const isFresh = (at: number | null) => at !== null && Math.abs(now - at) < SETTLED_MS;
		if (isOld || remindersAt !== this.#loaded.remindersAt || isFresh(remindersAt)) await this.#loadMinutes(now);
		if (isOld || releasesAt !== this.#loaded.releasesAt || isFresh(releasesAt)) await this.#loadUpcoming(now);
		this.#loaded = { at: isOld ? now : this.#loaded.at, releasesAt, remindersAt };
	}

	/** Reads the reminders that were changed since the last time. Those that no subscription has any more stay, and are not sent. */
	async #loadMinutes(now: number): Promise<void> {
		const { knex } = this.#db;
		if (this.#topics.size === 0) {
			for (const { id: topicId, brand, region } of await TopicRow.query(knex).where({ category: RELEASES })) {
				this.#topics.set(`${brand} ${region}`, { topicId, minutes: new Set(DEFAULT_REMINDERS) });
			}
		}
		const byId = new Map([...this.#topics.values()].map(({ topicId, minutes }) => [topicId, minutes]));
		const changed = knex('subscriptions').whereNotNull('remindersAt').whereNotNull('options');
		if (this.#loaded.at > 0) void changed.where('remindersAt', '>', Math.min(now, this.#loaded.at) - 2 * RELOAD_MS);
		const rows: { topicId: number | null; options: string }[] = await changed.distinct('topicId', 'options');
		for (const { topicId, options } of rows) {
			const { reminders = [] } = JSON.parse(options) as SubscriptionOptions;
			for (const minutes of reminders) byId.get(topicId as number)?.add(minutes);
		}
	}

	async #loadUpcoming(now: number): Promise<void> {
		const longest = Math.max(0, ...[...this.#topics.values()].flatMap(({ minutes }) => [...minutes]));
		this.#upcoming = await this.#db
			.knex('releases')
			.whereBetween('launchAt', [now - LATE_MS, now + longest * MINUTE_MS + 2 * RELOAD_MS])
			.whereNull('cancelledAt')
			.orderBy('launchAt')
			.limit(MAX_UPCOMING)
			.select('id', 'brand', 'region', 'launchAt', 'datedAt');
	}
}

function keyOf({ releaseId, minutes, launchAt }: Reminded): string {
	return `${releaseId} ${minutes} ${launchAt}`;
}

/** Those of the reminders whose release still has the date, and which no process has queued. Locks the releases. */
async function stillDue(trx: Knex.Transaction, due: readonly Due[]): Promise<Reminded[]> {
	const ids = [...new Set(due.map(({ releaseId }) => releaseId))];
	const query = trx('releases').whereIn('id', ids).whereNull('cancelledAt').orderBy('id').select('id', 'launchAt');
	const rows: { id: number; launchAt: number }[] = await (trx.client.dialect === 'mysql' ? query.forUpdate() : query);
	const dates = new Map(rows.map(({ id, launchAt }) => [id, launchAt]));
	const stored = await trx('release_reminders').whereIn('releaseId', ids).select('releaseId', 'minutes', 'launchAt');
	const queued = new Set(stored.map((one) => keyOf({ ...one, dueAt: 0 })));
	return due
		.filter((one) => dates.get(one.releaseId) === one.launchAt && !queued.has(keyOf(one)))
		.map(({ releaseId, minutes, launchAt, dueAt }) => ({ releaseId, minutes, launchAt, dueAt }));
}
