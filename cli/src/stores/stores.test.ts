import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

test('`stores` lists the stores near a place with their sizes, and fails in part if one does not answer', async () => {
	const shown = await fixture.run(['stores', 'CK9246-101', 'new york']);
	expect(shown).toMatchObject({ code: 0, err: '' });
	expect(shown.out).toMatch(/^STORE +CITY +KM +SIZES\nNike NYC +New York +0 +\S.* ▰/);
	expect(await fixture.json(['stores', 'CK9246-101', 'Atlantis'])).toMatchObject({ stores: [] });
	expect(await fixture.run(['stores', 'NONE-001', 'London', '--region', 'gb'])).toMatchObject({ code: 1 });
	await office.testServer.sandbox.control.failNike({ region: 'JP', times: 1, every: 2, fault: { status: 500 } });
	const failed = await fixture.run(['stores', 'CK9246-101', 'Tokyo', '--region', 'jp']);
	expect(failed).toMatchObject({ code: 4, err: expect.stringContaining('Nike Harajuku did not answer') });
});
