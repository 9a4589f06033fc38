import { Subscription, WatchEntry, Webhook } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

const url = (n: number) => `https://discord.com/api/webhooks/${400000000000000000n + BigInt(n)}/token-${n}`;
const nike = { brand: 'nike', category: 'shoes', region: 'us', status: 'hold' };
const row = (action: string, label: string, n: number, place: object = nike) => ({
	action,
	label,
	value: url(n),
	...place,
});
const outcomes = (answer: { data: { outcome: string }[] }) => answer.data.map(({ outcome }) => outcome);
const labels = async () => (await Subscription.query(house.db.knex).orderBy('id')).map(({ label }) => label);

test('rows are planned in a dry run, applied as planned, and say what they did', async () => {
	const rows = [row('insert', 'a', 1), row('SET', 'b', 2), row('INSERT', 'a', 1, { ...nike, status: 'ACTIVE' })];
	expect(await ada.api.bulkWebhooks({ dryRun: true, rows })).toMatchObject({
		applied: false,
		counts: { added: 3, refused: 0 },
	});
	expect(await labels()).toEqual([]);
	expect(outcomes(await ada.api.bulkWebhooks({ rows }))).toEqual(['added', 'added', 'added']);
	expect(await labels()).toEqual(['a', 'b', 'a']);
	// Swapped, changed, removed and left alone; rows count one after the other.
	const next = [
		row('DELETE', 'a', 1),
		row('UPDATE', 'b', 1),
		row('INSERT', 'a', 2),
		row('SET', 'a', 1, { ...nike, status: 'ACTIVE' }),
	];
	expect(outcomes(await ada.api.bulkWebhooks({ rows: next }))).toEqual(['removed', 'changed', 'added', 'unchanged']);
	const { rows: exported } = await ada.api.exportWebhooks();
	expect(exported).toEqual([
		row('SET', 'a', 1, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' }),
		row('SET', 'a', 2, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' }),
		row('SET', 'b', 1, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' }),
	]);
	expect((await ada.api.bulkWebhooks({ rows: exported })).counts).toMatchObject({ unchanged: 3, added: 0 });
});

test('SET and UNSET may be sent again, and say what stood there', async () => {
	const place = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = [row('SET', 'again', 71, place), row('UNSET', 'never there', 72, place)];
	expect(outcomes(await ada.api.bulkWebhooks({ rows }))).toEqual(['added', 'unchanged']);
	expect(outcomes(await ada.api.bulkWebhooks({ rows }))).toEqual(['unchanged', 'unchanged']);
	const next = [row('SET', 'again', 73, place), row('UNSET', 'again', 73, place)];
	expect((await ada.api.bulkWebhooks({ rows: next })).data).toEqual([
		{ row: 0, outcome: 'changed', before: '…/webhooks/400000000000000071/••••' },
		{ row: 1, outcome: 'removed', before: '…/webhooks/400000000000000073/••••' },
	]);
	expect(outcomes(await ada.api.bulkWebhooks({ rows: next.slice(1) }))).toEqual(['unchanged']);
	// UNSET names what is to go: what somebody else put in its place stays.
	await ada.api.bulkWebhooks({ rows: rows.slice(0, 1) });
	expect(outcomes(await ada.api.bulkWebhooks({ rows: next.slice(1) }))).toEqual(['unchanged']);
	expect(outcomes(await ada.api.bulkWebhooks({ rows: [row('UNSET', 'again', 71, place)] }))).toEqual(['removed']);
});

test('an export that was overtaken by a change says so instead of leaving something out', async () => {
	await expect(ada.api.exportWebhooks({ cursor: '999999999' })).rejects.toMatchObject({ status: 409 });
	await expect(ada.api.exportSkus({ cursor: '999999999' })).rejects.toMatchObject({ status: 409 });
});

test('one bad row and nothing lands; every bad row is named', async () => {
	const before = await labels();
	const rows = [
		row('INSERT', 'new', 7),
		row('THROW', 'x', 8),
		row('INSERT', 'x', 9, { ...nike, region: 'JP', status: 'DISCOUNT' }),
		{ ...row('INSERT', 'y', 9), value: 'https://example.com' },
		row('UPDATE', 'none', 9),
		row('INSERT', 'other', 7),
		row('INSERT', '', 10),
	];
	await expect(ada.api.bulkWebhooks({ rows })).rejects.toMatchObject({
		status: 400,
		fields: {
			'rows.1.action': expect.stringContaining('must be one of'),
			'rows.2.status': expect.any(String),
			'rows.3.value': 'must be a Discord webhook URL',
			'rows.4.label': 'is not in this group',
			'rows.5.value': 'stands in this group already',
			'rows.6.label': expect.any(String),
		},
	});
	expect(await labels()).toEqual(before);
	const dry = await ada.api.bulkWebhooks({ dryRun: true, rows });
	expect(outcomes(dry)).toEqual(['added', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']);
});

test('10,000 webhooks land in one call, and leave none behind when they go', async () => {
	const place = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = Array.from({ length: 10_000 }, (_, n) => row('INSERT', `hp ${n}`, 100 + n, place));
	expect((await ada.api.bulkWebhooks({ rows })).counts.added).toBe(10_000);
	const [group] = await ada.api.hpWebhooks();
	expect(group?.webhooks).toHaveLength(10_000);
	const full = { action: 'INSERT', category: 'LAPTOPS', data: { label: 'one more', value: url(50_000) } };
	await expect(ada.api.hpWebhooksChange(full)).rejects.toMatchObject({ status: 400 });
	const gone = rows.map((one) => ({ ...one, action: 'DELETE' }));
	expect((await ada.api.bulkWebhooks({ rows: gone })).counts.removed).toBe(10_000);
	expect(await Webhook.query(house.db.knex).resultSize()).toBe(2);
	await expect(ada.api.bulkWebhooks({ rows: [...rows, rows[0]!] })).rejects.toMatchObject({ status: 400 });
});

test('two bulk calls at once leave no half of either', async () => {
	const place = { brand: 'ASICS', category: 'SHOES', region: 'US', status: 'RESTOCK' };
	const rows = Array.from({ length: 200 }, (_, n) => row('INSERT', `asics ${n}`, 20_000 + n, place));
	const answers = await Promise.allSettled([ada.api.bulkWebhooks({ rows }), ada.api.bulkWebhooks({ rows })]);
	for (const answer of answers)
		if (answer.status === 'rejected') expect([400, 409]).toContain((answer.reason as { status: number }).status);
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect((await ada.api.asicsWebhooks())[0]?.webhooks).toHaveLength(200);
});

test('SKUs of every list come and go in bulk, and the export goes back in unchanged', async () => {
	const rows = [
		{ action: 'ADD', type: 'monitor1', sku: 'dz5485-612' },
		{ action: 'SET', type: 'HOT_NEWBALANCE', sku: 'm990gl6', productLink: 'https://www.newbalance.com/x' },
		{ action: 'ADD', type: 'HOT_ASICS', sku: 'https://www.asics.com/us/X' },
	];
	expect((await ada.api.bulkSkus({ rows })).counts.added).toBe(3);
	const { rows: exported } = await ada.api.exportSkus();
	expect(exported).toEqual([
		{ action: 'SET', type: 'HOT_ASICS', sku: 'https://www.asics.com/us/X', productLink: '' },
		{ action: 'SET', type: 'HOT_NEWBALANCE', sku: 'M990GL6', productLink: 'https://www.newbalance.com/x' },
		{ action: 'SET', type: 'MONITOR1', sku: 'DZ5485-612', productLink: '' },
	]);
	expect((await ada.api.bulkSkus({ rows: exported })).counts).toMatchObject({ unchanged: 3 });
	await expect(
		ada.api.bulkSkus({
			rows: [
				{ action: 'REMOVE', type: 'MONITOR1', sku: 'DZ5485-612' },
				{ action: 'ADD', type: 'MONITOR3', sku: 'X' },
				{ action: 'ADD', type: 'HOT_NEWBALANCE', sku: 'X' },
				{ action: 'ADD', type: 'MONITOR1', sku: 'X', productLink: 'https://x.example' },
			],
		}),
	).rejects.toMatchObject({
		status: 400,
		fields: {
			'rows.1.type': expect.any(String),
			'rows.2.productLink': expect.any(String),
			'rows.3.productLink': expect.any(String),
		},
	});
	expect(await WatchEntry.query(house.db.knex).resultSize()).toBe(3);
});

test('SET gives an entry another link, and UNSET may be sent again', async () => {
	const entry = (action: string, productLink: string) => ({
		action,
		type: 'HOT_NEWBALANCE',
		sku: 'U9060',
		productLink,
	});
	const [first, second] = ['https://www.newbalance.com/1', 'https://www.newbalance.com/2'];
	expect(outcomes(await ada.api.bulkSkus({ rows: [entry('SET', first)] }))).toEqual(['added']);
	const { data } = await ada.api.bulkSkus({ rows: [entry('SET', second)] });
	expect(data).toEqual([{ row: 0, outcome: 'changed', before: first }]);
	expect((await ada.api.hotSkus({ type: 'monitor7' })).data).toContainEqual(
		expect.objectContaining({ sku: 'U9060', productLink: second }),
	);
	for (const outcome of ['removed', 'unchanged'])
		expect(outcomes(await ada.api.bulkSkus({ rows: [entry('UNSET', '')] }))).toEqual([outcome]);
});
