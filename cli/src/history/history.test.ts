import { aYear, storeHistories } from '@dropwire/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from '../testing.ts';

let office: Office;
beforeAll(async () => {
	office = await openOffice();
});
afterAll(() => office.close());

test('an export has every change of a product', async () => {
	const series = { source: 'NIKE', sku: 'CK9246-101', region: 'US', offer: 'NEW' } as const;
	const points = aYear(Date.now(), { days: 10 });
	await storeHistories(office.testServer.db.knex, [{ ...series, points }]);
	const { code, out } = await office.fixture.run(['history', 'export', 'nike', 'ck9246-101']);
	expect(code).toBe(0);
	const [head, ...lines] = out.trim().split('\n');
	expect(head).toBe('at,region,offer,price,full,currency,status,available,inStock');
	expect(lines.map((line) => line.split(',')[0])).toEqual(points.map(({ at }) => new Date(at).toISOString()));
	const unknown = await office.fixture.run(['history', 'export', 'nike', 'CK0000-000']);
	expect(unknown).toMatchObject({ out: '', err: expect.stringContaining('CK0000-000') });
});
