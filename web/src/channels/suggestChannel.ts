import {
	BRANDS,
	type DiscordChannel,
	REGIONS,
	type Region,
	TOPIC_STATUSES,
	TOPICS,
	type Topic,
} from '@dropwire/contract';

/** What a channel's name says: which topics it can be for. */
interface Meaning {
	regions: ReadonlySet<Region>;
	brands: ReadonlySet<string>;
	categories: ReadonlySet<string>;
	statuses: ReadonlySet<string>;
	/** The words that mean nothing here. */
	unknown: number;
}

/** Other words of a region than its code. */
const REGION_WORDS: Readonly<Record<string, Region>> = {
	usa: 'US',
	america: 'US',
	japan: 'JP',
	singapore: 'SG',
	malaysia: 'MY',
	thailand: 'TH',
	india: 'IN',
	australia: 'AU',
	canada: 'CA',
	china: 'CN',
	france: 'FR',
	uk: 'GB',
	england: 'GB',
	mexico: 'MX',
	philippines: 'PH',
	korea: 'KR',
	taiwan: 'TW',
	austria: 'AT',
};
/** Words that channels of any topic have. */
const NEUTRAL: ReadonlySet<string> = new Set(['drops', 'drop', 'monitor', 'alerts', 'feed', 'releases', 'sneakers']);

/** The words of a brand: those of its name, and for New Balance also `nb` and for shops their short names. */
const BRAND_WORDS = new Map<string, string>([
	...Object.entries(BRANDS).flatMap(([brand, { name }]) => [
		[brand.toLowerCase(), brand] as const,
		[name.toLowerCase().replaceAll(' ', ''), brand] as const,
	]),
	['nb', 'NEWBALANCE'],
	['jdsports', 'JD'],
	['finishline', 'FNL'],
]);
const CATEGORIES = new Set(TOPICS.map(({ category }) => category.toLowerCase()));
const STATUS_WORDS = new Map(
	Object.entries(TOPIC_STATUSES).flatMap(([status, { name }]) => [
		[status.toLowerCase(), status] as const,
		[name.toLowerCase(), status] as const,
	]),
);

/** Words of everyday English, which name a region only at the end of a name. */
const ALSO_WORDS: ReadonlySet<string> = new Set(['in', 'at', 'my']);

/** The topics of each family, to know in how many regions it is. */
const BY_FAMILY = Map.groupBy(TOPICS, familyOf);

/** What a channel is for; null where it is for all of them. */
interface Purpose {
	region: Region | null;
	brand: string | null;
	category: string | null;
	status: string | null;
}

type Named = Pick<DiscordChannel, 'name' | 'missing'>;

/**
 * The channel whose name fits a topic best, such as `#nike-jp` for Nike topics in Japan.
 * @returns null if no name fits, or several do equally well
 */
export function suggestChannel<C extends Named>(topic: Topic, channels: readonly C[]): C | null {
	const isInOneRegion = new Set(BY_FAMILY.get(familyOf(topic))?.map(({ region }) => region)).size === 1;
	// A topic of many regions needs a channel of its region; without the brand the name must have no other words.
	return bestOf(channels, topic, ({ brands, regions, unknown }) =>
		isInOneRegion ? brands.size > 0 : regions.size > 0 && (brands.size > 0 || unknown === 0),
	);
}

/** The channel whose name fits a brand best. @param region null for a channel of all regions */
export function suggestForBrand<C extends Named>(
	brand: string,
	region: Region | null,
	channels: readonly C[],
): C | null {
	return bestOf(channels, { region, brand, category: null, status: null }, ({ brands }) => brands.size > 0);
}

/** The channel whose name fits a region best. */
export function suggestForRegion<C extends Named>(region: Region, channels: readonly C[]): C | null {
	const purpose = { region, brand: null, category: null, status: null };
	return bestOf(channels, purpose, ({ regions, unknown }) => regions.size > 0 && unknown === 0);
}

function bestOf<C extends Named>(
	channels: readonly C[],
	purpose: Purpose,
	saysEnough: (meaning: Meaning) => boolean,
): C | null {
	const rated = channels.flatMap((channel) => {
		const meaning = meaningOf(channel.name);
		if (channel.missing.length > 0 || !saysEnough(meaning)) return [];
		const score = scoreOf(purpose, meaning);
		return score === null ? [] : [{ channel, score }];
	});
	const best = Math.max(...rated.map(({ score }) => score));
	const [first, ...others] = rated.filter(({ score }) => score === best);
	return first && others.length === 0 ? first.channel : null;
}

/** Null if the name contradicts the purpose. Each word that fits counts more than all that mean nothing. */
function scoreOf(
	{ region, brand, category, status }: Purpose,
	{ regions, brands, categories, statuses, unknown }: Meaning,
): number | null {
	const facts: readonly (readonly [ReadonlySet<string>, string | null])[] = [
		[regions, region],
		[brands, brand],
		[categories, category],
		[statuses, status],
	];
	const said = facts.filter(([words]) => words.size > 0);
	if (said.some(([words, own]) => own === null || !words.has(own))) return null;
	return said.length * 100 - unknown;
}

/** Reads a channel's name: its words are separated by anything but letters and digits. */
function meaningOf(name: string): Meaning {
	const words = name
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);
	// Brands of two words: `new-balance`.
	const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
	const brands = new Set([...words, ...pairs].flatMap((word) => BRAND_WORDS.get(word) ?? []));
	const inPairs = new Set(pairs.flatMap((pair, index) => (BRAND_WORDS.has(pair) ? [index, index + 1] : [])));
	const regions = new Set<Region>();
	const categories = new Set<string>();
	const statuses = new Set<string>();
	let unknown = 0;
	for (const [index, word] of words.entries()) {
		const code = REGIONS.find((one) => one.toLowerCase() === word);
		const isWord = ALSO_WORDS.has(word) && index < words.length - 1;
		const region = isWord ? undefined : (code ?? REGION_WORDS[word]);
		const status = STATUS_WORDS.get(word.replace(/s$/, '')) ?? STATUS_WORDS.get(word);
		if (inPairs.has(index) || BRAND_WORDS.has(word)) continue;
		else if (region) regions.add(region);
		else if (CATEGORIES.has(word)) categories.add(word.toUpperCase());
		else if (status) statuses.add(status);
		else if (!NEUTRAL.has(word)) unknown++;
	}
	return { regions, brands, categories, statuses, unknown };
}

function familyOf({ brand, category }: Topic): string {
	return `${brand} ${category}`;
}
