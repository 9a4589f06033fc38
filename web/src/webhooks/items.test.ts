import { BRAND_SCREENS, type BrandScreen } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { placesOf, regionChoices, sectionsOf, statusChoices } from './brands.ts';
import { type Item, itemsOf, type ManagerState } from './items.ts';

const screen = (id: string) => BRAND_SCREENS.find((one) => one.id === id) as BrandScreen;
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };
const row = (label: string, region = 'US', status = 'ACTIVE') => ({
	id: '1',
	webhookId: '1',
	brand: 'NIKE',
	category: 'SHOES',
	region,
	status,
	label,
	value: 'https://discord.com/api/webhooks/1/a',
	options: {},
	health,
	place: null,
});
const state = (over: Partial<ManagerState>): ManagerState => ({
	rows: [],
	sections: sectionsOf(screen('nike-shoes')),
	skus: null,
	filter: '',
	state: null,
	section: null,
	isFolded: () => false,
	isPendingDelete: () => false,
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

test('Nike shoes have 16 regions and a discount group in the US', () => {
	const sections = sectionsOf(screen('nike-shoes'));
	expect(sections.map(({ title }) => title).slice(0, 2)).toEqual(['Nike United States', 'Nike Japan']);
	expect(sections).toHaveLength(16);
	expect(sections.map(({ groups }) => groups.length)).toEqual([4, ...Array.from({ length: 15 }, () => 3)]);
	expect(statusChoices(screen('nike-shoes'), 'JP').map(({ label }) => label)).toEqual(['Active', 'Closeout', 'Hold']);
});

test('the add panel of two brands offers each and both', () => {
	const jdfnl = screen('jdfnl');
	expect(regionChoices(jdfnl).map(({ label }) => label)).toEqual(['JD Sports', 'Finish Line', 'JD & FNL']);
	expect(statusChoices(jdfnl, 'ALL').map(({ label }) => label)).toEqual(['New', 'Change', 'Restock']);
	expect(placesOf(jdfnl, 'ALL', 'NEW').map(({ brand }) => brand)).toEqual(['JD', 'FNL']);
	expect(placesOf(jdfnl, 'FNL', 'NEW').map(({ brand }) => brand)).toEqual(['FNL']);
});

test('a filter keeps matching rows with their headings and opens folds', () => {
	const rows = [row('lounge'), row('cellar'), row('Lounge JP', 'JP', 'HOLD')];
	expect(lines(itemsOf(state({ rows, filter: 'LOUNGE' })))).toEqual([
		'# Nike United States 2',
		'group',
		'lounge',
		'# Nike Japan 1',
		'group',
		'Lounge JP',
	]);
	const folded = lines(itemsOf(state({ rows, isFolded: () => true })));
	expect(folded).toHaveLength(16);
	const filtered = lines(itemsOf(state({ rows, filter: 'cellar', isFolded: () => true })));
	expect(filtered).toEqual(['# Nike United States 2', 'group', 'cellar']);
	expect(lines(itemsOf(state({ rows, filter: 'nothing' })))).toEqual(['note']);
});

test('an empty section shows a note per group', () => {
	const items = itemsOf(state({ section: 'JP' }));
	expect(lines(items)).toEqual(['# Nike Japan 0', 'group', 'note', 'group', 'note', 'group', 'note']);
	expect(items.flatMap((item) => (item.kind === 'group' ? item.title : []))).toEqual([
		'ACTIVE Webhooks',
		'CLOSEOUT Webhooks',
		'HOLD Webhooks',
	]);
});

test('a pending deletion hides its row and is not counted', () => {
	const rows = [row('lounge'), row('cellar')];
	const items = itemsOf(state({ rows, filter: 'l', isPendingDelete: (key) => key === 'NIKE/SHOES/US/ACTIVE/lounge' }));
	expect(lines(items)).toEqual(['# Nike United States 1', 'group', 'cellar']);
});

test.each([
	['FAILING', ['failing']],
	['OFF', ['off']],
	['PAUSED', ['paused']],
	['NEVER_USED', ['paused', 'new']],
] as const)('the state %s keeps the webhooks that have it', (wanted, found) => {
	const sent = { ...health, lastStatus: 'sent' as const, lastAt: 1 };
	const rows = [
		{ ...row('off'), health: { ...sent, active: false, lastStatus: 'failed' as const } },
		{ ...row('failing'), health: { ...sent, lastStatus: 'failed' as const } },
		{ ...row('paused'), options: { paused: true } },
		row('new'),
		{ ...row('good'), health: sent },
	];
	const items = itemsOf(state({ rows, state: wanted }));
	expect(items.flatMap((item) => (item.kind === 'row' ? item.row.label : []))).toEqual(found);
	expect(lines(itemsOf(state({ rows: [], state: wanted })))).toEqual(['note']);
});

test('a region keeps its section only, with its empty groups', () => {
	const items = itemsOf(state({ rows: [row('here', 'JP'), row('there', 'GB')], section: 'JP' }));
	expect(lines(items)).toEqual(['# Nike Japan 1', 'group', 'here', 'group', 'note', 'group', 'note']);
});
