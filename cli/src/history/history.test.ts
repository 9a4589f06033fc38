import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from '../testing.ts';

const DAY = 86_400_000;

let office: Office;
beforeAll(async () => {
	office = await openOffice();
});
afterAll(() => office.close());

test('an export has every change of a product', async () => {
	const { fixture } = office;
	const times = [3, 2, 1].map((days) => new Date(Date.now() - days * DAY).toISOString());
	const events = times.map((observedAt, n) => {
		const price = { current: 10_000 - n, full: 10_000, currency: 'USD' };
		const snapshot = { title: 'Dunk', category: 'SHOES', available: true, price };
		return { source: 'NIKE', sku: 'CK9246-101', region: 'US', observedAt, snapshot };
	});
	await fixture.run(['api', 'POST', '/api/events', '--body', JSON.stringify({ events })]);
	const { code, out } = await fixture.run(['history', 'export', 'nike', 'ck9246-101']);
	expect(code).toBe(0);
	expect(out.trim().split('\n')).toEqual([
		'at,region,offer,price,full,currency,status,available,inStock',
		...times.map((at, n) => `${at},US,NEW,${10_000 - n},10000,USD,,true,`),
	]);
	const unknown = await fixture.run(['history', 'export', 'nike', 'CK0000-000']);
	expect(unknown).toMatchObject({ out: '', err: expect.stringContaining('CK0000-000') });
});
