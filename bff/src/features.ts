import type { CallName } from '@dropwire/contract';
import type { Engine } from '@dropwire/engine';
import { createProductQuery, openSources } from '@dropwire/retailers';
import { accessFeature } from './access/feature.ts';
import { accessRequestsFeature } from './accessRequests/feature.ts';
import { announcementsFeature } from './announcements/feature.ts';
import { auditFeature } from './audit/feature.ts';
import { botFeature } from './bot/feature.ts';
import { botNoticesFeature } from './botNotices/feature.ts';
import { broadcastFeature } from './broadcast/feature.ts';
import { bulkFeature } from './bulk/feature.ts';
import { catalogueFeature } from './catalogue/feature.ts';
import { recordingQuery } from './catalogue/recordQueries.ts';
import { channelsFeature } from './channels/feature.ts';
import { cliSigninFeature } from './cliSignin/feature.ts';
import { coverageFeature } from './coverage/feature.ts';
import { deliveriesFeature } from './deliveries/feature.ts';
import { createFinishedDeliveries } from './deliveries/finished.ts';
import { openDiscord } from './discord/discord.ts';
import { documentsFeature } from './documents/feature.ts';
import { eventPageFeature } from './eventPage/feature.ts';
import { eventsFeature } from './events/feature.ts';
import { findFeature } from './find/feature.ts';
import { grantsFeature } from './grants/feature.ts';
import { guildsFeature } from './guilds/feature.ts';
import { createGuildRights } from './guilds/rights.ts';
import { guildWebhooksFeature } from './guildWebhooks/feature.ts';
import { healthFeature } from './health/feature.ts';
import { historyFeature } from './history/feature.ts';
import type { Handlers, Server } from './http/context.ts';
import type { Feature } from './http/feature.ts';
import { imagesFeature } from './images/feature.ts';
import { keywordsFeature } from './keywords/feature.ts';
import { linkedRolesFeature } from './linkedRoles/feature.ts';
import { linksFeature } from './links/feature.ts';
import { liveFeature } from './live/feature.ts';
import { createLiveHub } from './live/hub.ts';
import { metricsFeature } from './metrics/feature.ts';
import { operatorListsFeature } from './operatorLists/feature.ts';
import { operatorWebhooksFeature } from './operatorWebhooks/feature.ts';
import { overviewFeature } from './overview/feature.ts';
import { productCardsFeature } from './productCards/feature.ts';
import { productRequestsFeature } from './productRequests/feature.ts';
import { productsFeature } from './products/feature.ts';
import { readReleases, releasesFeature } from './releases/feature.ts';
import { resaleFeature } from './resale/feature.ts';
import { retailerTokenFeature } from './retailerToken/feature.ts';
import { serverSetupFeature } from './serverSetup/feature.ts';
import { sessionsFeature } from './sessions/feature.ts';
import { sharedSetupsFeature } from './sharedSetups/feature.ts';
import { shopsFeature } from './shops/feature.ts';
import { shortenerFeature } from './shortener/feature.ts';
import { signinFeature } from './signin/feature.ts';
import { siteFeature } from './site/feature.ts';
import { socialFeature } from './social/feature.ts';
import { sourceCheckFeature } from './sourceCheck/feature.ts';
import { statusFeature } from './status/feature.ts';
import { createPublicStatus } from './status/publicStatus.ts';
import { storesFeature } from './stores/feature.ts';
import { subscriptionsFeature } from './subscriptions/feature.ts';
import { tokensFeature } from './tokens/feature.ts';
import { createTopics } from './topics/topics.ts';
import { watchesFeature } from './watches/feature.ts';
import { watchlistsFeature } from './watchlists/feature.ts';
import { webhookPageFeature } from './webhookPage/feature.ts';

/** Connections for product queries and checks of sources, in addition to the engine's. */
const CONNECTIONS_PER_SHOP = 8;

/** Opens all features of the server, and what several of them use. */
export function openFeatures(server: Server, { engine, webRoot }: { engine: Engine | null; webRoot: string }) {
	const { db, log, settings } = server;
	const discord = openDiscord(server);
	const sources = openSources(settings, { connections: CONNECTIONS_PER_SHOP });
	const services = {
		...server,
		webRoot,
		inlineEngine: engine,
		discord,
		guilds: createGuildRights(server, discord),
		sources,
		products: recordingQuery(createProductQuery(sources), server),
		live: createLiveHub(db, log),
		topics: createTopics(db),
		finished: createFinishedDeliveries(db, engine),
		readStatus: createPublicStatus(db),
		readReleases: () => readReleases(db, {}),
	};
	const features = [
		accessFeature(services),
		accessRequestsFeature,
		announcementsFeature,
		auditFeature,
		botFeature(services),
		botNoticesFeature,
		broadcastFeature,
		bulkFeature,
		catalogueFeature,
		channelsFeature(services),
		cliSigninFeature,
		coverageFeature,
		deliveriesFeature(services),
		documentsFeature,
		eventPageFeature,
		eventsFeature,
		findFeature,
		grantsFeature(services),
		guildWebhooksFeature,
		guildsFeature(services),
		healthFeature(services),
		historyFeature(),
		imagesFeature(services),
		keywordsFeature(services),
		linkedRolesFeature(services),
		linksFeature(services),
		liveFeature(services),
		metricsFeature(services),
		operatorListsFeature,
		operatorWebhooksFeature(services),
		overviewFeature,
		productCardsFeature(services),
		productRequestsFeature(services),
		productsFeature(services),
		releasesFeature(services),
		resaleFeature(services),
		retailerTokenFeature,
		serverSetupFeature(services),
		sessionsFeature(services),
		sharedSetupsFeature,
		shopsFeature(services),
		shortenerFeature(services),
		signinFeature(services),
		siteFeature(services),
		socialFeature,
		sourceCheckFeature(services),
		statusFeature(services),
		storesFeature(services),
		subscriptionsFeature,
		tokensFeature(services),
		watchesFeature(services),
		watchlistsFeature,
		webhookPageFeature,
	] as const;
	return {
		handlers: handlersOf(features),
		features: features as readonly Feature[],
		guilds: services.guilds,
		close: async () => {
			await Promise.all(features.map(async (feature: Feature) => feature.close?.()));
			await discord.close();
		},
	};
}

type CallsOf<F> = F extends Feature ? keyof F['handlers'] : never;

/** Calls that two features answer. The compiler follows only tail recursion for more than 50 features. */
type Repeated<List, Seen = never, Found = never> = List extends readonly [infer First, ...infer Others]
	? Repeated<Others, Seen | CallsOf<First>, Found | (CallsOf<First> & Seen)>
	: Found;

/** Calls without exactly one handler, or that the contract does not have. */
type Wrong<List extends readonly Feature[]> =
	| Exclude<CallName, CallsOf<List[number]>>
	| Exclude<CallsOf<List[number]>, CallName>
	| Repeated<List>;

/** The handler of every call. Does not compile unless each call of the contract has exactly one, and names the others. */
function handlersOf<const List extends readonly Feature[]>(
	features: [Wrong<List>] extends [never] ? List : { wrong: Wrong<List> },
): Handlers {
	return Object.assign({}, ...(features as List).map(({ handlers }) => handlers)) as Handlers;
}
