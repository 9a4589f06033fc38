import type { Database } from '@dropwire/db';
import {
	createExchangeRates,
	createImageFetcher,
	createImageSearch,
	createProductQuery,
	createShopTester,
	createSourceChecker,
	IMAGE_HOSTS,
	type ImageHost,
	type Origins,
	openSources,
	sourcePlaces,
} from '@dropwire/retailers';
import { createWebhookReader, type Engine, openRemoteEngine } from '@dropwire/engine';
import type { Logger } from 'pino';
import { startExpiryChecks } from './access/expiry.ts';
import { createFinishedDeliveries } from './deliveries/finished.ts';
import { noteManaged } from './guilds/managers.ts';
import { createGuildRights } from './guilds/rights.ts';
import { createReadiness } from './health/readiness.ts';
import { createStatisticsCache } from './guilds/statistics.ts';
import { createAuthenticator } from './http/authenticator.ts';
import type { Server } from './http/context.ts';
import { createDenials } from './http/denials.ts';
import { createInvalidRequests } from './http/invalidRequests.ts';
import { createLimiter } from './http/limiter.ts';
import { createMemo } from './http/memo.ts';
import { createLiveHub } from './live/hub.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createDiscordBot } from './serverSetup/discordBot.ts';
import { startWebhookDeletions } from './serverSetup/webhookDeletions.ts';
import type { ServerSettings } from './settings.ts';
import { sessionStore } from './sessions/sessionStore.ts';
import { createPublicStatus } from './status/publicStatus.ts';
import { createClickCounter } from './shortener/clicks.ts';
import { createTargetCache } from './shortener/targetCache.ts';
import { createTopics } from './topics/topics.ts';
import { createRejections } from './webhooks/atDiscord.ts';

/** Connections for product queries and checks of sources, in addition to the engine's. */
const CONNECTIONS_PER_SHOP = 8;
/** How long responses of calls with `cache` are shared, ms, and their maximum number: they are summaries of a few kB. */
const RESPONSE_TTL_MS = 500;
const RESPONSES = 500;

/** Creates the services of a server. */
export function createServices({
	settings,
	db,
	log,
	engine,
}: {
	settings: ServerSettings;
	db: Database;
	log: Logger;
	engine: Engine | null;
}): Server & { close(): Promise<void> } {
	const sessions = sessionStore(db);
	const responses = createMemo<string>({ ttl: RESPONSE_TTL_MS, max: RESPONSES });
	const auth = createAuthenticator(db, sessions, settings.ADMIN_DISCORD_IDS);
	const invalidRequests = createInvalidRequests();
	const guilds = createGuildRights(settings.DISCORD_URL, invalidRequests, log, (caller, managed) =>
		noteManaged({ auth, db, responses }, caller, managed),
	);
	const reader = createWebhookReader(settings.DISCORD_URL);
	const discordBot = createDiscordBot(settings, invalidRequests, log);
	const webhookDeletions = startWebhookDeletions({ db, discordBot, log });
	const limiter = createLimiter(settings.REDIS_URL, log, settings.RATE_LIMIT_FACTOR);
	const live = createLiveHub(db, log);
	const remoteEngine = !engine && settings.REDIS_URL ? openRemoteEngine(settings.REDIS_URL, log) : null;
	const clicks = createClickCounter(db, log);
	const sources = openSources(settings, { connections: CONNECTIONS_PER_SHOP });
	const products = createProductQuery(sources);
	const fetcher = createImageFetcher(imageOrigins(settings));
	const shops = createShopTester({ ...settings, places: sourcePlaces(settings) });
	const expiry = startExpiryChecks({ db, log, admins: settings.ADMIN_DISCORD_IDS, onPaused: () => responses.forget() });
	const exchangeRates = createExchangeRates({
		url: settings.EXCHANGE_RATES_URL,
		contactEmail: settings.CONTACT_EMAIL,
		onFailure: (reason) => log.warn({ reason }, 'could not read the exchange rates; keeping those of the last week'),
	});
	const images = createImageSearch({ fetcher, hosts: settings.SHOP_URLS, products });
	return {
		db,
		log,
		auth,
		denials: createDenials(db, log),
		responses,
		statistics: createStatisticsCache(),
		sessions,
		settings,
		engine: engine ?? remoteEngine,
		finished: createFinishedDeliveries(db, engine),
		guilds,
		webhooks: { reader, rejections: createRejections() },
		invalidRequests,
		discordBot,
		limiter,
		live,
		clicks,
		targets: createTargetCache(),
		topics: createTopics(db),
		sources,
		products,
		exchangeRates,
		fetcher,
		shops,
		sourceChecks: createSourceChecker(sources, settings),
		images,
		metrics: createMetrics(db, engine),
		readiness: createReadiness(db, limiter),
		readStatus: createPublicStatus(db),
		async close() {
			live.close();
			discordBot?.close();
			limiter.close();
			remoteEngine?.close();
			await expiry.close();
			await webhookDeletions.close();
			await clicks.close();
			await Promise.all([guilds, reader, products, exchangeRates, fetcher, shops].map((service) => service.close()));
		},
	};
}

/** The origins of images. Only origins from the settings can have a private address. */
function imageOrigins(settings: ServerSettings): Origins {
	const origins = new Map<string, { byHand: boolean }>();
	for (const [name, builtIn] of Object.entries(IMAGE_HOSTS) as [ImageHost, string][]) {
		const { origin } = new URL(settings.SHOP_URLS[name]);
		origins.set(origin, { byHand: origin !== builtIn });
	}
	return origins;
}
