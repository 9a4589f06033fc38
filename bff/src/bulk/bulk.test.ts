import { Subscription, WatchEntry, Webhook } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const url = (n: number) => `https://discord.com/api/webhooks/${400000000000000000n + BigInt(n)}/token-${n}`;
const nike = { brand: 'nike', category: 'shoes', region: 'us', status: 'hold' };
const row = (action: string, label: string, n: number, place: object = nike) => ({
	action,
	label,
	value: url(n),
	...place,
});
const outcomes = (answer: { data: { outcome: string }[] }) => answer.data.map(({ outcome }) => outcome);
const labels = async () => (await Subscription.query(testServer.db.knex).orderBy('id')).map(({ label }) => label);

test('rows report the outcome in a dry run and when applied', async () => {
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
		row('SET', 'a', 1, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE', options: '' }),
		row('SET', 'a', 2, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD', options: '' }),
		row('SET', 'b', 1, { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD', options: '' }),
	]);
	expect((await ada.api.bulkWebhooks({ rows: exported })).counts).toMatchObject({ unchanged: 3, added: 0 });
});

test('SET and UNSET can be repeated, and answer the previous value', async () => {
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
	// UNSET with a value removes only that value.
	await ada.api.bulkWebhooks({ rows: rows.slice(0, 1) });
	const other = { rows: next.slice(1) };
	expect((await ada.api.bulkWebhooks(other)).data).toEqual([{ row: 0, outcome: 'unchanged', kept: true }]);
	expect(outcomes(await ada.api.bulkWebhooks({ rows: [row('UNSET', 'again', 71, place)] }))).toEqual(['removed']);
	expect((await ada.api.bulkWebhooks(other)).data).toEqual([{ row: 0, outcome: 'unchanged' }]);
});

test('an export during which its next row was deleted answers 409 instead of skipping rows', async () => {
	await expect(ada.api.exportWebhooks({ cursor: '999999999' })).rejects.toMatchObject({ status: 409 });
	await expect(ada.api.exportSkus({ cursor: '999999999' })).rejects.toMatchObject({ status: 409 });
});

test('one invalid row rejects the call, naming every invalid row', async () => {
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
			'rows.3.value': expect.stringContaining('Discord webhook URL'),
			'rows.4.label': 'is not in this group',
			'rows.5.value': 'is already used by "new" in this group',
			'rows.6.label': expect.any(String),
		},
	});
	expect(await labels()).toEqual(before);
	const dry = await ada.api.bulkWebhooks({ dryRun: true, rows });
	expect(outcomes(dry)).toEqual(['added', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']);
});

test('one call adds 10,000 webhooks, and one removes them all', async () => {
	const place = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const rows = Array.from({ length: 10_000 }, (_, n) => row('INSERT', `hp ${n}`, 100 + n, place));
	expect((await ada.api.bulkWebhooks({ rows })).counts.added).toBe(10_000);
	const [group] = await ada.api.hpWebhooks();
	expect(group?.webhooks).toHaveLength(10_000);
	const full = { action: 'INSERT', category: 'LAPTOPS', data: { label: 'one more', value: url(50_000) } };
	await expect(ada.api.hpWebhooksChange(full)).rejects.toMatchObject({ status: 400 });
	const gone = rows.map((one) => ({ ...one, action: 'DELETE' }));
	expect((await ada.api.bulkWebhooks({ rows: gone })).counts.removed).toBe(10_000);
	expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(2);
	await expect(ada.api.bulkWebhooks({ rows: [...rows, rows[0]!] })).rejects.toMatchObject({ status: 400 });
});

test('one of two concurrent bulk calls with the same rows fails as a whole', async () => {
	const place = { brand: 'ASICS', category: 'SHOES', region: 'US', status: 'RESTOCK' };
	const rows = Array.from({ length: 200 }, (_, n) => row('INSERT', `asics ${n}`, 20_000 + n, place));
	const answers = await Promise.allSettled([ada.api.bulkWebhooks({ rows }), ada.api.bulkWebhooks({ rows })]);
	for (const answer of answers)
		if (answer.status === 'rejected') expect([400, 409]).toContain((answer.reason as { status: number }).status);
	expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect((await ada.api.asicsWebhooks())[0]?.webhooks).toHaveLength(200);
});

test('SKUs are added and removed in bulk; importing the export changes nothing', async () => {
	const rows = [
		{ action: 'ADD', type: 'monitor1', sku: 'dz5485-612' },
		{ action: 'SET', type: 'HOT_NEWBALANCE', sku: 'm990gl6', productLink: 'https://www.newbalance.com/x' },
		{ action: 'ADD', type: 'HOT_ASICS', sku: 'https://www.asics.com/us/X' },
	];
	expect((await ada.api.bulkSkus({ rows })).counts.added).toBe(3);
	const { rows: exported } = await ada.api.exportSkus();
	expect(exported).toEqual([
		{ action: 'SET', type: 'HOT_ASICS', sku: 'https://www.asics.com/us/X', productLink: '', regions: 'all' },
		{
			action: 'SET',
			type: 'HOT_NEWBALANCE',
			sku: 'M990GL6',
			productLink: 'https://www.newbalance.com/x',
			regions: 'all',
		},
		{ action: 'SET', type: 'MONITOR1', sku: 'DZ5485-612', productLink: '', regions: 'all' },
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
	expect(await WatchEntry.query(testServer.db.knex).resultSize()).toBe(3);
});

test('SET gives an entry another link, and UNSET can be repeated', async () => {
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

test('options come and go with the rows: absent leaves them, {} clears them, a wrong one is refused by its name', async () => {
	const thread = '123456789012345678';
	const set = (options?: string | object, value = url(81)) => ({
		...row('SET', 'opted', 81),
		value,
		...(options !== undefined && { options }),
	});
	const send = async (given: ReturnType<typeof set>) =>
		outcomes(await ada.api.bulkWebhooks({ rows: [given as never] }));
	const saved = async () => {
		const { rows } = await ada.api.exportWebhooks();
		const found = rows.find(({ label }) => label === 'opted');
		return { value: found?.value, options: found?.options };
	};
	expect(await send(set({ kinds: ['restock'] }))).toEqual(['added']);
	expect(await saved()).toEqual({ value: url(81), options: '{"kinds":["RESTOCK"]}' });
	expect(await send(set())).toEqual(['unchanged']);
	expect(await send(set('{"kinds":["RESTOCK"],"thread":{"id":"' + thread + '"}}'))).toEqual(['changed']);
	const inThread = {
		value: `${url(81)}?thread_id=${thread}`,
		options: `{"kinds":["RESTOCK"],"thread":{"id":"${thread}"}}`,
	};
	expect(await saved()).toEqual(inThread);
	expect(await send(set(inThread.options, inThread.value))).toEqual(['unchanged']);
	// A new URL keeps the options, but not the thread.
	expect(await send(set(undefined, url(82)))).toEqual(['changed']);
	expect(await saved()).toEqual({ value: url(82), options: '{"kinds":["RESTOCK"]}' });
	expect(await send(set('{}', url(82)))).toEqual(['changed']);
	expect(await saved()).toEqual({ value: url(82), options: '' });
	const refused = await ada.api.bulkWebhooks({
		dryRun: true,
		rows: [set('{"sizs":["9"]}') as never, set('[') as never, set({ kinds: ['REMINDER'] }) as never],
	});
	expect(refused.data.map(({ problems }) => problems)).toEqual([
		{ options: expect.stringContaining('sizs') },
		{ options: expect.stringContaining('JSON') },
		{ options: expect.stringMatching(/^kinds must name one of .* and "REMINDER" is given$/) },
	]);
	await send({ ...set(), action: 'DELETE' });
});
