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
	await office.testServer.db.knex('releases').delete();
});

const importing = (input: string, ...args: string[]) => fixture.run(['releases', 'import', ...args], { input });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, '-05:00');

test('an import proposes the columns of a file, and its releases are listed', async () => {
	const launch = inDays(3);
	const file = `Vendor;Style Color;Name;Release Date;Color\nNike;CK9246-101;"Dunk; Low";${launch};red\nNike;CK9246-102;Soon;tomorrow;\n`;
	const dry = await importing(file, '--region', 'us', '--dry-run');
	expect(dry.code).toBe(4);
	expect(dry.err.split('\n')).toEqual([
		'brand         from Vendor',
		'sku           from Style Color',
		'region        US, of every row',
		'title         from Name',
		'launchAt      from Release Date',
		'not read      Color',
		expect.stringMatching(/^! line 3, launchAt must be a time: .*\("tomorrow"\)$/),
		'1 created, 0 updated, 0 unchanged, 1 invalid.',
		'Dry run: nothing was changed.',
		'',
	]);
	const missing = await importing(file, '--dry-run');
	expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('--region US') });
	expect((await importing(file, '--region', 'us', '--yes')).err).toContain('1 created');
	expect((await importing(file, '--region', 'us', '--yes')).err).toContain('0 created, 0 updated, 1 unchanged');
	const list = await fixture.run(['releases', '--region', 'us', 'dunk']);
	expect(list.out).toMatch(/LAUNCH +REGION[^]*US +NIKE +CK9246-101 +Dunk; Low +announced/);
	expect((await fixture.run(['releases', '--to', '1d'])).err).toContain('No release matches.');
});

test.each(['csv', 'ndjson'])('an export as %s is imported unchanged', async (format) => {
	const header = 'brand,sku,region,title,launchAt,price,currency,method,entriesUntil';
	const cells = `NIKE,AA1111-100,US,=Dunk,${inDays(3)},12000,USD,DAN,${inDays(2)}`;
	expect(await importing(`${header}\n${cells}\n`, '--yes')).toMatchObject({ code: 0 });
	const file = join(fixture.home, `all.${format}`);
	expect(await fixture.run(['releases', 'export', '--output', file])).toMatchObject({ code: 0, out: '' });
	expect((await fixture.run(['releases', 'import', file, '--dry-run'])).err).toContain('1 unchanged');
	await office.testServer.db.knex('releases').delete();
	expect((await fixture.run(['releases', 'import', file, '--yes'])).err).toContain('1 created');
	const [release] = await fixture.json<object[]>(['releases', 'list']);
	expect(release).toMatchObject({ title: '=Dunk', method: 'DAN', price: { current: 12_000, currency: 'USD' } });
});
