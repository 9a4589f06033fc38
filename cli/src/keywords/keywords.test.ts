import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

/** Searches run in the background. */
const WAIT = { timeout: 20_000 };
let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const samba = ['adidas', 'superstar', 'samba og', '--without', 'kids, toddler', '--max-price', '150'];

test('`keywords try` lists current matches and saves nothing', async () => {
	const { code, out } = await fixture.run(['keywords', 'try', ...samba]);
	expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
		code: 0,
		lines: ['SKU     PRODUCT            PRICE', 'EG4959  Superstar Shoes  $100.00', 'FW4904  Superstar Shoes  $100.00'],
	});
	expect(await fixture.run(['keywords', 'try', 'adidas', 'nothing like it', '--region', 'us'])).toEqual({
		code: 0,
		out: '',
		err: 'Nothing matches now.\n',
	});
	expect(await fixture.run(['keywords'])).toEqual({ code: 0, out: '', err: 'No keyword watches yet.\n' });
});

test('`keywords watch` adds a found product to its watch list', async () => {
	const added = await fixture.run(['keywords', 'add', ...samba]);
	expect(added).toMatchObject({
		code: 0,
		out: expect.stringMatching(
			/^added: watch \d+, ADIDAS US: superstar, samba og · without kids, toddler · up to 150\n$/,
		),
	});
	const id = /\d+/.exec(added.out)?.[0] ?? '';
	const watch = async () =>
		(await fixture.json<{ checkedAt: number | null; found: number }[]>(['keywords', 'list']))[0];
	await expect.poll(async () => (await watch())?.checkedAt ?? null, WAIT).not.toBeNull();
	expect(await fixture.run(['keywords', 'found'])).toMatchObject({ out: '', err: 'Nothing new was found yet.\n' });
	await office.testServer.sandbox.control.addShopProduct({
		shop: 'adidas',
		product: { sku: 'JD0002', title: 'Samba OG Cream' },
	});
	await expect.poll(async () => (await watch())?.found, WAIT).toBe(1);
	expect((await fixture.run(['keywords', 'list'])).out).toMatch(
		/^ID +SOURCE +REGION +WORDS +FOUND +SEARCHED\n +\d+ +ADIDAS +US +superstar, samba og · without kids/,
	);
	const [found] = await fixture.json<{ id: string }[]>(['keywords', 'found', '--watch', id]);
	const row = async () => (await fixture.run(['keywords', 'found'])).out;
	expect(await row()).toMatch(/ADIDAS US +JD0002 +Samba OG Cream +\$100\.00 +not on ADIDASHOT1\n/);
	expect((await fixture.run(['keywords', 'watch', found?.id ?? ''])).out).toBe('added: JD0002 on ADIDASHOT1\n');
	expect(await row()).toMatch(/Samba OG Cream +\$100\.00 +on ADIDASHOT1\n/);
	expect((await fixture.run(['keywords', 'remove', id, '--yes'])).out).toBe(`removed: watch ${id}\n`);
	expect((await fixture.run(['keywords', 'watch', found?.id ?? ''])).err).toContain(
		'This found product does not exist',
	);
	expect((await fixture.run(['keywords', 'remove', id, '--dry-run'])).err).toContain('does not exist');
});

test('rejects shops without a search and invalid prices', async () => {
	const shop = office.testServer.sandbox.shopOrigin('boutique');
	expect(await fixture.run(['keywords', 'try', 'shops', 'runner', '--shop', shop])).toMatchObject({
		code: 1,
		err: expect.stringContaining("has neither a UCP catalogue nor Shopify's product list"),
	});
	expect((await fixture.run(['keywords', 'add', 'shops', 'runner'])).err).toContain('must be the address of the shop');
	expect((await fixture.run(['keywords', 'try', 'adidas', 'samba', '--max-price', 'x'])).code).toBe(2);
});
