import { announce } from './announce/feature.ts';
import { api } from './api/feature.ts';
import { audit } from './audit/feature.ts';
import { broadcast } from './broadcast/feature.ts';
import { catalogue } from './catalogue/feature.ts';
import type { Feature } from './command.ts';
import { completion } from './completion/feature.ts';
import { deliveries } from './deliveries/feature.ts';
import { events } from './events/feature.ts';
import { guilds } from './guilds/feature.ts';
import { history } from './history/feature.ts';
import { keywords } from './keywords/feature.ts';
import { messages } from './messages/feature.ts';
import { productRequests } from './productRequests/feature.ts';
import { products } from './products/feature.ts';
import { profiles } from './profiles/feature.ts';
import { releases } from './releases/feature.ts';
import { resale } from './resale/feature.ts';
import { shops } from './shops/feature.ts';
import { shortener } from './shortener/feature.ts';
import { signin } from './signin/feature.ts';
import { skus } from './skus/feature.ts';
import { social } from './social/feature.ts';
import { sources } from './sources/feature.ts';
import { status } from './status/feature.ts';
import { stores } from './stores/feature.ts';
import { subscriptions } from './subscriptions/feature.ts';
import { tokens } from './tokens/feature.ts';
import { users } from './users/feature.ts';
import { webhooks } from './webhooks/feature.ts';
import { why } from './why/feature.ts';

/** The features of the command line, in the order of the help and of docs/cli.md. */
export const FEATURES: readonly Feature[] = [
	signin,
	profiles,
	status,
	webhooks,
	subscriptions,
	announce,
	broadcast,
	social,
	deliveries,
	messages,
	events,
	why,
	skus,
	productRequests,
	keywords,
	products,
	resale,
	stores,
	catalogue,
	releases,
	history,
	shops,
	sources,
	users,
	guilds,
	audit,
	tokens,
	shortener,
	api,
	completion,
];

/** The headings of the help, by the first feature below each of them. */
export const HEADINGS: ReadonlyMap<Feature, string> = new Map([
	[signin, 'Account'],
	[webhooks, 'Webhooks and messages'],
	[skus, 'Watched products'],
	[users, 'People and servers'],
	[shortener, 'Tools'],
]);
