import { expect, test } from 'vitest';
import { BRAND_SCREENS, placesOf, regionChoices, sectionsOf, statusChoices } from './brands.ts';
import { type Item, itemsOf, type Standing } from './items.ts';

const screen = (id: string) => BRAND_SCREENS.find((one) => one.id === id) ?? BRAND_SCREENS[0];
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };
const row = (label: string, region = 'US', status = 'ACTIVE') => ({
	brand: 'NIKE',
	category: 'SHOES',
	region,
	status,
	label,
	value: 'https://discord.com/api/webhooks/1/a',
	health,
});
const standing = (over: Partial<Standing>): Standing => ({
	rows: [],
	sections: sectionsOf(screen('nike-shoes')),
	skus: null,
	filter: '',
	isFolded: () => false,
	isGoing: () => false,
	...over,
});
const lines = (items: readonly Item[]) =>
	items.map((item) =>
		item.kind === 'section'
			? `# ${item.section.title} ${item.count}`
			: item.kind === 'row'
				? item.row.label
				: item.kind,
	);

test('sixteen regions, the discount group in the US alone', () => {
	const sections = sectionsOf(screen('nike-shoes'));
	expect(sections.map(({ title }) => title).slice(0, 2)).toEqual(['Nike United States', 'Nike Japan']);
	expect(sections).toHaveLength(16);
	expect(sections.map(({ groups }) => groups.length)).toEqual([4, ...Array.from({ length: 15 }, () => 3)]);
	expect(statusChoices(screen('nike-shoes'), 'JP').map(({ label }) => label)).toEqual(['Active', 'Closeout', 'Hold']);
});

test('two brands in one screen are chosen one by one or together', () => {
	const jdfnl = screen('jdfnl');
	expect(regionChoices(jdfnl).map(({ label }) => label)).toEqual(['JD Sports', 'Finish Line', 'JD & FNL']);
	expect(statusChoices(jdfnl, 'ALL').map(({ label }) => label)).toEqual(['New', 'Change', 'Restock']);
	expect(placesOf(jdfnl, 'ALL', 'NEW').map(({ brand }) => brand)).toEqual(['JD', 'FNL']);
	expect(placesOf(jdfnl, 'FNL', 'NEW').map(({ brand }) => brand)).toEqual(['FNL']);
});

test('a filter leaves what it finds with the headings over it, a fold the heading alone, unless a filter is on', () => {
	const rows = [row('lounge'), row('cellar'), row('Lounge JP', 'JP', 'HOLD')];
	expect(lines(itemsOf(standing({ rows, filter: 'LOUNGE' })))).toEqual([
		'# Nike United States 2',
		'group',
		'lounge',
		'# Nike Japan 1',
		'group',
		'Lounge JP',
	]);
	const folded = lines(itemsOf(standing({ rows, isFolded: () => true })));
	expect(folded).toHaveLength(16);
	const sought = lines(itemsOf(standing({ rows, filter: 'cellar', isFolded: () => true })));
	expect(sought).toEqual(['# Nike United States 2', 'group', 'cellar']);
	expect(lines(itemsOf(standing({ rows, filter: 'nothing' })))).toEqual(['note']);
});

test('what is on its way out is hidden at once', () => {
	const rows = [row('lounge'), row('cellar')];
	const items = itemsOf(standing({ rows, filter: 'l', isGoing: (key) => key === 'NIKE/SHOES/US/ACTIVE/lounge' }));
	expect(lines(items)).toEqual(['# Nike United States 2', 'group', 'cellar']);
});
