import { join } from 'node:path';
import { checkSecretKey, checkServerSettings, type Database, refreshStatistics } from '@dropwire/db';
import type { Logger } from 'pino';
import type { Metric } from 'prom-client';
import type { WebhookAddress } from '@dropwire/domain';
import { every } from '@dropwire/domain/jobs';
import type { Source } from '@dropwire/retailers';
import { Alerts } from './alerts/alerts.ts';
import { Notices } from './alerts/notices.ts';
import type { NoticePace } from './alerts/outages.ts';
import { backfill } from './catalogue/backfill.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { Verifier } from './delivery/verify/verifier.ts';
import { createBotApi } from './discord/botApi.ts';
import { Discovery } from './discover/discovery.ts';
import { queueMatchingAll } from './notices/matchWatches.ts';
import { type PersonalNoticeOptions, PersonalNotices } from './notices/personalNotices.ts';
import { type Egress, HOST_EGRESS } from './process/egress.ts';
import { createOutageLog } from './process/outageLog.ts';
import type { Traces } from './process/traces.ts';
import { WakeUps } from './process/wakeups.ts';
import { Workers } from './process/workers.ts';
import type { EditPolicy } from './publish/edits.ts';
import { continueFanout } from './publish/fanout.ts';
import { queueNotice } from './publish/outbox.ts';
import { createPublisher } from './publishing.ts';
import { Retention } from './retention/retention.ts';
import { ScheduledEvents } from './scheduledEvents/scheduledEvents.ts';
import { Poster, type XKeys } from './social/poster.ts';
import { backfillReleases } from './releases/backfill.ts';
import { ReleaseJob } from './releases/releaseJob.ts';
import { CheckTrails } from './why/checkTrails.ts';
import type { RegionPulse } from './watch/freshness/pulse.ts';
import { SourceRounds } from './watch/freshness/sourceRounds.ts';
import type { WatchPolls } from './sources/countWatches.ts';
import { type Polling, Watcher } from './watch/watcher.ts';

export interface EngineOptions {
	db: Database;
	log: Logger;
	/** The folder of the journal of sent messages; all engine processes on one machine share it. */
	dataDir: string;
	discordUrl: string;
	discordRequestsPerSecond: number;
	/** The address that Discord sees; by default the host's. */
	egress?: Egress;
	/** Reports work of other processes; without it, engines on a database server poll for it. */
	redisUrl?: string | null;
	/** The shops to poll, one watcher each. The engine closes the sources when it stops. */
	sources: readonly Source[];
	pollIntervalMs: number;
	/** How the calls of a shop are divided among its products; equally by default. */
	polling?: Polling;
	/** How personal watches bear on polling (WATCH_POLLS); `lists` by default. */
	watchPolls?: WatchPolls;
	/** The time between two searches of a keyword watch, ms; five minutes by default. */
	searchIntervalMs?: number;
	retentionDays: number;
	/** How long the audit log is kept. */
	auditDays: number;
	/** For how many days every change point of a product's history is kept; then those of a day become one. */
	historyDetailDays: number;
	/** Null or unset if X is not connected: posts are then composed and kept, but not sent. */
	x?: XKeys | null;
	/** The Discord webhook that alerts operators to problems; null or unset for none. */
	alertWebhook?: WebhookAddress | null;
	/** How often to look for problems, ms; 10 s by default. */
	alertEveryMs?: number;
	/** How long the database must be away before operators are alerted, ms; 30 s by default. */
	alertAwayMs?: number;
	/** When servers are notified that a shop cannot be read; after five minutes by default. */
	noticePace?: NoticePace;
	/** The minimum time between stock events of one product, ms; 60 s by default. */
	quietMs?: number;
	/** How long and how often a product's message is edited; ten minutes and six times by default. */
	editPolicy?: EditPolicy;
	/** The origin of short URLs, for links in messages that count clicks; null or unset for none. */
	clickUrl?: string | null;
	/** The origin of the web app, for links in messages; null or unset if it is unknown. */
	publicUrl?: string | null;
	/** The id of the application whose webhooks get the button Watch; null or unset for none. */
	buttonApplication?: string | null;
	/** Returns the pause after this many consecutive failures, ms. */
	retryPause?: (failures: number) => number;
	/** The timeout for a response from Discord, ms. */
	discordTimeoutMs?: number;
	/** The number of saved webhooks to verify with Discord per second; none if unset. */
	webhookChecksPerSecond?: number;
	/** Exports a trace of each attempt to send a message; null or unset for none. The engine closes it when it stops. */
	traces?: Traces | null;
	/** How notices of watches are sent; unset: without the bot's token, so that they expire. */
	personal?: PersonalOptions;
}

export type PersonalOptions = Pick<
	PersonalNoticeOptions,
	'maxAgeMs' | 'newDirectPer10Minutes' | 'watchesPerMember' | 'admins' | 'plans' | 'holdPause'
> & {
	/** Null if there is none: then notices expire, and scheduled events are not kept. */
	botToken: string | null;
};

/** The engine's state, for people to read. */
export interface EnginePulse {
	worker: string;
	liveWorkers: number;
	/** The address that Discord sees, and how many live processes share its limits. */
	egress: { name: string; processes: number };
	inFlight: number;
	heldWebhooks: number;
	invalidAnswers: number;
	/** One row per source and region. */
	regions: RegionPulse[];
}

export interface Engine {
	/** Sends queued deliveries at once, in this process and others. Call it after queueing. */
	wake(): void;
	/** Checks new SKUs at once, in this process and others. Call it after changing the watch lists. */
	watchChanged(): void;
	pulse(): EnginePulse;
	/** What this process sends, for Prometheus. */
	metrics: readonly Metric[];
	/** Whether the database has stored a heartbeat of this process within the last 30 s. */
	isAlive(): boolean;
	/** Resolves once this process has sent, failed or expired the delivery, or after `timeoutMs`. Never rejects. */
	whenFinished(deliveryId: number, timeoutMs: number): Promise<void>;
	/**
	 * Starts nothing new, and resolves once the work in progress is finished and recorded. If Discord does not respond,
	 * this takes 15 s plus the time for the database.
	 */
	stop(): Promise<void>;
}

/** The default time between two searches of a keyword watch, ms. */
export const SEARCH_INTERVAL_MS = 300_000;
/** While versions change, an earlier one can add products, and be the process that records them. */
const CATALOGUE_EVERY_MS = 3_600_000;
/** No person can be written to. */
const NO_PERSONAL: PersonalOptions = {
	botToken: null,
	maxAgeMs: 30 * 60_000,
	newDirectPer10Minutes: 1,
	watchesPerMember: 0,
	admins: [],
	plans: [],
};
const STATISTICS_EVERY_MS = 3_600_000;
/** An engine whose last heartbeat is older does not work, ms. */
const ALIVE_MS = 30_000;

/**
 * Starts the pipeline on a migrated database: it watches, composes, stores and sends until it is stopped.
 * @throws SettingsError when the data was saved with a different secret key
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	const { db, egress = HOST_EGRESS, clickUrl } = options;
	const outages = createOutageLog(options.log);
	const { log } = outages;
	await checkSecretKey(db);
	for (const problem of await checkServerSettings(db)) log.warn(`database server: ${problem}`);
	await refreshStatistics(db);
	let lastBeat = performance.now();
	const workers = new Workers(
		db,
		log,
		egress.name,
		(sharing) => dispatcher.shareWith(sharing),
		() => {
			lastBeat = performance.now();
			outages.answered();
		},
	);
	const dispatcher = new Dispatcher({
		db,
		log,
		worker: workers.id,
		live: () => workers.live(),
		continueFanout: () => continueFanout(db),
		journalFolder: join(options.dataDir, 'journal'),
		discordUrl: options.discordUrl,
		requestsPerSecond: options.discordRequestsPerSecond,
		buttonApplication: options.buttonApplication ?? null,
		egress,
		traces: options.traces,
		...(options.retryPause && { pause: options.retryPause }),
		...(options.discordTimeoutMs && { timeoutMs: options.discordTimeoutMs }),
	});
	/** Whether this process does the work that only one does: the first of the live ones. */
	const isMine = () => workers.live()[0] === workers.id;
	const publisher = createPublisher(db, { policy: options.editPolicy, clickUrl });
	const poster = new Poster({
		db,
		log,
		keys: options.x ?? null,
		...(options.retryPause && { pause: options.retryPause }),
	});
	const verifier = new Verifier({
		db,
		log,
		discordUrl: options.discordUrl,
		localAddress: egress.address,
		perSecond: options.webhookChecksPerSecond ?? 0,
		...(options.retryPause && { pause: options.retryPause }),
		isMine,
		turn: (signal) => dispatcher.turn(signal),
	});
	const alerts =
		options.alertWebhook &&
		new Alerts({
			db,
			log,
			discordUrl: options.discordUrl,
			localAddress: egress.address,
			webhook: options.alertWebhook,
			isMine,
			...(options.alertEveryMs && { everyMs: options.alertEveryMs }),
			...(options.alertAwayMs !== undefined && { awayMs: options.alertAwayMs }),
		});
	const notices = new Notices({
		db,
		log,
		pace: options.noticePace,
		isMine,
		queueNotice,
		onNotice: () => wake(),
	});
	const retention = new Retention({
		db,
		log,
		days: options.retentionDays,
		auditDays: options.auditDays,
		historyDetailDays: options.historyDetailDays,
		isMine,
	});
	const { botToken: token, ...personalOptions } = options.personal ?? NO_PERSONAL;
	const { discordUrl, discordTimeoutMs: timeoutMs = 15_000 } = options;
	const { budget } = dispatcher;
	const api =
		token === null ? null : createBotApi({ discordUrl, log, token, budget, timeoutMs, localAddress: egress.address });
	const personal = new PersonalNotices({ ...personalOptions, db, log, worker: workers.id, api });
	const publicUrl = options.publicUrl ?? null;
	const scheduledEvents = api && new ScheduledEvents({ db, log, api, publicUrl, isSender: () => personal.isSender });
	const send = () => {
		dispatcher.wake();
		personal.wake();
		scheduledEvents?.wake();
		poster.wake();
	};
	const wake = () => {
		send();
		wakeUps.wakeOthers('deliveries');
	};
	const trails = new CheckTrails(db);
	const watchers = options.sources.map(
		(source) =>
			new Watcher({
				db,
				log,
				source,
				worker: workers.id,
				liveWorkers: () => workers.live(),
				sharing: () => workers.sharing,
				intervalMs: options.pollIntervalMs,
				...(options.polling && { polling: options.polling }),
				...(options.watchPolls && { watchPolls: options.watchPolls }),
				...(options.quietMs !== undefined && { quietMs: options.quietMs }),
				publisher,
				trails,
				onEvent: wake,
			}),
	);
	const releases = new ReleaseJob({ db, log, publicUrl, alsoStore: queueMatchingAll, onMessage: () => wake() });
	const discovery = new Discovery({
		db,
		log,
		sources: options.sources,
		everyMs: options.searchIntervalMs ?? SEARCH_INTERVAL_MS,
		publisher,
		isMine,
		onEvent: wake,
	});
	const rounds = new SourceRounds({
		db,
		log,
		worker: workers.id,
		watched: watchers.map(({ freshness }) => freshness),
		intervalMs: options.pollIntervalMs,
	});
	const refresh = () => {
		for (const watcher of watchers) void watcher.refresh();
	};
	const wakeUps = new WakeUps({
		db,
		log,
		redisUrl: options.redisUrl ?? null,
		worker: workers.id,
		on: { deliveries: send, watchlists: refresh },
	});

	await workers.start();
	dispatcher.shareWith(workers.sharing);
	await dispatcher.start();
	wakeUps.start();
	verifier.start();
	await Promise.all(watchers.map((watcher) => watcher.start()));
	trails.start(options.pollIntervalMs, log);
	discovery.start();
	releases.start();
	rounds.start();
	poster.start();
	personal.start();
	scheduledEvents?.start();
	alerts?.start();
	notices.start();
	retention.start();
	const catalogue = every(
		CATALOGUE_EVERY_MS,
		async (signal) => {
			const products = await backfill(db, signal);
			if (products > 0) log.info({ products }, 'the catalogue was completed');
			const launches = await backfillReleases(db, signal);
			if (launches > 0) log.info({ launches }, 'the releases were completed');
		},
		{ firstMs: 0, only: isMine, onError: (error) => log.error({ err: error }, 'completing the catalogue failed') },
	);
	const statistics = every(STATISTICS_EVERY_MS, () => refreshStatistics(db), {
		onError: (error) => log.error({ err: error }, 'refreshing the statistics failed'),
	});

	let stopped: Promise<void> | undefined;
	async function stop(): Promise<void> {
		const woken = wakeUps.stop();
		await discovery.stop();
		await Promise.all([
			woken,
			catalogue.stop(),
			statistics.stop(),
			rounds.stop(),
			releases.stop(),
			// Others check its products while it waits for Discord.
			Promise.all(watchers.map((watcher) => watcher.stop())).then(() => workers.leave()),
			verifier.stop(),
			alerts?.stop(),
			notices.stop(),
			dispatcher.stop(),
			personal.stop(),
			scheduledEvents?.stop(),
			api?.close(),
			poster.stop(),
			retention.stop(),
		]);
		const stored = trails
			.stop()
			.catch((error: unknown) => log.error({ err: error }, 'storing what checks found failed'));
		await Promise.all([stored, workers.stop(), options.traces?.close()]);
	}

	return {
		wake,
		watchChanged() {
			refresh();
			wakeUps.wakeOthers('watchlists');
		},
		whenFinished: (deliveryId, timeoutMs) => dispatcher.whenFinished(deliveryId, timeoutMs),
		pulse: () => ({
			worker: workers.id,
			liveWorkers: workers.live().length,
			egress: { name: egress.name, processes: workers.sharing },
			...dispatcher.figures(),
			regions: watchers.flatMap((watcher) => watcher.pulse()),
		}),
		metrics: dispatcher.metrics.all,
		isAlive: () => performance.now() - lastBeat < ALIVE_MS,
		stop: () => (stopped ??= stop()),
	};
}
