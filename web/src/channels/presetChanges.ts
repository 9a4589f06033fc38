import {
	type Brand,
	BRANDS,
	type DiscordChannel,
	type Region,
	REGION_NAMES,
	REGIONS,
	type SetupChange,
	TOPICS,
} from '@dropwire/contract';
import { addTo } from './bulkChanges.ts';
import { suggestForBrand, suggestForRegion } from './suggestChannel.ts';

/** The ways to set up a whole server in one step. */
export const PRESETS = {
	all: { title: 'One channel for all', text: 'Every topic goes to the same Discord channel.' },
	brand: { title: 'A channel per brand', text: 'Nike here, New Balance there: one Discord channel for each brand.' },
	region: { title: 'A channel per region', text: 'All topics of a region go to the Discord channel of that region.' },
} as const;
export type Preset = keyof typeof PRESETS;

/** One channel that a preset asks for, and the topics that go there. */
interface Slot {
	key: string;
	label: string;
	topics: readonly (typeof TOPICS)[number][];
	/** The channel whose name fits; null if none does. */
	suggest(channels: readonly DiscordChannel[]): DiscordChannel | null;
}

/** The channels that a preset asks for. @param regions the regions of the topics; a preset per region has all */
export function slotsOf(preset: Preset, regions: readonly Region[]): Slot[] {
	const topics = TOPICS.filter(({ region }) => regions.includes(region));
	if (preset === 'all') return [{ key: 'all', label: 'Channel for all topics', topics, suggest: () => null }];
	if (preset === 'region') {
		return REGIONS.map((region) => ({
			key: region,
			label: REGION_NAMES[region],
			topics: TOPICS.filter((topic) => topic.region === region),
			suggest: (channels) => suggestForRegion(region, channels),
		}));
	}
	const [only = null] = regions.length === 1 ? regions : [];
	return (Object.keys(BRANDS) as Brand[]).flatMap((brand) => {
		const own = topics.filter((topic) => topic.brand === brand);
		if (own.length === 0) return [];
		const suggest = (channels: readonly DiscordChannel[]) => suggestForBrand(brand, only, channels);
		return [{ key: brand, label: BRANDS[brand].name, topics: own, suggest }];
	});
}

/** The changes of a preset. @param chosen the channel of each slot, by key; slots without one are left out */
export function presetChanges(slots: readonly Slot[], chosen: ReadonlyMap<string, string>): SetupChange[] {
	return slots.flatMap(({ key, topics }) => {
		const channelId = chosen.get(key);
		return channelId ? addTo(topics, { channelId }) : [];
	});
}
