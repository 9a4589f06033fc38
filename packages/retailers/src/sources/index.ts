import { type Brand, type BrandEntry, BRANDS, listsOf } from '@dropwire/domain';
import { httpUrl, wholeNumber } from '@dropwire/domain/settings';
import type { Place } from '../fetching/places.ts';
import { type FetchSettings, fetchSettings } from '../fetching/settings.ts';
import { userAgentOf } from '../fetching/userAgent.ts';
import { z } from 'zod';
import type { ConnectionOptions, Source, SourceDefinition } from './source.ts';
import * as table from './table.ts';

type Definition = (typeof table)[keyof typeof table];
type MoreOf<D> = D extends SourceDefinition<string, string, infer More> ? More : never;
type MoreSetting = MoreOf<Definition>;
type UrlSetting = NonNullable<Definition['url']>['setting'] | MoreSetting;
type BudgetSetting = Definition['budget']['setting'];
type AnyDefinition = SourceDefinition<UrlSetting, BudgetSetting, MoreSetting>;

/** Every source, by name. */
export const SOURCES: readonly AnyDefinition[] = Object.values(table);

/** The values of all sources' settings, by their names in the environment. */
export type SourceSettings = Readonly<Record<UrlSetting, string> & Record<BudgetSetting, number>> &
	Partial<FetchSettings>;

const urlsOf = ({ url, more = [] }: AnyDefinition) => [...(url ? [url] : []), ...more];
const isPath = (url: { default: string }) => url.default.startsWith('/');
const path = () => z.string().startsWith('/', 'must begin with /').max(2000, 'must have 2000 characters at most');
const urlSetting = (url: ReturnType<typeof urlsOf>[number]) =>
	(isPath(url) ? path() : httpUrl()).default(url.default).meta({ description: url.description });
const budgetSetting = ({ budget }: AnyDefinition) =>
	wholeNumber(1, 1_000_000).default(budget.default).meta({ description: budget.description });

/** The settings of all sources, and of their requests, as a zod shape, for `readSettings`. */
export const sourceSettings = {
	...(Object.fromEntries(
		SOURCES.flatMap((source) => [
			...urlsOf(source).map((url) => [url.setting, urlSetting(url)] as const),
			[source.budget.setting, budgetSetting(source)] as const,
		]),
	) as Record<UrlSetting, ReturnType<typeof urlSetting>> & Record<BudgetSetting, ReturnType<typeof budgetSetting>>),
	...fetchSettings,
};

/** The URL settings of every source, with the URLs that `urlOf` returns: in sandbox mode, those of the local shops. */
export function sourceUrls(urlOf: (name: Brand) => string): Record<UrlSetting, string> {
	const urls = SOURCES.flatMap((source) =>
		urlsOf(source).map((url) => [url.setting, isPath(url) ? url.default : urlOf(source.name)]),
	);
	return Object.fromEntries(urls) as Record<UrlSetting, string>;
}

/** The budget setting of every source, all with the same value. */
export function sourceBudgets(requestsPerMinute: number): Record<BudgetSetting, number> {
	const budgets = SOURCES.map(({ budget }) => [budget.setting, requestsPerMinute]);
	return Object.fromEntries(budgets) as Record<BudgetSetting, number>;
}

/** Opens every source. Sends nothing before the first call; the caller closes the sources. */
export function openSources(
	settings: SourceSettings,
	{ timeoutMs = 10_000, connections = 16 }: Partial<Pick<ConnectionOptions, 'timeoutMs' | 'connections'>> = {},
): Source[] {
	const { CONTACT_EMAIL, PROXY_URLS: proxies = [], PRIVATE_SHOPS: privateShops = [] } = settings;
	const shared = { timeoutMs, connections, userAgent: userAgentOf(CONTACT_EMAIL), proxies, privateShops };
	return SOURCES.map(({ connect, url, more = [], budget, ...facts }) => {
		const requestsPerMinute = settings[budget.setting];
		return {
			...facts,
			...connect({
				...shared,
				url: url ? settings[url.setting] : '',
				more: Object.fromEntries(more.map(({ setting }) => [setting, settings[setting]])),
				requestsPerMinute,
			}),
			lists: listsOf(facts.name, facts.offer),
			requestsPerMinute,
		};
	});
}

/** Where the links of the shops that are read by link are fetched from, for the test of links. */
export function sourcePlaces(settings: SourceSettings): Place[] {
	return SOURCES.flatMap(({ name, byLink, url }) =>
		byLink && url ? [{ hosts: (BRANDS[name] as BrandEntry).hosts ?? [], address: settings[url.setting] }] : [],
	);
}

/** Whether a brand's snapshots announce launches. Reports from outside monitors follow the same rule as our source. */
export function announcesLaunches(name: Brand): boolean {
	return SOURCES.some((source) => source.name === name && source.announcesLaunches);
}
