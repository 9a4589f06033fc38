import { AuditRow, WatchEntry } from '@dropwire/db';
import { contract, createClient } from '@dropwire/contract';
import { skuHash } from '@dropwire/engine';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	// The tests report the checks themselves.
	await testServer.engine.stop();
});
beforeEach(async () => {
	const { knex } = testServer.db;
	for (const table of ['watch_entries', 'products', 'subscriptions', 'audit']) await knex(table).delete();
});
afterAll(() => testServer.close());

const NIKE = { brand: 'NIKE', category: 'SHOES', status: 'HOLD' };
/** Subscribes a webhook to a topic of Nike in each region. */
const subscribe = (...regions: string[]) =>
	ada.api.bulkWebhooks({
		rows: regions.map((region, n) => ({
			action: 'SET',
			...NIKE,
			region,
			label: 'one',
			value: `https://discord.com/api/webhooks/${420_000_000_000_000_000n + BigInt(n)}/token-${n}`,
		})),
	});
const add = (sku: string[], regions?: string[]) =>
	ada.api.skusChange({ action: 'ADD', type: 'MONITOR1', sku, ...(regions && { regions }) });
const listed = async (input: object = {}) => (await ada.api.skus({ type: 'MONITOR1', ...input })).data;
const [A, B, C, D, E] = ['AA0001-001', 'BB0002-002', 'CC0003-003', 'DD0004-004', 'EE0005-005'] as const;

test('an entry is watched in its own regions; adding it again changes them only when it names some', async () => {
	expect((await add([A, B], ['jp', 'US'])).data).toEqual({
		type: 'MONITOR1',
		changed: [A, B],
		updated: [],
		unchanged: [],
	});
	expect((await add([A])).data).toEqual({ type: 'MONITOR1', changed: [], unchanged: [A] });
	const [before] = await WatchEntry.query(testServer.db.knex).where({ sku: A });
	expect((await add([A, B, C], ['GB'])).data).toMatchObject({ changed: [C], updated: [A, B], unchanged: [] });
	expect((await add([B], [])).data).toMatchObject({ updated: [B] });
	const entries = await listed();
	expect(Object.fromEntries(entries.map(({ sku, regions }) => [sku, regions]))).toEqual({
		[A]: ['GB'],
		[B]: null,
		[C]: ['GB'],
	});
	expect((await listed({ region: 'us' })).map(({ sku }) => sku)).toEqual([B]);

	// The engine detects changes of the lists by their newest id.
	const [after] = await WatchEntry.query(testServer.db.knex).where({ sku: A });
	expect(after).toMatchObject({ regions: 'GB', createdAt: before?.createdAt });
	expect(after?.id).toBeGreaterThan(before?.id ?? 0);
	const audited = await AuditRow.query(testServer.db.knex).whereNotNull('before').orderBy('id');
	const changes = audited.map(({ before: was, after: is }) =>
		[was, is].map((json) => JSON.parse(json ?? '') as object),
	);
	const change = (sku: string, ...regions: string[]) =>
		regions.map((one) => ({ list: 'MONITOR1', sku, ...(one !== 'all' && { regions: one }) }));
	expect(changes).toEqual(
		expect.arrayContaining([change(A, 'US,JP', 'GB'), change(B, 'US,JP', 'GB'), change(B, 'GB', 'all')]),
	);
	expect(changes).toHaveLength(3);
});

test('bulk rows without regions keep them, `all` removes them, and importing the export changes nothing', async () => {
	const bulk = async (...rows: object[]) =>
		(await ada.api.bulkSkus({ rows: rows.map((row) => ({ action: 'SET', type: 'MONITOR1', ...row })) })).data;
	await bulk({ sku: A, regions: 'JP; us' }, { sku: B });
	expect(await bulk({ sku: A }, { sku: B, regions: 'ALL' })).toMatchObject([
		{ outcome: 'unchanged' },
		{ outcome: 'unchanged' },
	]);
	const { rows } = await ada.api.exportSkus();
	expect(rows).toMatchObject([
		{ sku: A, regions: 'US,JP' },
		{ sku: B, regions: 'all' },
	]);
	expect((await ada.api.bulkSkus({ mode: 'set', rows })).counts).toMatchObject({ unchanged: 2 });
	expect(await bulk({ sku: A, regions: 'all' }, { sku: B, regions: 'US' })).toEqual([
		{ row: 0, outcome: 'changed', before: 'US,JP' },
		{ row: 1, outcome: 'changed', before: 'all' },
	]);
	const unknown =
		'must be among US, JP, SG, MY, TH, IN, AU, CA, CN, FR, GB, MX, PH, KR, TW, AT, or all, and "ZZ" is not';
	await expect(bulk({ sku: A, regions: 'US,zz' })).rejects.toMatchObject({ fields: { 'rows.0.regions': unknown } });
	await expect(add([A], ['ZZ'])).rejects.toMatchObject({ status: 400, fields: { regions: unknown } });
	await expect(
		ada.api.adidasSkusChange({ action: 'ADD', type: 'ADIDASHOT1', sku: ['EG4959'], regions: ['JP'] }),
	).rejects.toMatchObject({ fields: { regions: 'must be among US, or all, and "JP" is not' } });
});

test('a new entry must be a possible product of its brand; an older one stays, changes its regions and can be removed', async () => {
	await expect(add([A, 'not a sku!! <b>', 'X'])).rejects.toMatchObject({
		status: 400,
		fields: {
			'sku.1':
				'must be a SKU of Nike (6 letters and digits, a dash and 3 digits, such as CK9246-101), and "NOT A SKU!! <B>" is not',
			'sku.2': expect.stringContaining('"X" is not'),
		},
	});
	for (const type of ['monitor1', 'monitor2', 'monitor3'] as const) {
		await expect(ada.api.hotSkuCreate({ type, sku: 'https://evil.example/foo' })).rejects.toMatchObject({
			status: 400,
			fields: {
				sku: expect.stringMatching(/^must be a link at [a-z]+\.com, .* "https:\/\/evil.example\/foo" is not$/),
			},
		});
	}
	expect(await WatchEntry.query(testServer.db.knex)).toEqual([]);

	const old = { list: 'MONITOR1', sku: 'SKU!!', skuHash: skuHash('SKU!!'), createdAt: 1 };
	await testServer.db.knex('watch_entries').insert(old);
	const { rows } = await ada.api.exportSkus();
	expect((await ada.api.bulkSkus({ mode: 'set', rows })).counts).toMatchObject({ unchanged: 1 });
	expect(await listed()).toMatchObject([{ sku: 'SKU!!', problem: expect.stringContaining('must be a SKU of Nike') }]);
	const removed = await ada.api.skusChange({ action: 'REMOVE', type: 'MONITOR1', sku: ['SKU!!'] });
	expect(removed.data.changed).toEqual(['SKU!!']);
	expect(await listed()).toEqual([]);
});

test('entries are listed by state and page by page, and counted by state', async () => {
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] });
	const monitor = createClient(contract, { origin: testServer.server.origin, token: data.token });
	await subscribe('US', 'JP');
	await add([A, B, C, D]);
	await add([E], ['FR']);
	const item = (sku: string, region: string) => ({ source: 'NIKE', sku, region });
	const snapshot = { title: 'Shoe', category: 'SHOES', available: true };
	await monitor.eventsIngest({
		events: [
			{ ...item(A, 'US'), snapshot },
			{ ...item(A, 'JP'), snapshot: null },
			{ ...item(B, 'US'), snapshot: null },
			{ ...item(B, 'JP'), snapshot: null },
			// Another offer of the SKU is another product.
			{ ...item(B, 'US'), snapshot: { ...snapshot, category: 'REFURBISHED' } },
			// It has no active subscription.
			{ ...item(B, 'GB'), snapshot },
			{ ...item(C, 'US'), snapshot: null },
			{ ...item(D, 'US'), snapshot },
			{ ...item(D, 'JP'), blocked: 'wall page' },
		],
	});
	const states = async (input: object = {}) =>
		Object.fromEntries((await listed(input)).map(({ sku, state }) => [sku, state]));
	// C has not been checked in Japan yet.
	const all = { [A]: 'ok', [B]: 'not_found', [C]: 'never_checked', [D]: 'blocked', [E]: 'not_polled' };
	expect(await states()).toEqual(all);
	for (const [sku, state] of Object.entries(all)) expect(await states({ state })).toEqual({ [sku]: state });
	expect((await ada.api.skuStates({ type: 'MONITOR1' })).data).toEqual({
		ok: 1,
		not_found: 1,
		never_checked: 1,
		blocked: 1,
		not_polled: 1,
	});
	// A is checked again in the US only; E is not polled.
	await monitor.eventsIngest({ events: [{ ...item(A, 'US'), snapshot }] });
	const oldest = Object.fromEntries((await listed()).map(({ sku, oldestCheck }) => [sku, oldestCheck]));
	expect(oldest).toMatchObject({
		[A]: { region: 'JP', checkedAt: expect.any(Number) },
		[C]: { region: 'JP', checkedAt: null },
		[E]: null,
	});
	const first = await ada.api.skus({ type: 'MONITOR1', limit: 3 });
	expect(first.data.map(({ sku }) => sku)).toEqual([E, D, C]);
	const second = await ada.api.skus({ type: 'MONITOR1', limit: 3, cursor: first.nextCursor ?? '' });
	expect(second).toMatchObject({ data: [{ sku: B }, { sku: A }], nextCursor: null });
	expect(await states({ q: 'bb0002' })).toEqual({ [B]: 'not_found' });

	// Watched only where it is sold, it is found everywhere.
	await add([A], ['US']);
	await add([B], ['JP']);
	expect(await states({ region: 'US' })).toEqual({ [A]: 'ok', [C]: 'never_checked', [D]: 'blocked' });
	expect(await states({ state: 'not_found' })).toEqual({ [B]: 'not_found' });
});

test('a dry run reports how long a round takes with the new SKUs, in the regions where somebody subscribes', async () => {
	const skus = Array.from({ length: 500 }, (_, n) => `NN${String(n).padStart(4, '0')}-100`);
	const dry = async (types: string[], more: object = {}) => {
		const rows = types.flatMap((type) => skus.map((sku) => ({ action: 'SET', type, sku, ...more })));
		return (await ada.api.bulkSkus({ dryRun: true, rows })).rounds;
	};
	const none = { source: 'NIKE', offer: 'NEW', regions: [], added: 500, beforeMs: 0, afterMs: 0 };
	expect(await dry(['MONITOR1'])).toEqual([none]);
	await subscribe('US', 'JP');
	const { NIKE_CALLS_PER_MINUTE: budget, POLL_INTERVAL_MS: interval } = testServer.settings;
	/** 25 SKUs of a region are one call. */
	const round = (calls: number) => Math.max(interval, (calls * 60_000) / budget);
	const expected = { source: 'NIKE', offer: 'NEW', regions: ['US', 'JP'], added: 500, beforeMs: 0, afterMs: round(40) };
	expect(await dry(['MONITOR1'])).toEqual([expected]);
	// A SKU on two lists is polled once.
	expect(await dry(['MONITOR1', 'MONITOR2'])).toEqual([expected]);
	expect(await dry(['MONITOR1'], { regions: 'US,FR' })).toEqual([{ ...expected, afterMs: round(20) }]);
	await add(skus, ['JP']);
	expect(await dry(['MONITOR1', 'MONITOR4'])).toEqual([
		{ ...expected, added: 0, beforeMs: round(20), afterMs: round(20) },
	]);
	expect(await dry(['MONITOR2'], { regions: 'US' })).toEqual([{ ...expected, added: 0, beforeMs: round(20) }]);
	expect(
		(await ada.api.bulkSkus({ dryRun: true, rows: [{ action: 'SET', type: 'HOT_JDFNL', sku: A }] })).rounds,
	).toEqual(['FNL', 'JD'].map((source) => ({ source, offer: 'NEW', regions: [], added: 1, beforeMs: 0, afterMs: 0 })));
});
