import type { Database } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import type { StoreReleases } from '../publish/queueReleases.ts';
import { publishNews } from './announce.ts';
import { queueDigests } from './digests.ts';
import { type LastChanges, Reminders } from './reminders.ts';

export interface ReleaseJobOptions {
	db: Database;
	log: Logger;
	/** The origin of the web app, for links to the list of releases; null if it is unknown. */
	publicUrl: string | null;
	/** Stores what else follows from the events about releases, in their transaction. */
	alsoStore: StoreReleases;
	/** Called when messages were queued. */
	onMessage(): void;
}

/** How often to look for what is due, ms. */
const EVERY_MS = 1000;
/** How long after a failure digests are tried again, ms. */
const DIGESTS_AGAIN_MS = 60_000;
/** What is due, from the ends of four indexes. */
const STATE = `select (select min(dueAt) from release_news) as newsAt, (select max(changedAt) from releases) as releasesAt,
	(select max(remindersAt) from subscriptions) as remindersAt, (select min(digestAt) from subscriptions) as digestAt`;

/** Queues the messages about releases when they are due. Every process does it, so that none is missed when one is killed. */
export class ReleaseJob {
	readonly #options: ReleaseJobOptions;
	readonly #reminders: Reminders;
	#job: Job | undefined;
	/** A job of its own: to read a week takes time, and reminders do not wait for it. */
	#digests: Job | undefined;
	/** No digests are queued before this time, epoch ms. */
	#digestsFrom = 0;
	/** Set if something is due before the next run. */
	#soon: NodeJS.Timeout | undefined;

	constructor(options: ReleaseJobOptions) {
		this.#options = options;
		this.#reminders = new Reminders(options.db, options.publicUrl);
	}

	start(): void {
		const { log } = this.#options;
		this.#digests = every(Number.POSITIVE_INFINITY, () => this.#queueDigests(), {
			onError: (error) => this.#digestsFailed(error),
		});
		this.#job = every(EVERY_MS, () => this.#run(), {
			firstMs: 0,
			onError: (error) => log.error({ err: error }, 'queueing messages about releases failed'),
		});
	}

	async stop(): Promise<void> {
		await Promise.all([this.#job?.stop(), this.#digests?.stop()]);
		clearTimeout(this.#soon);
	}

	async #run(): Promise<void> {
		const { db, log, publicUrl, alsoStore } = this.#options;
		const [state] = await db.read<LastChanges & { newsAt: number | null; digestAt: number | null }>(STATE, []);
		if (!state) return;
		if (state.newsAt !== null && state.newsAt <= Date.now()) {
			const onError = (error: unknown) => log.error({ err: error }, 'queueing news of releases failed');
			const published = await publishNews(db, { publicUrl, alsoStore, onError });
			if (published > 0) {
				log.info({ events: published }, 'release events');
				this.#options.onMessage();
			}
		}
		const digestsAt = state.digestAt === null ? Number.POSITIVE_INFINITY : Math.max(state.digestAt, this.#digestsFrom);
		if (digestsAt <= Date.now()) void this.#digests?.now();
		const { queued, nextAt } = await this.#reminders.queueDue(state);
		if (queued) this.#options.onMessage();
		clearTimeout(this.#soon);
		const inMs = nextAt - Date.now();
		if (inMs < EVERY_MS) this.#soon = setTimeout(() => void this.#job?.now(), Math.max(inMs, 0));
	}

	async #queueDigests(): Promise<void> {
		const { db, publicUrl } = this.#options;
		const onError = (error: unknown) => this.#digestsFailed(error);
		if ((await queueDigests(db, { publicUrl, onError })) > 0) this.#options.onMessage();
	}

	#digestsFailed(error: unknown): void {
		this.#digestsFrom = Date.now() + DIGESTS_AGAIN_MS;
		this.#options.log.error({ err: error }, 'queueing weekly digests failed');
	}
}
