import { expect, test } from 'vitest';
import { family } from './brand.ts';
import { type Brand, BRAND_IDS, type SkuBrand } from './brands.ts';
import { CHECK_KINDS, type CheckKind, EVENT_KINDS, RELEASE_KINDS, TOPIC_KINDS } from './eventKinds.ts';
import { REGIONS } from './regions.ts';
import { RELEASES } from './releases.ts';
import { BRAND_SCREENS, screenOf } from './screens.ts';
import { PRODUCT_STATUSES } from './statuses.ts';
import {
	ANNOUNCEMENT_TOPIC,
	FAMILIES,
	groupStatuses,
	kindsOf,
	optionProblems,
	PRODUCT_BRANDS,
	routeOf,
	TOPICS,
	toolsNames,
} from './topics.ts';

const event = { brand: 'NIKE', category: 'SHOES', region: 'US', productStatus: null, priceFell: false } as const;
const namesByKind = (over: Partial<Parameters<typeof routeOf>[0]>) =>
	CHECK_KINDS.map((kind) => routeOf({ ...event, kind, ...over })?.toolsName ?? null);

const NEW_IS_A_RESTOCK = ['Restock', 'Restock', 'Restock', null, 'Restock', null, null];
const NEW_IS_NEW = ['Restock', 'Restock', 'New', 'Change', 'Restock', 'Change', 'Change'];
const all = (name: string) => CHECK_KINDS.map(() => name);
const named = (brand: string, names: readonly (string | null)[]) =>
	names.map((name) => (name === null ? null : `${brand} ${name}`));

/** The kinds in the order of CHECK_KINDS: SHOCK_DROP, LIVE, NEW, STATUS, RESTOCK, PRICE, STOCK. */
const ROUTES: Readonly<Record<string, (string | null)[]>> = {
	'HP LAPTOPS': all('HP Laptops'),
	'ADIDAS HOT1': all('Adidas Hot 1'),
	'ASICS SHOES': named('ASICS', NEW_IS_A_RESTOCK),
	'NEWBALANCE SHOES': named('New Balance', NEW_IS_A_RESTOCK),
	'JD SHOES': named('JD Sports', NEW_IS_NEW),
	'FNL SHOES': named('Finish Line', NEW_IS_NEW),
	'SHOPS ALL': named('Shops', NEW_IS_NEW),
	'NIKE REFURBISHED': all('Nike Refurbished Shoes'),
	'STOCK NUMBERS': CHECK_KINDS.map(() => null),
	'NIKE RELEASES': CHECK_KINDS.map(() => null),
};

test('the routes below are for these kinds', () => {
	expect(CHECK_KINDS).toEqual(['SHOCK_DROP', 'LIVE', 'NEW', 'STATUS', 'RESTOCK', 'PRICE', 'STOCK']);
});

test('only the family of releases routes the kinds about releases', () => {
	expect(EVENT_KINDS).toEqual([...CHECK_KINDS, ...RELEASE_KINDS]);
	const routed = FAMILIES.filter(({ brand, category }) =>
		[...RELEASE_KINDS, 'REMINDER' as const].some((kind) => routeOf({ ...event, brand, category, kind })),
	);
	expect(routed.map(({ brand, category }) => `${brand} ${category}`)).toEqual(['NIKE RELEASES']);
	expect(new Set(TOPIC_KINDS)).toEqual(new Set([...EVENT_KINDS, 'REMINDER']));
});

test.each(Object.entries(ROUTES))('the events of %s go to the topics of the contract', (family, names) => {
	const [brand, category] = family.split(' ') as [Brand, string];
	expect(namesByKind({ brand, category })).toEqual(names);
});

test.each([
	['ACTIVE', 'Nike Shoes Active'],
	['CLOSEOUT', 'Nike Shoes Closeout'],
	['HOLD', 'Nike Shoes Hold'],
	['INACTIVE', null],
	['CANCEL', null],
] as const)("Nike's events of every kind go to the new status: %s to %s", (productStatus, toolsName) => {
	expect(namesByKind({ productStatus })).toEqual(CHECK_KINDS.map(() => toolsName));
	const japan = namesByKind({ productStatus, region: 'JP', category: 'EQUIPMENT' });
	expect(japan).toEqual(CHECK_KINDS.map(() => toolsName?.replace('Shoes', 'Equipment') ?? null));
});

test('a Nike product that is gone has no topic', () => {
	expect(namesByKind({ productStatus: null })).toEqual(CHECK_KINDS.map(() => null));
});

test('only price drops in the US go to the discount topic', () => {
	const fell = { productStatus: 'ACTIVE', priceFell: true } as const;
	expect(routeOf({ ...event, ...fell, kind: 'PRICE' })?.status).toBe('DISCOUNT');
	expect(routeOf({ ...event, ...fell, kind: 'PRICE', region: 'GB' })?.status).toBe('ACTIVE');
	const others = CHECK_KINDS.filter((kind): kind is CheckKind => kind !== 'PRICE');
	expect(others.map((kind) => routeOf({ ...event, ...fell, kind })?.status)).toEqual(others.map(() => 'ACTIVE'));
});

test('unknown categories and regions have no topic', () => {
	expect(routeOf({ ...event, kind: 'NEW', brand: 'HP', category: 'SHOES' })).toBeNull();
	expect(routeOf({ ...event, kind: 'RESTOCK', brand: 'ASICS', region: 'JP' })).toBeNull();
});

const CONTRACT_BRANDS: ReadonlySet<string> = new Set([
	...Object.keys(ROUTES).map((name) => name.split(' ')[0]!),
	'NIKE',
]);

/** Every event of the contract's brands that can be routed, with the topic that it goes to. */
const EVERY_EVENT = FAMILIES.filter(
	({ brand, category }) => CONTRACT_BRANDS.has(brand) && category !== RELEASES,
).flatMap(({ brand, category, regions }) =>
	REGIONS.flatMap((region) =>
		CHECK_KINDS.flatMap((kind) =>
			[...PRODUCT_STATUSES, null].flatMap((productStatus) =>
				[true, false].map((priceFell) => {
					const one = { brand, category, region, kind, productStatus, priceFell };
					return { ...one, sold: regions.includes(region), topic: routeOf(one) };
				}),
			),
		),
	),
);

test('events have a topic wherever the contract names one', () => {
	const named = EVERY_EVENT.filter(({ brand, category, kind, productStatus, priceFell, region, sold }) => {
		if (!sold || brand === 'STOCK') return false;
		if (brand === 'ASICS' || brand === 'NEWBALANCE') return !['STATUS', 'PRICE', 'STOCK'].includes(kind);
		if (brand !== 'NIKE' || category === 'REFURBISHED') return true;
		if (productStatus === null) return region === 'US' && kind === 'PRICE' && priceFell;
		return productStatus !== 'INACTIVE' && productStatus !== 'CANCEL';
	});
	expect(EVERY_EVENT.filter(({ topic }) => topic)).toEqual(named);
});

test('every product topic gets events, announcement topics get none', () => {
	const reached = new Set(EVERY_EVENT.map(({ topic }) => topic));
	const unreached = TOPICS.filter(
		(topic) => CONTRACT_BRANDS.has(topic.brand) && topic.category !== RELEASES && !reached.has(topic),
	);
	expect(unreached).toEqual([expect.objectContaining(ANNOUNCEMENT_TOPIC)]);
	expect(PRODUCT_BRANDS).toEqual(BRAND_IDS.filter((brand): brand is Exclude<Brand, 'STOCK'> => brand !== 'STOCK'));
});

test('topics and their names within a region are unique', () => {
	const keys = TOPICS.map(({ brand, category, region, status }) => [brand, category, region, status].join(' '));
	expect(new Set(keys).size).toBe(TOPICS.length);
	for (const region of REGIONS) expect(new Set(toolsNames(region)).size).toBe(toolsNames(region).length);
	expect(toolsNames('JP').slice(0, 6)).toEqual([
		'Nike Shoes Active',
		'Nike Shoes Closeout',
		'Nike Shoes Hold',
		'Nike Equipment Active',
		'Nike Equipment Closeout',
		'Nike Equipment Hold',
	]);
});

test('the documented calls list the groups in the order of the contract', () => {
	expect(groupStatuses('NIKE', 'SHOES')).toEqual(['ACTIVE', 'CLOSEOUT', 'HOLD', 'DISCOUNT']);
	expect(groupStatuses('JD', 'SHOES')).toEqual(['RESTOCK', 'NEW', 'CHANGE']);
	expect(() => groupStatuses('HP', 'SHOES')).toThrow('HP has no category SHOES');
	for (const { brand, category } of FAMILIES) {
		const statuses = TOPICS.filter((topic) => topic.brand === brand && topic.category === category);
		expect(new Set(groupStatuses(brand, category))).toEqual(new Set(statuses.map(({ status }) => status)));
	}
});

test('the kinds of a topic follow from the routes', () => {
	const us = { region: 'US' } as const;
	expect(kindsOf({ ...us, brand: 'NIKE', category: 'SHOES', status: 'ACTIVE' })).toEqual(CHECK_KINDS);
	expect(kindsOf({ ...us, brand: 'NIKE', category: 'SHOES', status: 'DISCOUNT' })).toEqual(['PRICE']);
	expect(kindsOf({ ...us, brand: 'JD', category: 'SHOES', status: 'CHANGE' })).toEqual(['STATUS', 'PRICE', 'STOCK']);
	expect(kindsOf(ANNOUNCEMENT_TOPIC)).toEqual([]);
	const releases = { brand: 'NIKE', category: 'RELEASES', status: 'UPCOMING' } as const;
	for (const region of REGIONS) expect(kindsOf({ ...releases, region })).toEqual([...RELEASE_KINDS, 'REMINDER']);
});

test('a subscription asks for a kind of its topic, or for those that it has', () => {
	const active = TOPICS.find(({ toolsName }) => toolsName === 'Nike Shoes Active')!;
	const problem = (...given: Parameters<typeof optionProblems>) => optionProblems(...given).kinds;
	expect(problem({ kinds: [...CHECK_KINDS] }, active)).toBeUndefined();
	expect(problem({ kinds: ['LIVE', 'REMINDER'] }, active)).toBeUndefined();
	expect(problem({ kinds: ['REMINDER'] }, active)).toBe(
		`must name one of ${CHECK_KINDS.join(', ')}, because Nike Shoes Active gets no others, and "REMINDER" is given`,
	);
	expect(problem({ kinds: ['REMINDER'] }, active, ['REMINDER'])).toBeUndefined();
	const numbers = TOPICS.find(({ toolsName }) => toolsName === 'Stock Numbers')!;
	expect([problem({}, numbers), problem({ kinds: [] }, numbers)]).toEqual([undefined, undefined]);
	expect(problem({ kinds: ['NEW'] }, numbers)).toBe(
		'must be empty for Stock Numbers, which gets announcements only, and "NEW" is given',
	);
	expect(problem({ kinds: [...EVENT_KINDS] }, null)).toBeUndefined();
	expect(problem({ kinds: ['REMINDER'] }, null)).toContain(
		'the broadcast list gets no others, and "REMINDER" is given',
	);
});

test('every family has a screen', () => {
	expect(BRAND_SCREENS.map(({ id }) => id)).toEqual(
		expect.arrayContaining([
			'nike-shoes',
			'nike-equipment',
			'nike-refurbished',
			'nike-releases',
			'hp',
			'adidas',
			'asics',
			'newbalance',
			'jdfnl',
			'shops',
			'stocknumber',
		]),
	);
	expect(screenOf('FNL', 'SHOES')).toBe(screenOf('JD', 'SHOES'));
	expect(screenOf('HP', 'SHOES')).toBeUndefined();
});

test('a family without a route for a kind, or with a route to a foreign status, does not compile', () => {
	const screen = { id: 'puma', menu: 'Puma', icon: 'shoe', title: 'Puma Webhooks' } as const;
	const entry = {
		category: 'SHOES',
		name: 'Puma',
		regions: ['US'],
		statuses: ['NEW'],
		screen,
		heading: 'Puma',
	} as const;
	const routes = { SHOCK_DROP: 'NEW', LIVE: null, NEW: 'NEW', RESTOCK: 'NEW', PRICE: null, STOCK: null } as const;
	// @ts-expect-error -- STATUS has no route
	family({ ...entry, routes });
	// @ts-expect-error -- the family has no topic RESTOCK
	family({ ...entry, routes: { ...routes, STATUS: 'RESTOCK' } });
	// @ts-expect-error -- a list of SKUs needs a brand that has a format of SKUs
	const brand: SkuBrand = 'SHOPS';
	expect([brand, family({ ...entry, routes: { ...routes, STATUS: null } }).routes]).toBeTruthy();
});
