import type { Coverage, CoverageRow, Overview } from '@dropwire/contract';
import {
	type Brand,
	coverageVerdict,
	PRODUCT_FAMILIES,
	isBlocked,
	isInFirstRound,
	isLate,
	listRegions,
	listsOf,
	offerOf,
	type Region,
	sourceNameOf,
	TOPICS,
} from '@dropwire/domain';
import { mergePaces, type SourceRow, type TopicCount } from '@dropwire/engine';
import { SOURCES } from '@dropwire/retailers';
import type { EntryCounts } from './counts.ts';
import { presentPace } from './presentPace.ts';

/** What the rows are made of. */
export interface CoverageParts {
	sources: readonly SourceRow[];
	monitors: Overview['monitors'];
	subscriptions: readonly TopicCount[];
	entries: EntryCounts;
	broadcast: boolean;
	/** Whether the subscriptions are those of one guild only, so that others can wait for the same products. */
	ofGuild: boolean;
	/** Live engine processes. Without one nothing can be checked. */
	engines: number;
	now: number;
}

type Place = Pick<CoverageRow, 'brand' | 'category' | 'region'>;

/** Every brand, category and region whose products have events, in the order of the table of topics. */
const PLACES: readonly Place[] = PRODUCT_FAMILIES.flatMap(({ brand, category, regions }) =>
	regions.map((region) => ({ brand, category, region })),
);

/** The lists whose entries can only be checked by their links. */
export const LISTS_BY_LINK: readonly string[] = SOURCES.filter(({ byLink }) => byLink !== undefined).flatMap(
	({ name, offer }) => listsOf(name, offer),
);

/** A row for each brand, category and region. Derived from the tables of topics, lists and sources. */
export function coverageRows(parts: CoverageParts): Coverage['rows'] {
	const soldIn = soldRegions(parts.subscriptions);
	return PLACES.map((place) => rowOf(place, parts, soldIn));
}

function rowOf(place: Place, parts: CoverageParts, soldIn: ReadonlyMap<string, ReadonlySet<Region>>): CoverageRow {
	const { brand, category, region } = place;
	const source = sourceOf(place);
	const definitions = SOURCES.filter((one) => sourceNameOf(one) === source && one.regions.includes(region));
	const byLink = definitions.length > 0 && definitions.every((one) => one.byLink !== undefined);
	const sold = soldIn.get(source) ?? new Set();
	const lists = listsOf(brand, offerOf(category)).flatMap((list) => {
		if (!listRegions(list).includes(region)) return [];
		const isCounted = regionsFilter(region, sold, definitions[0]?.regions ?? listRegions(list));
		const own = parts.entries.groups.filter((group) => group.list === list && isCounted(group));
		const skus = own.reduce((total, group) => total + group.skus, 0);
		// Sources that read by link have one region.
		return [{ list, skus, unlinked: byLink && skus > 0 ? (parts.entries.unlinked.get(list) ?? 0) : 0 }];
	});
	// External monitors report as blocked what nothing watches.
	const checks = parts.sources.filter(
		(row) => row.source === source && row.region === region && row.watched + row.blocked > 0,
	);
	const pace = mergePaces(checks.flatMap((row) => row.pace ?? []));
	const monitors = parts.monitors.filter(({ sources }) => sources.includes(brand));
	const counted = parts.subscriptions.filter((topic) => isAt(topic, place));
	const active = counted.reduce((total, { all, off }) => total + all - off, 0);
	const skus = lists.reduce((total, list) => total + list.skus, 0);
	const linked = skus - lists.reduce((total, { unlinked }) => total + unlinked, 0);
	return {
		...place,
		verdict: coverageVerdict({
			active,
			soldOtherwise: parts.ofGuild || parts.broadcast || sold.has(region),
			broadcast: parts.broadcast,
			skus,
			canCheck: definitions.length > 0 && parts.engines > 0 && linked > 0,
			watched: checks.reduce((total, { watched }) => total + watched, 0),
			blocked: checks.some((check) => isBlocked(check, parts.now)),
			firstRound: checks.some(isInFirstRound),
			suspect: checks.some(({ suspectSince }) => suspectSince !== null),
			late: checks.some((check) => isLate(check, parts.now)),
			monitors: hasOnePlace(brand) ? monitorState(monitors) : null,
		}),
		sources: definitions.map(({ evidence, knownFrom, announcesLaunches }) => ({
			name: source,
			evidence,
			knownFrom,
			announcesLaunches,
			byLink,
		})),
		checks: checks.map(presentCheck),
		interval: pace && presentPace(pace, region, active),
		lists,
		monitors: monitors.map(({ name, silent, lastAt }) => ({ name, silent, lastAt })),
		subscriptions: { active, off: counted.reduce((total, { off }) => total + off, 0) },
		topics: {
			all: TOPICS.filter((topic) => isAt(topic, place)).length,
			subscribed: counted.filter(({ all, off }) => all > off).length,
		},
	};
}

/** The name of the source of a brand's category. */
function sourceOf({ brand, category }: { brand: string; category: string }): string {
	return sourceNameOf({ name: brand, offer: offerOf(category) });
}

function isAt(topic: { brand: string; category: string; region: string }, place: Place): boolean {
	return topic.brand === place.brand && topic.category === place.category && topic.region === place.region;
}

/** The regions in which each source has an active subscription, by the source's name. */
function soldRegions(topics: readonly TopicCount[]): Map<string, Set<Region>> {
	const active = topics.filter(({ all, off }) => all > off);
	return new Map(
		[...Map.groupBy(active, sourceOf)].map(([source, same]) => [
			source,
			new Set(same.map(({ region }) => region as Region)),
		]),
	);
}

/** Whether entries count in a region: see `lists` in the contract. */
function regionsFilter(region: Region, sold: ReadonlySet<Region>, regions: readonly Region[]) {
	const everywhere = sold.size > 0 ? sold.has(region) : region === regions[0];
	return (entry: EntryCounts['groups'][number]) => entry.regions?.includes(region) ?? everywhere;
}

/** A monitor names brands only, so its reports say something about a topic only if its brand has no other. */
function hasOnePlace(brand: Brand): boolean {
	return PLACES.filter((place) => place.brand === brand).length === 1;
}

function monitorState(monitors: Overview['monitors']): 'live' | 'silent' | null {
	if (monitors.length === 0) return null;
	return monitors.some(({ silent }) => !silent) ? 'live' : 'silent';
}

function presentCheck(row: SourceRow): CoverageRow['checks'][number] {
	return {
		source: row.source,
		host: row.host,
		watched: row.watched,
		neverChecked: row.neverChecked,
		blocked: row.blocked,
		roundMs: row.roundMs,
		oldestCheckAt: row.oldestCheckAt,
		p95CheckAt: row.p95CheckAt,
		waitingSince: row.waitingSince,
		blockedSince: row.blockedSince,
		blockedReason: row.blockedReason,
		suspectSince: row.suspectSince,
		suspectReason: row.suspectReason,
	};
}
