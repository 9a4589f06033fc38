import { REGIONS, type Region } from './regions.ts';

export const BRANDS = ['NIKE', 'HP', 'ADIDAS', 'ASICS', 'JD', 'FNL', 'STOCK'] as const;
export type Brand = (typeof BRANDS)[number];

/** What a webhook can subscribe to: one row of the topic table (contract: "Topics"). */
export interface Topic {
	brand: Brand;
	category: string;
	region: Region;
	status: string;
	/** The name that a server's admin sees; unique within a region. */
	toolsName: string;
}

/** Nike's group statuses in wire order; DISCOUNT stands in the US only. */
export const NIKE_GROUP_STATUSES = ['ACTIVE', 'CLOSEOUT', 'HOLD', 'DISCOUNT'] as const;
export type NikeGroupStatus = (typeof NIKE_GROUP_STATUSES)[number];

/** One line per family of topics; a new brand is a new line. `name` is completed by the status where there are several. */
const FAMILIES: readonly {
	brand: Brand;
	category: string;
	name: string;
	regions: readonly Region[];
	statuses: readonly string[];
	/** Statuses that stand in the US only. */
	usStatuses?: readonly string[];
	/** Whether the status is part of the name. */
	named: boolean;
}[] = [
	nike('SHOES', 'Nike Shoes'),
	nike('EQUIPMENT', 'Nike Equipment'),
	us('NIKE', 'REFURBISHED', 'Nike Refurbished Shoes', ['SHOES'], false),
	us('HP', 'LAPTOPS', 'HP Laptops', ['LAPTOPS'], false),
	us('ADIDAS', 'HOT1', 'Adidas Hot 1', ['HOT1'], false),
	us('ASICS', 'SHOES', 'ASICS Restock', ['RESTOCK'], false),
	us('JD', 'SHOES', 'JD Sports', ['NEW', 'CHANGE', 'RESTOCK'], true),
	us('FNL', 'SHOES', 'Finish Line', ['NEW', 'CHANGE', 'RESTOCK'], true),
	us('STOCK', 'NUMBERS', 'Stock Numbers', ['ANNOUNCEMENT'], false),
];

function nike(category: string, name: string) {
	return {
		brand: 'NIKE',
		category,
		name,
		regions: REGIONS,
		statuses: ['ACTIVE', 'CLOSEOUT', 'HOLD'],
		usStatuses: ['DISCOUNT'],
		named: true,
	} as const;
}

function us(brand: Brand, category: string, name: string, statuses: readonly string[], named: boolean) {
	return { brand, category, name, regions: ['US'] as const, statuses, named };
}

/** `ACTIVE` reads `Active` in a name. */
function titleCase(status: string): string {
	return status.charAt(0) + status.slice(1).toLowerCase();
}

/** Every topic there is, in the order of the table, regions within a family. */
export const TOPICS: readonly Topic[] = FAMILIES.flatMap((family) =>
	family.regions.flatMap((region) =>
		[...family.statuses, ...(region === 'US' ? (family.usStatuses ?? []) : [])].map((status) => ({
			brand: family.brand,
			category: family.category,
			region,
			status,
			toolsName: family.named ? `${family.name} ${titleCase(status)}` : family.name,
		})),
	),
);

/** The names that a region has, in table order. */
export function toolsNames(region: Region): string[] {
	return TOPICS.filter((topic) => topic.region === region).map((topic) => topic.toolsName);
}
