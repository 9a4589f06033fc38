import { AuditRow } from '@dropwire/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
beforeEach(async () => {
	const { knex } = testServer.db;
	await knex('subscriptions').delete();
	await knex('watch_entries').delete();
	await AuditRow.query(knex).delete();
});
afterAll(() => testServer.close());

const HOLD = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };
const HP = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
const id = (n: number) => String(420_000_000_000_000_000n + BigInt(n));
const url = (n: number) => `https://discord.com/api/webhooks/${id(n)}/token-${n}`;
const masked = (n: number) => `…/webhooks/${id(n)}/••••`;
const row = (label: string, n: number, group = HOLD) => ({ ...group, label, value: url(n) });
const set = (rows: object[], more: object = {}) => ada.api.bulkWebhooks({ mode: 'set', rows, ...more });
const outcomes = (answer: { data: { outcome: string }[] }) => answer.data.map(({ outcome }) => outcome);
const stored = async () =>
	Object.fromEntries((await ada.api.exportWebhooks()).rows.map(({ label, value }) => [label, value]));
const audited = async () => {
	const rows = await AuditRow.query(testServer.db.knex).orderBy('id');
	return rows.map(({ action, target, before, after }) => ({
		action,
		target,
		before: before && (JSON.parse(before) as unknown),
		after: after && (JSON.parse(after) as unknown),
	}));
};

test.each(['set', 'rows'] as const)(
	'in mode %s rows of a group swap their webhooks, and keep their ids',
	async (mode) => {
		await set([row('a', 1), row('b', 2), row('c', 3)]);
		const ids = () => testServer.db.knex('subscriptions').orderBy('id').select('id', 'label', 'createdAt');
		const before = await ids();
		const rows = [row('a', 2), row('b', 3), row('c', 1)].map((one) => ({ ...one, action: 'SET' }));
		const answer = await ada.api.bulkWebhooks({ mode, rows });
		expect(answer.data).toEqual([1, 2, 3].map((n, at) => ({ row: at, outcome: 'changed', before: masked(n) })));
		expect(await stored()).toEqual({ a: url(2), b: url(3), c: url(1) });
		expect(await ids()).toEqual(before);
	},
);

test('a webhook moves to a new label only if the call removes its old row', async () => {
	await set([row('old', 1)]);
	await expect(set([row('new', 1)])).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.0.value': 'is already used by "old" in this group' },
	});
	expect(outcomes(await set([row('new', 1), { ...row('old', 1), action: 'UNSET' }]))).toEqual(['added', 'removed']);
	expect(outcomes(await set([row('newest', 1)], { prune: true }))).toEqual(['added']);
	expect(await stored()).toEqual({ newest: url(1) });
});

test('in mode set a label may be named twice only with the same webhook', async () => {
	expect(outcomes(await set([row('a', 1), row('a', 1)]))).toEqual(['added', 'unchanged']);
	const rows = [row('a', 2), row('b', 3), row('a', 4)];
	await expect(set(rows)).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.2.label': 'is already set by row 0' },
	});
	const problems = { label: 'is already set by row 0' };
	expect((await set(rows, { dryRun: true })).data[2]).toEqual({ row: 2, outcome: 'refused', problems, repeats: 0 });
});

test('prune removes other rows of the named groups only', async () => {
	await set([row('a', 1), row('b', 2), row('hp', 3, HP)]);
	const dry = await set([row('a', 1)], { prune: true, dryRun: true });
	expect(dry).toMatchObject({
		counts: { unchanged: 1, removed: 1 },
		pruned: [{ ...HOLD, label: 'b', value: masked(2) }],
		current: 2,
	});
	expect(Object.keys(await stored())).toEqual(['a', 'b', 'hp'].sort());
	await set([row('a', 1)], { prune: true });
	expect(await stored()).toEqual({ a: url(1), hp: url(3) });
	await set([], { prune: true, groups: [HP] });
	expect(await stored()).toEqual({ a: url(1) });
});

test.each<[object, string]>([
	[{ mode: 'set', prune: true, rows: [] }, 'rows'],
	[{ prune: true, rows: [row('a', 1)] }, 'prune'],
	[{ mode: 'set', groups: [HP], rows: [row('a', 1)] }, 'groups'],
	[{ mode: 'set', prune: true, groups: [{ ...HP, region: 'JP' }], rows: [] }, 'groups.0.status'],
	[{ mode: 'replace', rows: [row('a', 1)] }, 'mode'],
])('%o is refused, naming %s', async (body, field) => {
	await set([row('a', 1)]);
	await expect(ada.api.bulkWebhooks(body as Parameters<typeof ada.api.bulkWebhooks>[0])).rejects.toMatchObject({
		status: 400,
		fields: { [field]: expect.any(String) },
	});
	expect(await stored()).toEqual({ a: url(1) });
});

test('a plan is applied as previewed, or rejected after a change', async () => {
	await set([row('a', 1), row('b', 2)]);
	const rows = [row('a', 3)];
	const { planId } = await set(rows, { prune: true, dryRun: true });
	await ada.api.bulkWebhooks({ rows: [{ ...row('late', 4), action: 'INSERT' }] });
	await expect(set(rows, { prune: true, planId })).rejects.toMatchObject({
		status: 409,
		code: 'conflict',
		message: expect.stringContaining('has changed since this preview'),
	});
	expect(await stored()).toEqual({ a: url(1), b: url(2), late: url(4) });

	const again = await set(rows, { prune: true, dryRun: true });
	expect(again.planId).not.toBe(planId);
	expect(again.counts).toMatchObject({ changed: 1, removed: 2 });
	expect((await set(rows, { prune: true, planId: again.planId })).counts).toMatchObject({ changed: 1, removed: 2 });
	expect(await stored()).toEqual({ a: url(3) });
	// The same call again, as after a lost answer, finds everything done.
	expect((await set(rows, { prune: true, planId: again.planId })).counts).toMatchObject({ unchanged: 1 });
});

test('applying a plan whose rows are no longer accepted names the rows', async () => {
	const { planId } = await set([row('a', 1)], { dryRun: true });
	await set([row('other', 1)]);
	await expect(set([row('a', 1)], { planId })).rejects.toMatchObject({
		status: 409,
		fields: { 'rows.0.value': 'is already used by "other" in this group' },
	});
});

test('a plan of SKUs has the same rules: prune, and an id that expires with the data', async () => {
	const skus = (rows: object[], more: object = {}) => ada.api.bulkSkus({ mode: 'set', rows, ...more });
	const sku = (name: string, type = 'MONITOR1', productLink = '') => ({ type, sku: name, productLink });
	await skus([sku('AA0001-001'), sku('BB0002-002'), sku('CC0003-003', 'MONITOR2')]);
	const request = [[sku('AA0001-001'), sku('DD0004-004')], { prune: true }] as const;
	const { planId, pruned, current } = await skus(request[0] as never, { ...request[1], dryRun: true });
	expect({ pruned, current }).toEqual({
		pruned: [{ type: 'MONITOR1', sku: 'BB0002-002', productLink: '', regions: 'all' }],
		current: 2,
	});
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR1', sku: ['EE0005-005'] });
	await expect(skus(request[0] as never, { ...request[1], planId })).rejects.toMatchObject({ status: 409 });
	await skus([], { prune: true, groups: [{ type: 'MONITOR2' }] });
	expect((await ada.api.exportSkus()).rows.map((entry) => entry.sku)).toEqual([
		'AA0001-001',
		'BB0002-002',
		'EE0005-005',
	]);
	await expect(skus([sku('U9060', 'HOT_NEWBALANCE')])).rejects.toMatchObject({
		fields: { 'rows.0.productLink': expect.any(String) },
	});
});

test('every changed row of a bulk call has an audit row with masked webhooks', async () => {
	await set([row('a', 1), row('b', 2)]);
	await set([row('a', 3), row('c', 4)], { prune: true });
	const target = 'Nike Shoes Hold · US';
	const of = (label: string, n: number) => ({ label, webhook: masked(n) });
	expect(await audited()).toEqual([
		{ action: 'bulkWebhooks', target, before: null, after: of('a', 1) },
		{ action: 'bulkWebhooks', target, before: null, after: of('b', 2) },
		{ action: 'bulkWebhooks', target, before: of('b', 2), after: null },
		{ action: 'bulkWebhooks', target, before: of('a', 1), after: of('a', 3) },
		{ action: 'bulkWebhooks', target, before: null, after: of('c', 4) },
	]);
});

test('a group call leaves one audit row for each changed group', async () => {
	const both = { category: 'JDFNL', status: 'NEW' };
	const data = { label: 'both', value: url(1) };
	await ada.api.jdfnlWebhooksChange({ ...both, action: 'INSERT', data });
	await ada.api.jdfnlWebhooksChange({ ...both, action: 'UPDATE', data });
	const after = { label: 'both', webhook: masked(1) };
	expect(await audited()).toEqual(
		['JD Sports New · US', 'Finish Line New · US'].map((target) => ({
			action: 'jdfnlWebhooksChange',
			target,
			before: null,
			after,
		})),
	);
});

test('every SKU that a call adds, changes or removes has a row of the audit log', async () => {
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR1', sku: ['AA0001-001', 'BB0002-002'] });
	await ada.api.skusChange({ action: 'REMOVE', type: 'MONITOR1', sku: ['AA0001-001', 'ZZ0009-009'] });
	const [first, second] = ['https://www.newbalance.com/1', 'https://www.newbalance.com/2'];
	const shoe = { type: 'HOT_NEWBALANCE', sku: 'U9060' };
	await ada.api.bulkSkus({ mode: 'set', rows: [{ ...shoe, productLink: first }] });
	await ada.api.bulkSkus({ mode: 'set', rows: [{ ...shoe, productLink: second }] });
	const entry = (sku: string) => ({ list: 'MONITOR1', sku });
	const hot = (productLink: string) => ({ list: 'HOT_NEWBALANCE', sku: 'U9060', productLink });
	expect(await audited()).toEqual([
		{ action: 'skusChange', target: 'MONITOR1', before: null, after: entry('AA0001-001') },
		{ action: 'skusChange', target: 'MONITOR1', before: null, after: entry('BB0002-002') },
		{ action: 'skusChange', target: 'MONITOR1', before: entry('AA0001-001'), after: null },
		{ action: 'bulkSkus', target: 'HOT_NEWBALANCE', before: null, after: hot(first) },
		{ action: 'bulkSkus', target: 'HOT_NEWBALANCE', before: hot(first), after: hot(second) },
	]);
});

test('the audit log has 200 rows of one call and the count of the others', async () => {
	await set(Array.from({ length: 250 }, (_, n) => row(`row ${n}`, n)));
	const rows = await audited();
	expect(rows).toHaveLength(201);
	expect(rows.at(-1)).toEqual({ action: 'bulkWebhooks', target: '50 more', before: null, after: { changes: 50 } });
});
