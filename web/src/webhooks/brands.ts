import { type BrandScreen, REGION_NAMES, type Region, TOPIC_STATUSES, TOPICS, type Topic } from '@dropwire/contract';

/** Identifies the group of one topic. */
export type Place = Pick<Topic, 'brand' | 'category' | 'region' | 'status'>;
export interface Choice {
	value: string;
	label: string;
}
export interface Group {
	title: string;
	place: Place;
}
export interface Section {
	/** Identifies the section in the browser's stored folds and in the add panel's regions. */
	id: string;
	title: string;
	groups: readonly Group[];
}

/** The sections of a screen: one per family and region, with a group per status. */
export function sectionsOf({ families }: BrandScreen): Section[] {
	return families.flatMap(({ brand, category, heading, regions }) =>
		regions.map((region) => ({
			id: heading.includes(REGION) ? region : brand,
			title: heading.replace(REGION, REGION_NAMES[region]),
			groups: TOPICS.filter(
				(topic) => topic.brand === brand && topic.category === category && topic.region === region,
			).map(({ status }) => ({
				title: TOPIC_STATUSES[status].heading,
				place: { brand, category, region, status },
			})),
		})),
	);
}

/** The id of the section of a screen that has a topic. */
export function sectionIdOf(screen: BrandScreen, { brand, category, region }: Omit<Place, 'status'>): string {
	const isIn = ({ place }: Group) => place.brand === brand && place.category === category && place.region === region;
	return sectionsOf(screen).find(({ groups }) => groups.some(isIn))?.id ?? '';
}

/** Replaced by the region's name in a family's heading. */
const REGION = '{region}';

/** The sections of a screen by the name of their region, or of their brand on a screen for several. */
export function sectionChoices(screen: BrandScreen): Choice[] {
	return sectionsOf(screen).map(({ id, title }) => ({
		value: id,
		label: screen.families.length > 1 ? title : (REGION_NAMES[id as Region] ?? REGION_NAMES.US),
	}));
}

/** The add panel's regions: each section, or all of them together. */
export function regionChoices(screen: BrandScreen): Choice[] {
	const sections = sectionChoices(screen);
	return screen.together ? [...sections, { value: ALL, label: screen.together }] : sections;
}
const ALL = 'ALL';

/** The groups of a region in the add panel. */
function groupsOf(screen: BrandScreen, region: string): Group[] {
	return sectionsOf(screen)
		.filter(({ id }) => region === ALL || id === region)
		.flatMap(({ groups }) => groups);
}

export function statusChoices(screen: BrandScreen, region: string): Choice[] {
	const statuses = new Set(groupsOf(screen, region).map(({ place }) => place.status));
	return [...statuses].map((value) => ({ value, label: TOPIC_STATUSES[value].name }));
}

/** The groups to which a webhook is added: one, or one of each family. */
export function placesOf(screen: BrandScreen, region: string, status: string): Place[] {
	return groupsOf(screen, region)
		.map(({ place }) => place)
		.filter((place) => place.status === status);
}
