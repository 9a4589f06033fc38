import { type Brand, REFURBISHED_LIST, REGION_NAMES, type Region, TOPICS, type Topic } from '@dropwire/bff/contract';

/** Where a webhook stands: the group of one topic. */
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
	/** Names it in the fold that is kept in the browser, and among the add panel's regions. */
	id: string;
	title: string;
	groups: readonly Group[];
}

/** Topics that a screen shows: the name before the region, or the whole title where there is one region. */
interface Family {
	brand: Brand;
	category: string;
	name?: string;
	title?: string;
}

/** Everything that differs between the webhook screens of the brands. Adding a brand is adding a line. */
export interface BrandScreen {
	/** The content id: in the address, and in the name of the kept folds. */
	id: string;
	title: string;
	families: readonly Family[];
	/** An option of the add panel that adds to all families at once. */
	together?: string;
	/** A list of SKUs that is managed in the same screen. */
	skus?: { title: string; list: string };
}

export const BRAND_SCREENS = [
	{ id: 'nike-shoes', title: 'Nike Shoes Webhooks', families: [{ brand: 'NIKE', category: 'SHOES', name: 'Nike' }] },
	{
		id: 'nike-equipment',
		title: 'Nike Equipment Webhooks',
		families: [{ brand: 'NIKE', category: 'EQUIPMENT', name: 'Nike' }],
	},
	{
		id: 'nike-refurbished',
		title: 'Nike Shoes Refurbished',
		families: [{ brand: 'NIKE', category: 'REFURBISHED', title: 'Nike US Refurbished' }],
		skus: { title: 'Nike US Refurbished - Custom', list: REFURBISHED_LIST },
	},
	{ id: 'hp', title: 'HP Webhooks', families: [{ brand: 'HP', category: 'LAPTOPS', name: 'HP' }] },
	{ id: 'adidas', title: 'Adidas Webhooks', families: [{ brand: 'ADIDAS', category: 'HOT1', name: 'Adidas' }] },
	{ id: 'asics', title: 'ASICS Webhooks', families: [{ brand: 'ASICS', category: 'SHOES', name: 'ASICS' }] },
	{
		id: 'jdfnl',
		title: 'JD/FNL Webhooks',
		families: [
			{ brand: 'JD', category: 'SHOES', title: 'JD Sports' },
			{ brand: 'FNL', category: 'SHOES', title: 'Finish Line' },
		],
		together: 'JD & FNL',
	},
] as const satisfies readonly BrandScreen[];

export type BrandId = (typeof BRAND_SCREENS)[number]['id'];

/** The one group of announcements, which has a screen of its own. */
export const STOCK_NUMBERS = { brand: 'STOCK', category: 'NUMBERS', region: 'US', status: 'ANNOUNCEMENT' } as const;

/** What a group is called over its rows, and in the add panel (spec 2, section 2). */
const STATUSES: Readonly<Record<string, { title: string; option: string }>> = {
	ACTIVE: { title: 'ACTIVE Webhooks', option: 'Active' },
	CLOSEOUT: { title: 'CLOSEOUT Webhooks', option: 'Closeout' },
	HOLD: { title: 'HOLD Webhooks', option: 'Hold' },
	DISCOUNT: { title: 'Discount Webhooks', option: 'Discount' },
	SHOES: { title: 'Shoes Webhooks', option: 'Shoes' },
	LAPTOPS: { title: 'Laptops Webhooks', option: 'Laptops' },
	HOT1: { title: 'HOT 1 Webhooks', option: 'HOT 1' },
	NEW: { title: 'NEW Webhooks', option: 'New' },
	CHANGE: { title: 'CHANGE Webhooks', option: 'Change' },
	RESTOCK: { title: 'RESTOCK Webhooks', option: 'Restock' },
};

/** A section per family and region, a group per status, as the table of topics has them. */
export function sectionsOf({ families }: BrandScreen): Section[] {
	return families.flatMap(({ brand, category, name, title }) => {
		const topics = TOPICS.filter((topic) => topic.brand === brand && topic.category === category);
		const regions = [...new Set(topics.map(({ region }) => region))];
		return regions.map((region) => ({
			id: name ? region : brand,
			title: title ?? `${name} ${REGION_NAMES[region]}`,
			groups: topics
				.filter((topic) => topic.region === region)
				.map(({ status }) => ({
					title: STATUSES[status]?.title ?? status,
					place: { brand, category, region, status },
				})),
		}));
	});
}

/** The add panel's regions: the sections, or all of them at once. */
export function regionChoices(screen: BrandScreen): Choice[] {
	const sections = sectionsOf(screen).map(({ id, title }) => ({
		value: id,
		label: screen.families.length > 1 ? title : (REGION_NAMES[id as Region] ?? REGION_NAMES.US),
	}));
	return screen.together ? [...sections, { value: ALL, label: screen.together }] : sections;
}
const ALL = 'ALL';

/** The groups that a choice of region stands for. */
function chosenGroups(screen: BrandScreen, region: string): Group[] {
	return sectionsOf(screen)
		.filter(({ id }) => region === ALL || id === region)
		.flatMap(({ groups }) => groups);
}

export function statusChoices(screen: BrandScreen, region: string): Choice[] {
	const statuses = new Set(chosenGroups(screen, region).map(({ place }) => place.status));
	return [...statuses].map((value) => ({ value, label: STATUSES[value]?.option ?? value }));
}

/** Where a webhook lands: one group, or one of each family. */
export function placesOf(screen: BrandScreen, region: string, status: string): Place[] {
	return chosenGroups(screen, region)
		.map(({ place }) => place)
		.filter((place) => place.status === status);
}

/** The content id of the screen that shows a brand and category, for links to it. */
export function screenOf(brand: string, category: string): string {
	const screen = BRAND_SCREENS.find(({ families }) =>
		families.some((family) => family.brand === brand && family.category === category),
	);
	return screen?.id ?? 'stocknumber';
}

/** What the screen of a content id shows, as `screenOf` has it; nothing where it has no groups. */
export function familiesOf(id: string): readonly Pick<Family, 'brand' | 'category'>[] {
	if (id === 'stocknumber') return [STOCK_NUMBERS];
	return BRAND_SCREENS.find((screen) => screen.id === id)?.families ?? [];
}
