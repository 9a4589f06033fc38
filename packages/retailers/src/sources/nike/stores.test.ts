import { type Sandbox, startSandbox } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordedJson } from '../../formats/testing.ts';
import { readInStore, readStoreLocations } from '../../formats/nike/inStore.ts';
import { nike } from './nike.ts';
import type { StoreReader } from '../source.ts';

let sandbox: Sandbox;
let source: ReturnType<typeof nike.connect>;
let reader: StoreReader;
beforeAll(async () => {
	sandbox = await startSandbox();
	source = nike.connect({ url: sandbox.shopUrl('NIKE'), timeoutMs: 5000, connections: 2, requestsPerMinute: 6000 });
	reader = source.storeReader as StoreReader;
});
afterEach(() => sandbox.control.healNike());
afterAll(async () => {
	await source.close();
	await sandbox.close();
});

const { signal } = new AbortController();
const STORE = 'dfac9e6e-6788-4824-892a-b73801c526d5';

test('the recorded answer of a store has the levels of its sizes, and a size without a row is unknown', () => {
	const sizes = new Map([
		['00194500874954', '8'],
		['00194500874916', '6'],
		['00000000000000', '15'],
	]);
	const recorded = recordedJson('nike-available-gtins-instore-CW2288-111.json');
	expect(readInStore(recorded, { sku: 'CW2288-111', storeId: STORE, sizes })).toEqual([
		{ size: '8', available: true, level: 'LOW', count: null },
		{ size: '6', available: false, level: 'OOS', count: null },
	]);
	expect(readInStore(recorded, { sku: 'CW2288-111', storeId: 'another', sizes })).toEqual([]);
	expect(readInStore(recorded, { sku: 'CK9246-101', storeId: STORE, sizes })).toEqual([]);
	expect(readInStore({ error: 1 }, { sku: 'CW2288-111', storeId: STORE, sizes })).toHaveProperty('code');
});

test('a store of another form is left out of the list', () => {
	const good = { id: '1', name: 'Store', address: { city: 'Wien', country: 'at' } };
	expect(readStoreLocations({ objects: [good, { id: 2 }, null] })).toEqual([
		{ id: '1', name: 'Store', city: 'Wien', postalCode: '', country: 'AT', latitude: null, longitude: null },
	]);
});

test('Nike lists its stores and says what one of them has of a product', async () => {
	const stores = await reader.list(signal);
	expect(stores).toContainEqual(expect.objectContaining({ id: STORE, city: 'New York', country: 'US' }));
	const sizes = await reader.sizes('US', 'CK9246-101', signal);
	const stock = await reader.stock({ sku: 'CK9246-101', storeId: STORE, sizes: sizes! }, signal);
	expect(stock).toHaveLength(sizes!.size - 1);
	expect(stock[0]).toEqual({
		size: [...sizes!.values()][1],
		available: expect.any(Boolean),
		level: expect.any(String),
		count: null,
	});
	expect(await reader.sizes('US', 'NONE-001', signal)).toBe(null);
	expect(await reader.stock({ sku: 'NONE-001', storeId: STORE, sizes: sizes! }, signal)).toEqual([]);
});

test('a failure is never an empty store', async () => {
	const sizes = new Map([['1', '9']]);
	const stock = () => reader.stock({ sku: 'CK9246-101', storeId: STORE, sizes }, signal);
	for (const fault of [{ status: 500 }, { accessDenied: true }, { garbage: true }] as const) {
		await sandbox.control.failNike({ times: 1, fault });
		await expect(stock()).rejects.toThrow(/Nike|page/);
	}
});
