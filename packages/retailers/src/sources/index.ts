import { type Brand, type BrandEntry, BRANDS, listsOf } from '@dropwire/domain';
import type { Place } from '../fetching/places.ts';
import type { FetchSettings } from '../fetching/settings.ts';
import { userAgentOf } from '../fetching/userAgent.ts';
import type { ConnectionOptions, Source, SourceDefinition } from './source.ts';
import * as table from './table.ts';

type Definition = (typeof table)[keyof typeof table];
type MoreOf<D> = D extends SourceDefinition<string, string, infer More> ? More : never;
type MoreUrl = MoreOf<Definition>;
/** The names of the sources' addresses in SHOP_URLS. */
export type SourceUrl = NonNullable<Definition['url']>['name'] | MoreUrl;
export type BudgetSetting = Definition['budget']['setting'];
type AnyDefinition = SourceDefinition<SourceUrl, BudgetSetting, MoreUrl>;

/** Every source, by name. */
export const SOURCES: readonly AnyDefinition[] = Object.values(table);

/** The values of all sources' settings. */
export type SourceSettings = Readonly<
	{ SHOP_URLS: Readonly<Record<SourceUrl, string>> } & Record<BudgetSetting, number> & Partial<FetchSettings>
>;

/** The addresses that a source uses. */
export function urlsOf({ url, more = [] }: AnyDefinition) {
	return [...(url ? [url] : []), ...more];
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
	const { SHOP_URLS: urls, CONTACT_EMAIL, PROXY_URLS: proxies = [], PRIVATE_SHOPS: privateShops = [] } = settings;
	const shared = { timeoutMs, connections, userAgent: userAgentOf(CONTACT_EMAIL), proxies, privateShops };
	return SOURCES.map(({ connect, url, more = [], budget, ...facts }) => {
		const requestsPerMinute = settings[budget.setting];
		return {
			...facts,
			...connect({
				...shared,
				url: url ? urls[url.name] : '',
				more: Object.fromEntries(more.map(({ name }) => [name, urls[name]])),
				requestsPerMinute,
			}),
			lists: listsOf(facts.name, facts.offer),
			requestsPerMinute,
		};
	});
}

/** Where the links of the shops that are read by link are fetched from, for the test of links. */
export function sourcePlaces({ SHOP_URLS: urls }: Pick<SourceSettings, 'SHOP_URLS'>): Place[] {
	return SOURCES.flatMap(({ name, byLink, url }) =>
		byLink && url ? [{ hosts: (BRANDS[name] as BrandEntry).hosts ?? [], address: urls[url.name] }] : [],
	);
}

/** Whether a brand's snapshots announce launches. Reports from outside monitors follow the same rule as our source. */
export function announcesLaunches(name: Brand): boolean {
	return SOURCES.some((source) => source.name === name && source.announcesLaunches);
}
