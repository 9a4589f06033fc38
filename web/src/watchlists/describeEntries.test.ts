import { expect, test } from 'vitest';
import { bulkRows, describeEntries } from './describeEntries.ts';
import { HOT_TARGETS, LINK_TARGETS, MONITOR_TARGETS } from './targets.ts';

const NB = 'https://www.newbalance.com/pd/990/M990GL6.html';
const monitors = ['MONITOR1', 'MONITOR2', 'MONITOR4'];

test.each([
	['CK9246-101', monitors, 'CK9246-101'],
	['https://www.nike.com/t/dunk-low/DD1391-100', monitors, 'DD1391-100'],
	['gw3773', ['ADIDASHOT1'], 'gw3773'],
	['https://www.adidas.com/us/samba/B75806.html', ['ADIDASHOT1'], 'B75806'],
	['7Z5A1UA#ABA', ['HP'], '7Z5A1UA#ABA'],
	['https://www.asics.com/us/p/1', ['HOT_ASICS'], 'https://www.asics.com/us/p/1'],
	['https://shop.example/p/1', ['LINKS'], 'https://shop.example/p/1'],
	['IE3425-BLK', ['HOT_JDFNL'], 'IE3425-BLK'],
	['nope', [], 'nope'],
	['https://www.nike.com/launch', [], 'https://www.nike.com/launch'],
	['https://www.jdsports.com/p/1', [], 'https://www.jdsports.com/p/1'],
])('%s typed on the SKU manager belongs to %j', (typed, lists, sku) => {
	expect(describeEntries(typed, null, MONITOR_TARGETS)).toMatchObject([{ entry: typed, lists, sku }]);
});

test('detection prefers the lists of the screen', () => {
	const listsOf = (...input: Parameters<typeof describeEntries>) => describeEntries(...input).map(({ lists }) => lists);
	expect(listsOf('DD1391-100 gw3773', null, HOT_TARGETS)).toEqual([['HOT_JDFNL'], ['HOT_ADIDAS']]);
	expect(listsOf('https://www.nike.com/t/dunk-low/DD1391-100', null, HOT_TARGETS)).toEqual([monitors]);
	expect(listsOf('gw3773', null, LINK_TARGETS)).toEqual([['HP']]);
	const [, first] = MONITOR_TARGETS;
	expect(listsOf('DD1391-100 gw3773', first ?? null, MONITOR_TARGETS)).toEqual([['MONITOR1'], []]);
});

test('a New Balance SKU and its link form one entry', () => {
	for (const typed of [`M990GL6 ${NB}`, `${NB} M990GL6`, NB]) {
		const described = describeEntries(`${typed}, U9060BPM`, null, HOT_TARGETS);
		expect(described).toMatchObject([
			{ entry: typed, lists: ['HOT_NEWBALANCE'], sku: 'M990GL6', productLink: NB },
			{ lists: [], text: 'needs its product link: type the link after the SKU' },
		]);
		// Without its link it can be removed all the same.
		expect(bulkRows('Remove', described, [])).toEqual(
			['M990GL6', 'U9060BPM'].map((sku) => ({ action: 'UNSET', type: 'HOT_NEWBALANCE', sku })),
		);
	}
});

test('regions go to lists with several regions only', () => {
	const rows = bulkRows('Add', describeEntries('CK9246-101 gw3773', null, MONITOR_TARGETS), ['JP', 'US']);
	expect(rows.map(({ type, ...row }) => [type, 'regions' in row && row.regions])).toEqual([
		...monitors.map((list) => [list, 'JP,US']),
		['ADIDASHOT1', ''],
	]);
});
