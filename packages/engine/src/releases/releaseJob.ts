import type { Database } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { publishNews } from './announce.ts';

export interface ReleaseJobOptions {
	db: Database;
	log: Logger;
	/** The origin of the web app, for links to the list of releases; null if it is unknown. */
	publicUrl: string | null;
	/** Called when messages were queued. */
	onMessage(): void;
}

/** How often to look for what is due, ms. */
const EVERY_MS = 1000;

/** Queues the messages about releases when they are due. Every process does it, so that none is missed when one is killed. */
export class ReleaseJob {
	readonly #options: ReleaseJobOptions;
	#job: Job | undefined;

	constructor(options: ReleaseJobOptions) {
		this.#options = options;
	}

	start(): void {
		const { log } = this.#options;
		this.#job = every(EVERY_MS, () => this.#run(), {
			firstMs: 0,
			onError: (error) => log.error({ err: error }, 'queueing messages about releases failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
	}

	async #run(): Promise<void> {
		const { db, log, publicUrl } = this.#options;
		const [due] = await db.read<{ newsAt: number | null }>('select min(dueAt) as newsAt from release_news', []);
		if (due?.newsAt != null && due.newsAt <= Date.now()) {
			const published = await publishNews(db, { publicUrl });
			if (published > 0) {
				log.info({ events: published }, 'release events');
				this.#options.onMessage();
			}
		}
	}
}
