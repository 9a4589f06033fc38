import { access } from './access/feature.ts';
import { account } from './account/feature.ts';
import { announcements } from './announcements/feature.ts';
import { audit } from './audit/feature.ts';
import { catalogue } from './catalogue/feature.ts';
import { coverage } from './coverage/feature.ts';
import { deliveries } from './deliveries/feature.ts';
import { events } from './events/feature.ts';
import { grants } from './grants/feature.ts';
import { guilds } from './guilds/feature.ts';
import { home } from './home/feature.ts';
import { images } from './images/feature.ts';
import { keywords } from './keywords/feature.ts';
import { overview } from './overview/feature.ts';
import { portal } from './portal/feature.ts';
import { productRequests } from './productRequests/feature.ts';
import { products } from './products/feature.ts';
import { releases } from './releases/feature.ts';
import { requestAccess } from './requestAccess/feature.ts';
import { resale } from './resale/feature.ts';
import type { Feature } from './shell/feature.ts';
import { sharedSetups } from './sharedSetups/feature.ts';
import { shortener } from './shortener/feature.ts';
import { signin } from './signin/feature.ts';
import { social } from './social/feature.ts';
import { stores } from './stores/feature.ts';
import { subscriptions } from './subscriptions/feature.ts';
import { terms } from './terms/feature.ts';
import { tokens } from './tokens/feature.ts';
import { watches } from './watches/feature.ts';
import { watchlists } from './watchlists/feature.ts';
import { webhookPage } from './webhookPage/feature.ts';
import { webhooks } from './webhooks/feature.ts';

/** The features of the app. Menus show their entries in this order. */
export const FEATURES: readonly Feature[] = [
	home,
	guilds,
	images,
	portal,
	overview,
	deliveries,
	events,
	coverage,
	webhookPage,
	watchlists,
	keywords,
	productRequests,
	announcements,
	social,
	webhooks,
	catalogue,
	releases,
	watches,
	products,
	resale,
	stores,
	shortener,
	access,
	grants,
	tokens,
	audit,
	account,
	requestAccess,
	signin,
	terms,
	subscriptions,
	sharedSetups,
];
