import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

test('`sources` lists what is watched and what is not, with reasons', async () => {
	expect(await fixture.run(['sources'])).toEqual({
		code: 0,
		out: 'No topic has an active subscription, so nothing has to be watched.\n',
		err: 'No rows match.\n',
	});
	await fixture.run(['skus', 'add', 'GW3773', '--list', 'ADIDASHOT1']);
	const unsold = await fixture.run(['sources']);
	expect(unsold.out).toMatch(/^BRAND +CATEGORY +REGION +STATE +SKUS +ROUND +OLDEST CHECK +SUBSCRIPTIONS +STOCK$/m);
	expect(unsold.out).toMatch(/^Adidas +HOT1 +US +Watched but unsold +1 +– +– +0 +counts per size$/m);
	expect(unsold.out).toContain('Adidas: 1 SKU in US, but no subscription is active, so nothing is checked.\n');
	expect(await fixture.json(['sources', '--state', 'watched_but_unsold'])).toMatchObject({
		engines: 1,
		rows: [{ brand: 'ADIDAS', region: 'US', verdict: 'watched_but_unsold', lists: [{ skus: 1 }, { skus: 0 }] }],
	});
	const all = await fixture.json<{ rows: object[] }>(['sources', 'list', '--all', '--brand', 'NIKE']);
	expect(all.rows).toHaveLength(33);
});
