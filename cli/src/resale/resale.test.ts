import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

test('`resale` lists the payout of each market by size, and fails in part if a market cannot be read', async () => {
	const { control } = office.testServer.sandbox;
	await control.setEbayListings({ sku: 'HF3976-001', items: [{ title: 'HF3976-001 Size 9', price: '300.00' }] });
	const shown = await fixture.run(['resale', 'hf3976-001']);
	expect(shown.code).toBe(0);
	expect(shown.out).toMatch(
		/^Full price in US: \$[\d.]+\nSIZE +EBAY +PROFIT\n.*9.* \$258\.80 +-?\$[\d.]+ \(-?[\d.]+%\)\n$/,
	);
	expect(shown.err).toContain('Fees of more than 180 days ago: StockX 2025-03-01');
	await control.failShop('ebay', { times: 1, fault: { status: 500 } });
	const failed = await fixture.run(['resale', 'NO-SUCH']);
	expect(failed).toMatchObject({ code: 4, err: expect.stringContaining('eBay could not be read: eBay answered 500.') });
	expect(await fixture.json(['resale', 'HF3976-001', '--region', 'jp'])).toMatchObject({ sizes: [] });
});
