import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());
beforeEach(async () => {
	for (const table of ['catalogue', 'catalogue_words'] as const) await office.testServer.db.knex(table).delete();
});

const importing = (input: string, ...args: string[]) => fixture.run(['catalogue', 'import', ...args], { input });
const titles = async () => {
	const found = await fixture.json<{ sku: string; title: string }[]>(['catalogue', 'search']);
	return found.map(({ sku, title }) => `${sku} ${title}`).sort();
};

const SHOP = [
	'Vendor;Style Color;Name;Colourway;Release Date;Stock',
	'New Balance;m990gl6;990v6;Grey;2026-03-04T00:00:00Z;7',
	'Nike;CK9246-101;"Dunk; Low";White;;1',
].join('\r\n');

test('an import proposes the columns of a file and shows them', async () => {
	const dry = await importing(SHOP, '--dry-run');
	expect(dry).toMatchObject({
		code: 0,
		out: '',
		err: [
			'brand       from Vendor',
			'sku         from Style Color',
			'title       from Name',
			'color       from Colourway',
			'releasedOn  from Release Date',
			'not read    Stock',
			'2 created, 0 updated, 0 unchanged, 0 invalid.',
			'Dry run: nothing was changed.\n',
		].join('\n'),
	});
	expect(await titles()).toEqual([]);
	const silent = await importing(SHOP);
	expect(silent).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
	expect((await importing(SHOP, '--yes')).err).toContain('2 created, 0 updated');
	expect((await importing(SHOP, '--yes')).err).toContain('0 created, 0 updated, 2 unchanged');
	const { out } = await fixture.run(['catalogue', 'show', 'newbalance', 'm990gl6']);
	expect(out).toMatch(/990v6 {2}M990GL6\n[^]*Color +Grey\n[^]*Released +2026-03-04\n[^]*imported/);
});

test('an import takes columns by hand, and one brand for all rows', async () => {
	const file = join(fixture.home, 'list.csv');
	writeFileSync(file, 'id,what,photo\nEG4959,Superstar,https://example.com/a.png\n');
	const missing = await fixture.run(['catalogue', 'import', file, '--dry-run']);
	expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('The file has: id, what, photo') });
	const by = ['--map', 'sku=ID', '--map', 'title=what', '--map', 'image=', '--brand', 'adidas'];
	expect(await fixture.run(['catalogue', 'import', file, '--yes', ...by])).toMatchObject({
		code: 0,
		err: expect.stringContaining('not read    photo'),
	});
	expect(await titles()).toEqual(['EG4959 Superstar']);
	const wrong = await fixture.run(['catalogue', 'import', file, '--yes', ...by, '--map', 'color=none']);
	expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('has no column "none"') });
});

test('an import names invalid rows with line, field and value, and stores the others', async () => {
	const rows = [
		'{"brand":"nike","sku":"CK9246-101","title":"Dunk"}',
		'',
		'{"brand":"nobody","sku":"CK9246-102","title":"Dunk","image":"no"}',
		'no json',
		'{"brand":"nike","sku":"CK9246-103","title":"Dunk"}',
		'{"brand":"nike","sku":"CK9246-101","title":"Dunk Low"}',
	].join('\n');
	const { code, err } = await importing(rows, '--yes');
	expect(code).toBe(4);
	expect(err).toMatch(/^! line 3, .*brand must be one of .*"nobody".*image must be .*"no"/m);
	expect(err).toMatch(/^! line 4, row is not JSON/m);
	expect(err).toMatch(/^! line 6, sku is already set by line 1$/m);
	expect(err).toContain('2 created, 0 updated, 0 unchanged, 3 invalid.');
	expect(await titles()).toEqual(['CK9246-101 Dunk', 'CK9246-103 Dunk']);
	const report = await importing(rows, '--yes', '--json');
	expect(JSON.parse(report.out)).toMatchObject({
		applied: true,
		complete: true,
		counts: { unchanged: 2, invalid: 3 },
		problems: [{ line: 4 }, { line: 3, problems: { brand: expect.any(String) } }, { line: 6 }],
	});
});

test.each(['csv', 'ndjson'])('an export as %s is imported unchanged', async (format) => {
	await importing('brand,sku,title,color\nNIKE,AA1111-100,=Dunk,"-x, ""y"""\nNIKE,AA1111-101,字 👟,\n', '--yes');
	const file = join(fixture.home, `all.${format}`);
	expect(await fixture.run(['catalogue', 'export', '--output', file])).toMatchObject({ code: 0, out: '' });
	const before = (await fixture.run(['catalogue', 'export', '--format', format])).out;
	expect(before).toContain('字 👟');
	expect((await fixture.run(['catalogue', 'import', file, '--dry-run'])).err).toContain('2 unchanged');
	await office.testServer.db.knex('catalogue').delete();
	await office.testServer.db.knex('catalogue_words').delete();
	expect((await fixture.run(['catalogue', 'import', file, '--yes'])).code).toBe(0);
	expect(await titles()).toEqual(['AA1111-100 =Dunk', 'AA1111-101 字 👟']);
});
