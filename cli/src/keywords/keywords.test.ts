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

test('imports watches from lines and from columns, and edits one', async () => {
	const lines = { input: 'forum low, forum mid\n\ngazelle\ngazelle\n' };
	const args = ['keywords', 'import', '--source', 'adidas'];
	expect(await fixture.run([...args, '--dry-run'], lines)).toEqual({
		code: 0,
		out: '+ forum low, forum mid\n+ gazelle\n',
		err: '2 to add, 1 unchanged. There are 0 of at most 100 watches.\nDry run: nothing was changed.\n',
	});
	expect(await fixture.run([...args, '--yes', '--quiet'], lines)).toEqual({ code: 0, out: '', err: '' });
	const input = 'source,include,maxPrice\nadidas,gazelle,\nadidas,"campus; handball",90\n';
	const { applied, rows } = await fixture.json<{ applied: boolean; rows: object[] }>(['keywords', 'import', '--yes'], {
		input,
	});
	expect(applied).toBe(true);
	expect(rows).toMatchObject([
		{ line: 2, outcome: 'unchanged' },
		{ line: 3, outcome: 'added', include: ['campus', 'handball'], maxPrice: 90 },
	]);
	const wrong = await fixture.run(['keywords', 'import', '--yes'], { input: `${input}nobody,x,\n` });
	expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('! line 4, source must be one of') });
	const cheap = await fixture.run(['keywords', 'import', '--yes'], { input: `${input}adidas,x,cheap\n` });
	expect(cheap).toMatchObject({ code: 1, err: expect.stringContaining('Line 4: maxPrice must be a number: "cheap".') });

	const [first] = await fixture.json<{ id: string }[]>(['keywords', 'list']);
	const edited = await fixture.run(['keywords', 'edit', first?.id ?? '', 'adidas', 'forum', '--max-price', '100']);
	expect(edited.out).toMatch(/^changed: watch \d+, ADIDAS US: forum · up to 100\n$/);
	expect((await fixture.run(['keywords', 'list'])).err).toBe('3 of at most 100 watches.\n');
	for (const { id } of await fixture.json<{ id: string }[]>(['keywords', 'list']))
		await fixture.run(['keywords', 'remove', id, '--yes']);
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
