import { AuditRow, Webhook } from '@dropwire/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer, webhookGroups } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const url = (n: number) => `https://discord.com/api/webhooks/4000000000000000${10 + n}/token-${n}`;
const health = { active: true, offReason: null, lastStatus: null, lastReason: null, lastAt: null };
const row = (label: string, n: number) => ({
	id: expect.stringMatching(/^\d+$/) as string,
	webhookId: expect.stringMatching(/^\d+$/) as string,
	label,
	value: url(n),
	health,
	place: null,
});

/** Every brand's groups by one set of steps: what each is called on the wire is all that differs. */
const BRANDS = [
	{
		brand: 'Nike shoes',
		list: () => ada.api.nikeWebhooks({ region: 'us', category: 'shoes' }).then(webhookGroups),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.nikeWebhooksChange({ region: 'us', category: 'shoes', action, status: 'discount', data }),
		statuses: ['ACTIVE', 'CLOSEOUT', 'HOLD', 'DISCOUNT'],
		at: 3,
	},
	{
		brand: 'Nike refurbished',
		list: () => ada.api.nikeWebhooks({ region: 'US', category: 'refurbished' }).then(webhookGroups),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.nikeWebhooksChange({ region: 'US', category: 'refurbished', action, status: 'SHOES', data }),
		statuses: ['SHOES'],
		at: 0,
	},
	{
		brand: 'HP',
		list: () => ada.api.hpWebhooks({ region: 'US' }),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.hpWebhooksChange({ action, category: 'LAPTOPS', data }),
		statuses: ['LAPTOPS'],
		at: 0,
	},
	{
		brand: 'Adidas',
		list: () => ada.api.adidasWebhooks({ region: 'US', category: 'hot1' }),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.adidasWebhooksChange({ region: 'US', category: 'HOT1', action, status: 'HOT1', data }),
		statuses: ['HOT1'],
		at: 0,
	},
	{
		brand: 'ASICS',
		list: () => ada.api.asicsWebhooks(),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.asicsWebhooksChange({ action, status: 'RESTOCK', data }),
		statuses: ['RESTOCK'],
		at: 0,
	},
	{
		brand: 'Finish Line',
		list: () => ada.api.jdfnlWebhooks({ category: 'fnl' }),
		change: (action: string, data: { label: string; value: string }) =>
			ada.api.jdfnlWebhooksChange({ category: 'FNL', action, status: 'CHANGE', data }),
		statuses: ['RESTOCK', 'NEW', 'CHANGE'],
		at: 2,
	},
];

test.each(BRANDS)(
	'$brand: a row is added, changed and removed; its label names it',
	async ({ list, change, statuses, at }) => {
		expect((await list()).map(({ status }) => status)).toEqual(statuses);
		expect(await change('insert', { label: ' main ', value: url(1) })).toEqual({
			data: { label: 'main', value: url(1) },
		});
		expect((await list())[at]?.webhooks).toEqual([row('main', 1)]);
		await expect(change('INSERT', { label: 'main', value: url(2) })).rejects.toMatchObject({
			status: 409,
			fields: { 'data.label': expect.any(String) },
		});
		await expect(change('INSERT', { label: 'other', value: url(1) })).rejects.toMatchObject({ status: 409 });
		await expect(change('UPDATE', { label: 'unknown', value: url(2) })).rejects.toMatchObject({ status: 404 });
		await expect(change('INSERT', { label: 'bad', value: 'https://example.com/hook' })).rejects.toMatchObject({
			status: 400,
			fields: { 'data.value': expect.stringContaining('Discord webhook URL') },
		});
		await change('UPDATE', { label: 'main', value: url(3) });
		expect((await list())[at]?.webhooks).toEqual([row('main', 3)]);
		await change('DELETE', { label: 'main', value: url(3) });
		await expect(change('DELETE', { label: 'main', value: url(3) })).rejects.toMatchObject({ status: 404 });
		expect((await list()).every(({ webhooks }) => webhooks.length === 0)).toBe(true);
		expect(await Webhook.query(testServer.db.knex).resultSize()).toBe(0);
	},
);

test('Nike always lists four groups; the label identifies a row', async () => {
	const place = { region: 'gb', category: 'shoes' };
	const data = { label: 'uk', value: url(3) };
	expect(await ada.api.nikeWebhooks(place)).toEqual(
		['ACTIVE', 'CLOSEOUT', 'HOLD', 'DISCOUNT'].map((status) => ({ status, webhooks: [] })),
	);
	expect(await ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'hold', data })).toEqual({ data });
	await expect(ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'HOLD', data })).rejects.toMatchObject({
		status: 409,
	});
	await expect(
		ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'HOLD', data: { ...data, label: 'other' } }),
	).rejects.toMatchObject({ status: 409 });
	await expect(
		ada.api.nikeWebhooksChange({ ...place, action: 'INSERT', status: 'DISCOUNT', data }),
	).rejects.toMatchObject({ status: 400, fields: { status: expect.any(String) } });

	await ada.api.nikeWebhooksChange({
		...place,
		action: 'UPDATE',
		status: 'HOLD',
		data: { label: 'uk', value: url(4) },
	});
	expect((await ada.api.nikeWebhooks(place))[2]).toEqual({
		status: 'HOLD',
		webhooks: [row('uk', 4)],
	});
	await expect(
		ada.api.nikeWebhooksChange({
			...place,
			action: 'UPDATE',
			status: 'HOLD',
			data: { label: 'none', value: url(4) },
		}),
	).rejects.toMatchObject({ status: 404 });

	await ada.api.nikeWebhooksChange({ ...place, action: 'DELETE', status: 'HOLD', data });
	await expect(ada.api.nikeWebhooksChange({ ...place, action: 'DELETE', status: 'HOLD', data })).rejects.toMatchObject({
		status: 404,
	});
});

test('an INSERT answers 201, the others 200', async () => {
	const statuses = [];
	for (const action of ['INSERT', 'UPDATE', 'DELETE']) {
		const response = await ada.fetch('/api/hpwebhooks?region=US', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action, category: 'LAPTOPS', data: { label: 'x', value: url(1) } }),
		});
		statuses.push(response.status);
	}
	expect(statuses).toEqual([201, 200, 200]);
});

test('JD & FNL goes into both groups, or into neither', async () => {
	const both = { category: 'JDFNL', action: 'INSERT', status: 'NEW' };
	await ada.api.jdfnlWebhooksChange({ ...both, data: { label: 'both', value: url(1) } });
	for (const category of ['JD', 'FNL']) {
		expect((await ada.api.jdfnlWebhooks({ category }))[1]).toEqual({ status: 'NEW', webhooks: [row('both', 1)] });
	}
	await ada.api.jdfnlWebhooksChange({ ...both, category: 'FNL', data: { label: 'second', value: url(2) } });
	const second = ada.api.jdfnlWebhooksChange({ ...both, data: { label: 'second', value: url(3) } });
	await expect(second).rejects.toMatchObject({ status: 409 });
	expect((await ada.api.jdfnlWebhooks({ category: 'JD' }))[1]?.webhooks).toHaveLength(1);
});

test('DISCOUNT and refurbished exist in the US only', async () => {
	const data = { label: 'x', value: url(1) };
	await expect(
		ada.api.nikeWebhooksChange({ region: 'JP', category: 'SHOES', action: 'INSERT', status: 'DISCOUNT', data }),
	).rejects.toMatchObject({ status: 400, fields: { status: 'must be a group that JP has: ACTIVE, CLOSEOUT, HOLD' } });
	await expect(ada.api.nikeWebhooks({ region: 'JP', category: 'REFURBISHED' })).rejects.toMatchObject({
		status: 400,
		fields: { region: expect.any(String) },
	});
	await expect(ada.api.nikeWebhooks({ region: 'USCustom', category: 'SHOES' })).rejects.toMatchObject({ status: 400 });
});

test('USCustom is a list of SKUs: added once, listed, removed, never updated', async () => {
	const place = { region: 'USCustom', category: 'refurbished' };
	const custom = (action: string, sku: string) =>
		ada.api.nikeWebhooksChange({ ...place, action, status: sku, data: { label: sku, value: sku } });
	expect(await custom('INSERT', 'dz5485-612')).toEqual({ data: { label: 'DZ5485-612', value: 'DZ5485-612' } });
	expect(await ada.api.nikeWebhooks(place)).toEqual([{ sku: 'DZ5485-612' }]);
	await expect(custom('INSERT', 'DZ5485-612')).rejects.toMatchObject({ status: 409 });
	await expect(custom('UPDATE', 'DZ5485-612')).rejects.toMatchObject({ status: 400 });
	await custom('DELETE', 'DZ5485-612');
	await expect(custom('DELETE', 'DZ5485-612')).rejects.toMatchObject({ status: 404 });
});

test('the saved list of announcements is changed by CREATE, UPDATE and DELETE', async () => {
	await ada.api.stockNumberWebhooksChange({ action: 'create', label: 'team', value: url(1) });
	expect(await ada.api.stockNumberWebhooks()).toEqual([row('team', 1)]);
	await expect(
		ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: 'team', value: url(2) }),
	).rejects.toMatchObject({ status: 409, fields: { label: expect.any(String) } });
	await ada.api.stockNumberWebhooksChange({ action: 'UPDATE', label: 'team', value: url(2) });
	await ada.api.stockNumberWebhooksChange({ action: 'DELETE', label: 'team', value: url(2) });
	expect(await ada.api.stockNumberWebhooks()).toEqual([]);
});

test('the audit log contains no webhook token', async () => {
	const rows = await AuditRow.query(testServer.db.knex);
	expect(rows.length).toBeGreaterThan(10);
	expect(JSON.stringify(rows)).not.toContain('/token-');
	expect(JSON.stringify(rows)).toContain('/webhooks/400000000000000011/••••');
});
