import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
});
beforeEach(async () => {
	const { rows } = await office.ada.api.exportWebhooks();
	if (rows.length > 0) await office.ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...row, action: 'DELETE' })) });
});
afterAll(() => office.close());

const HEADER = 'brand,category,region,status,label,value';
const HOLD = 'NIKE,SHOES,US,HOLD';
const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const row = (label: string, n: number, place = HOLD) => `${place},${label},${webhookUrl(n)}`;
const masked = (n: number) => `…/webhooks/${500_000_000_000_000_000n + BigInt(n)}/••••`;
const importing = (input: string, ...args: string[]) => desk.run(['webhooks', 'import', ...args], { input });
const exported = async (...args: string[]) => (await desk.run(['webhooks', 'export', ...args])).out;

test('an import shows what it changes and what becomes of it: added, changed, removed, unchanged', async () => {
	const first = await importing(csv(row('a', 1), row('b', 2), row('c', 3)), '--yes');
	expect(first).toEqual({
		code: 0,
		out: ['a', 'b', 'c'].map((label, at) => `+ NIKE SHOES US HOLD  ${label}  ${masked(at + 1)}\n`).join(''),
		err: '3 to add, 0 to change, 0 to remove, 0 unchanged.\nDone: 3 webhooks changed.\n',
	});
	const next = csv(row('a', 1), row('b', 20), row('d', 4));
	const dry = await importing(next, '--dry-run', '--prune');
	expect(dry).toEqual({
		code: 0,
		out: `~ NIKE SHOES US HOLD  b  ${masked(20)} (was ${masked(2)})\n- NIKE SHOES US HOLD  c  ${masked(3)}\n+ NIKE SHOES US HOLD  d  ${masked(4)}\n`,
		err: '1 to add, 1 to change, 1 to remove, 1 unchanged.\nA dry run: nothing was changed.\n',
	});
	expect(await exported()).toBe(csv(row('a', 1), row('b', 2), row('c', 3)));
	expect((await importing(next, '--yes')).code).toBe(0);
	expect(await exported()).toBe(csv(row('a', 1), row('b', 20), row('c', 3), row('d', 4)));
	expect((await importing(next, '--yes', '--prune')).code).toBe(0);
	expect(await exported()).toBe(next);
	expect((await importing(next, '--yes', '--prune')).err).toContain('There is nothing to change.');
});

test('as JSON the plan has one shape, whatever happens', async () => {
	await importing(csv(row('b', 2)), '--yes');
	const { code, out } = await importing(csv(row('a', 1), row('b', 3)), '--json', '--yes');
	const place = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };
	expect(code).toBe(0);
	expect(JSON.parse(out)).toEqual({
		rows: [
			{ outcome: 'added', line: 2, ...place, label: 'a', value: masked(1) },
			{ outcome: 'changed', line: 3, ...place, label: 'b', value: masked(3), before: masked(2) },
		],
		problems: [],
		counts: { added: 1, changed: 1, removed: 0, unchanged: 0, refused: 0 },
		batches: 1,
		landedBatches: 1,
		dryRun: false,
		applied: true,
	});
	const none = await importing(csv(row('a', 1)), '--json', '--dry-run');
	expect(JSON.parse(none.out)).toMatchObject({ rows: [], applied: false, dryRun: true, counts: { unchanged: 1 } });
	const bad = await importing(csv(row('a', 1, 'NIKE,SHOES,US,NO'), row('x', 9)), '--json', '--yes');
	expect(bad.code).toBe(1);
	expect(JSON.parse(bad.out)).toMatchObject({
		applied: false,
		counts: { added: 1, refused: 1 },
		problems: [{ line: 2, column: 'status', problem: expect.stringContaining('must name a group') }],
	});
});

test.each(['csv', 'json', 'ndjson'])(
	'an export as %s, imported into empty groups, is exported byte for byte',
	async (format) => {
		const rows = [
			row('plain', 1, 'NIKE,EQUIPMENT,JP,ACTIVE'),
			`${HOLD},"a ""quoted"", label",${webhookUrl(2)}`,
			`${HOLD},Ünïcödé 字 👟,${webhookUrl(3)}`,
			row('=1+1', 4, 'FNL,SHOES,US,NEW'),
			row('same label', 5, 'HP,LAPTOPS,US,LAPTOPS'),
			row('same label', 5, 'STOCK,NUMBERS,US,ANNOUNCEMENT'),
		];
		expect((await importing(csv(...rows), '--yes')).code).toBe(0);
		const file = join(desk.home, `all.${format}`);
		const written = await desk.run(['webhooks', 'export', '--output', file]);
		expect(written).toEqual({ code: 0, out: '', err: `6 webhooks in ${file}.\n` });
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const before = await exported('--format', format);
		expect(before).toContain('字 👟');
		expect((await importing(`${HEADER}\n`, '--yes', '--prune')).code).toBe(0);
		expect(await exported()).toBe(`${HEADER}\n`);
		expect((await desk.run(['webhooks', 'import', file, '--yes'])).code).toBe(0);
		expect(await exported('--format', format)).toBe(before);
		// The same from stdin, whose format is seen by how it begins.
		expect((await importing(before, '--dry-run')).err).toContain('6 unchanged');
	},
);

test('webhooks that change places, and one that gets another label, do so in one go', async () => {
	await importing(csv(row('a', 1), row('b', 2), row('c', 3), row('old', 4)), '--yes');
	const { code, out } = await importing(csv(row('a', 2), row('b', 3), row('c', 1), row('new', 4)), '--yes', '--prune');
	expect({ code, out: out.split('\n').sort() }).toEqual({
		code: 0,
		out: [
			'',
			`+ NIKE SHOES US HOLD  new  ${masked(4)}`,
			`- NIKE SHOES US HOLD  old  ${masked(4)}`,
			`~ NIKE SHOES US HOLD  a  ${masked(2)} (was ${masked(1)})`,
			`~ NIKE SHOES US HOLD  b  ${masked(3)} (was ${masked(2)})`,
			`~ NIKE SHOES US HOLD  c  ${masked(1)} (was ${masked(3)})`,
		],
	});
	expect(await exported()).toBe(csv(row('a', 2), row('b', 3), row('c', 1), row('new', 4)));
	// Without pruning the old label keeps its webhook, so the new one cannot have it.
	const kept = await importing(csv(row('newer', 4)), '--yes');
	expect(kept).toMatchObject({ code: 1, err: expect.stringContaining('line 2, value stands in this group already') });
});

test('one bad row and nothing lands; every bad row is named with line and column', async () => {
	const { code, out, err } = await importing(
		csv(
			row('fine', 1),
			row('x', 2, 'NIKE,SHOES,MARS,HOLD'),
			`${HOLD},y,https://example.com/hook`,
			`${HOLD},,${webhookUrl(4)}`,
			row('fine', 5),
			row('twin', 1),
			`${HOLD},too,many,cells`,
			HOLD,
		),
		'--yes',
	);
	expect({ code, out }).toEqual({ code: 1, out: `+ NIKE SHOES US HOLD  fine  ${masked(1)}\n` });
	expect(
		err
			.split('\n')
			.sort()
			.filter((line) => line.startsWith('!')),
	).toEqual([
		'! line 3, status brand, category, region and status must name a group that there is',
		'! line 4, value must be a Discord webhook URL',
		'! line 5, label must have 1 to 100 characters',
		'! line 6, label stands in line 2 already',
		'! line 7, value stands in line 2 already',
		'! line 8, the row has 7 cells; the first line names 6 columns',
		'! line 9, the row has 4 cells; the first line names 6 columns',
	]);
	expect(err).toContain('7 rows are wrong: nothing is changed until all are right.');
	expect(await exported()).toBe(`${HEADER}\n`);
});

test('an import about some groups leaves the others alone, and refuses rows of theirs', async () => {
	await importing(csv(row('keep', 1), row('go', 2, 'HP,LAPTOPS,US,LAPTOPS')), '--yes');
	const hp = ['--brand', 'hp'];
	const { code } = await importing(csv(row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')), '--yes', '--prune', ...hp);
	expect(code).toBe(0);
	expect(await exported()).toBe(csv(row('keep', 1), row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')));
	expect(await exported(...hp)).toBe(csv(row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')));
	const outside = await importing(csv(row('keep', 1)), '--yes', ...hp);
	expect(outside).toMatchObject({ code: 1, err: expect.stringContaining('line 2, the row is not within --brand hp') });
});

test('nothing is changed unless that is said: not without a terminal, not by another answer than yes', async () => {
	const silent = await importing(csv(row('a', 1)));
	expect(silent).toMatchObject({ code: 2, err: expect.stringContaining('Say --yes') });
	const file = join(desk.home, 'ask.csv');
	writeFileSync(file, csv(row('a', 1)));
	const no = await desk.runInTerminal(['webhooks', 'import', file], { input: 'no\n' });
	expect(no).toMatchObject({ code: 1, out: expect.stringContaining('Do this? [y/N]') });
	expect(await exported()).toBe(`${HEADER}\n`);
	const yes = await desk.runInTerminal(['webhooks', 'import', file], { input: 'y\n' });
	expect(yes).toMatchObject({ code: 0, out: expect.stringContaining('Done: 1 webhook changed') });
	expect(await exported()).toBe(csv(row('a', 1)));
});

test('a file that is not there, a format that there is not, and no file at a terminal are wrong usage', async () => {
	const gone = await desk.run(['webhooks', 'import', 'gone.csv', '--yes']);
	expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('There is no file gone.csv') });
	expect((await importing('', '--format', 'xlsx')).code).toBe(2);
	expect((await desk.runInTerminal(['webhooks', 'import'])).code).toBe(2);
	expect((await desk.run(['webhooks', 'export', '-o', 'no/such/folder.csv'])).code).toBe(1);
});
