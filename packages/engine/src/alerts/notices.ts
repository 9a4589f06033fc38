import { type Database, type Knex, SourceOutage, TopicRow } from '@dropwire/db';
import { chunks, type Offer, offerOf, sourceNameOf } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import { SOURCES } from '@dropwire/retailers';
import type { Logger } from 'pino';
import type { WebhookBody } from '../message/body.ts';
import { readSources } from '../sources/readSources.ts';
import { composeNotice } from './composeNotice.ts';
import { keyOf, NOTICE_PACE, type NoticePace, type Outage, outageChanges } from './outages.ts';

const CHUNK = 200;

export interface NoticeOptions {
	db: Database;
	log: Logger;
	pace?: NoticePace | undefined;
	/** Whether this process is the one that sends notices. */
	isMine: () => boolean;
	/** Stores a notice with its deliveries. */
	queueNotice(
		trx: Knex.Transaction,
		notice: { webhookIds: readonly number[]; body: WebhookBody; at: number },
	): Promise<unknown>;
	/** Called when notices were queued. */
	onNotice(): void;
}

/**
 * Notifies the servers that want it when a shop of theirs cannot be read, and once more when it can be read again. A
 * notice and the note that it was sent are one transaction, so it is sent once however many processes run and restart.
 */
export class Notices {
	readonly #options: NoticeOptions;
	readonly #pace: NoticePace;
	#job: Job | undefined;

	constructor(options: NoticeOptions) {
		this.#options = options;
		this.#pace = options.pace ?? NOTICE_PACE;
	}

	start(): void {
		const { isMine, log } = this.#options;
		this.#job = every(this.#pace.everyMs, () => this.#check(), {
			only: isMine,
			onError: (error) => log.error({ err: error }, 'checking for shop notices failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
	}

	async #check(): Promise<void> {
		const { db } = this.#options;
		const now = Date.now();
		const [sources, stored] = await Promise.all([readSources(db.knex), SourceOutage.query(db.knex)]);
		const { began, changed, due, over, dropped } = outageChanges(sources, stored, now, this.#pace);
		const rows = [...began, ...changed];
		for (const some of chunks(rows, CHUNK)) {
			await db.knex('source_outages').insert(some).onConflict(['source', 'region', 'host']).merge(['overSince']);
		}
		await remove(db.knex, dropped);
		for (const outages of due) await this.#notify(outages, false, now);
		for (const outages of over) await this.#notify(outages, true, now);
	}

	async #notify(outages: readonly Outage[], isOver: boolean, now: number): Promise<void> {
		const [{ source } = { source: '' }] = outages;
		const shop = SOURCES.find((definition) => sourceNameOf(definition) === source);
		if (!shop) return;
		const queued = await this.#options.db.transaction(async (trx) => {
			const wanted = new Set(outages.map(keyOf));
			// Another process may have sent the notice since.
			const rows = await SourceOutage.query(trx).where({ source }).forUpdate();
			const mine = rows.filter((row) => wanted.has(keyOf(row)) && (row.notifiedAt !== null) === isOver);
			if (mine.length === 0) return false;
			if (isOver) await remove(trx, mine);
			else for (const some of chunks(mine, CHUNK)) await at(trx, some).update({ notifiedAt: now });
			const webhookIds = await webhooksFor(trx, shop, mine);
			if (webhookIds.length === 0) return false;
			await this.#options.queueNotice(trx, { webhookIds, body: composeNotice(shop, mine, isOver, now), at: now });
			return true;
		});
		if (queued) this.#options.onNotice();
	}
}

function at(knex: Knex, outages: readonly Outage[]): Knex.QueryBuilder {
	const keys = outages.map(({ source, region, host }) => [source, region, host]);
	return knex('source_outages').whereIn(['source', 'region', 'host'], keys);
}

async function remove(knex: Knex, outages: readonly Outage[]): Promise<void> {
	for (const some of chunks(outages, CHUNK)) await at(knex, some).delete();
}

/** One webhook of each guild that wants notices and gets messages of the source in one of the regions: its oldest that is on. */
async function webhooksFor(
	knex: Knex,
	{ name, offer = 'NEW' }: { name: string; offer?: Offer },
	outages: readonly Outage[],
): Promise<number[]> {
	const regions = [...new Set(outages.map(({ region }) => region))];
	const topics = await TopicRow.query(knex).where({ brand: name }).whereIn('region', regions);
	const topicIds = topics.filter(({ category }) => offerOf(category) === offer).map(({ id }) => id);
	const rows: { webhookId: number }[] = await knex('guilds as g')
		.join('guild_channels as c', 'c.guildId', 'g.guildId')
		.join('subscriptions as s', 's.guildChannelId', 'c.id')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.where({ 'g.sourceNotices': true, 'w.active': true, 's.paused': false })
		.whereNull('g.pausedAt')
		.whereIn('c.topicId', topicIds)
		.groupBy('g.guildId')
		.select(knex.raw('min(??) as ??', ['w.id', 'webhookId']));
	return [...new Set(rows.map(({ webhookId }) => webhookId))];
}
