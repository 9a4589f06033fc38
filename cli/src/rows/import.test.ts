import { once } from 'node:events';
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
const empty = async () => {
	const { rows } = await office.ada.api.exportWebhooks();
	if (rows.length > 0) await office.ada.api.bulkWebhooks({ rows: rows.map((row) => ({ ...row, action: 'DELETE' })) });
};
beforeEach(empty);
afterAll(() => office.close());

const HEADER = 'brand,category,region,status,label,value,options';
const HOLD = 'NIKE,SHOES,US,HOLD';
const csv = (...lines: string[]) => `${[HEADER, ...lines, '#end,,,,,,'].join('\n')}\n`;
const removing = (count: number) => ['--prune', '--max-removals', String(count)];
const row = (label: string, n: number, place = HOLD) => `${place},${label},${webhookUrl(n)},`;
const masked = (n: number) => `…/webhooks/${500_000_000_000_000_000n + BigInt(n)}/••••`;
const importing = (input: string, ...args: string[]) => fixture.run(['webhooks', 'import', ...args], { input });
const exported = async (...args: string[]) => (await fixture.run(['webhooks', 'export', ...args])).out;

test('an import shows added, changed, removed and unchanged rows', async () => {
	const first = await importing(csv(row('a', 1), row('b', 2), row('c', 3)), '--yes');
	expect(first).toEqual({
		code: 0,
		out: ['a', 'b', 'c'].map((label, at) => `+ NIKE SHOES US HOLD  ${label}  ${masked(at + 1)}\n`).join(''),
		err: '3 to add, 0 to change, 0 to remove, 0 unchanged.\nDone: 3 webhooks added.\n',
	});
	const next = csv(row('a', 1), row('b', 20), row('d', 4));
	const dry = await importing(next, '--dry-run', ...removing(1));
	expect(dry).toEqual({
		code: 0,
		out: `~ NIKE SHOES US HOLD  b  ${masked(20)} (was ${masked(2)})\n+ NIKE SHOES US HOLD  d  ${masked(4)}\n- NIKE SHOES US HOLD  c  ${masked(3)}\n`,
		err: '1 to add, 1 to change, 1 to remove, 1 unchanged.\nDry run: nothing was changed.\n',
	});
	expect(await exported()).toBe(csv(row('a', 1), row('b', 2), row('c', 3)));
	expect((await importing(next, '--yes')).code).toBe(0);
	expect(await exported()).toBe(csv(row('a', 1), row('b', 20), row('c', 3), row('d', 4)));
	expect((await importing(next, '--yes', ...removing(1))).code).toBe(0);
	expect(await exported()).toBe(next);
	expect((await importing(next, '--yes', '--prune')).err).toContain('There is nothing to change.');
});

test('exports labels that look like formulas as text', async () => {
	const labels = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM', "'=quoted", "'plain"];
	const rows = labels.map((label, n) => ({
		brand: 'NIKE',
		category: 'SHOES',
		region: 'US',
		status: 'HOLD',
		label,
		value: webhookUrl(n),
	}));
	await office.ada.api.bulkWebhooks({ rows: rows.map((one) => ({ ...one, action: 'SET' })) });
	const file = await exported();
	expect(file).not.toMatch(/(^|,)"?[=+\-@]/m);
	const again = await importing(file, '--yes', '--prune');
	expect(again.err).toContain('There is nothing to change.');
	await office.ada.api.bulkWebhooks({ rows: rows.map((one) => ({ ...one, action: 'DELETE' })) });
	expect((await importing(file, '--yes')).code).toBe(0);
	const { rows: stored } = await office.ada.api.exportWebhooks();
	expect(stored.map(({ label }) => label).sort()).toEqual([...labels].sort());
	expect(await exported()).toBe(file);
});

test('the JSON report has the same fields for every outcome', async () => {
	await importing(csv(row('b', 2)), '--yes');
	const { code, out } = await importing(csv(row('a', 1), row('b', 3)), '--json', '--yes');
	const place = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };
	expect(code).toBe(0);
	expect(JSON.parse(out)).toEqual({
		rows: [
			{ outcome: 'added', line: 2, ...place, label: 'a', value: masked(1), options: '' },
			{ outcome: 'changed', line: 3, ...place, label: 'b', value: masked(3), options: '', before: masked(2) },
		],
		problems: [],
		counts: { added: 1, changed: 1, removed: 0, unchanged: 0, refused: 0 },
		batches: 1,
		landedBatches: 1,
		numbered: 'line',
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
		problems: [{ line: 2, column: 'status', problem: expect.stringContaining('"NO" is not') }],
	});
});

test.each(['csv', 'json', 'ndjson'])(
	'an export as %s, imported into empty groups, is exported byte for byte',
	async (format) => {
		const rows = [
			row('plain', 1, 'NIKE,EQUIPMENT,JP,ACTIVE'),
			`${HOLD},"a ""quoted"", label",${webhookUrl(2)},`,
			`${HOLD},Ünïcödé 字 👟,${webhookUrl(3)},`,
			row('=1+1', 4, 'FNL,SHOES,US,NEW'),
			row('same label', 5, 'HP,LAPTOPS,US,LAPTOPS'),
			row('same label', 5, 'STOCK,NUMBERS,US,ANNOUNCEMENT'),
		];
		expect((await importing(csv(...rows), '--yes')).code).toBe(0);
		const file = join(fixture.home, `all.${format}`);
		const written = await fixture.run(['webhooks', 'export', '--output', file]);
		expect(written).toEqual({ code: 0, out: '', err: `6 webhooks in ${file}.\n` });
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const before = await exported('--format', format);
		expect(before).toContain('字 👟');
		await empty();
		expect(await exported()).toBe(csv());
		expect((await fixture.run(['webhooks', 'import', file, '--yes'])).code).toBe(0);
		expect(await exported('--format', format)).toBe(before);
		// The same from stdin. The CLI detects the format from the beginning of the text.
		expect((await importing(before, '--dry-run')).err).toContain('6 unchanged');
	},
);

test('one import swaps webhooks and renames labels', async () => {
	await importing(csv(row('a', 1), row('b', 2), row('c', 3), row('old', 4)), '--yes');
	const { code, out } = await importing(
		csv(row('a', 2), row('b', 3), row('c', 1), row('new', 4)),
		'--yes',
		...removing(1),
	);
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
	// Without pruning the old label keeps its webhook, so the new label cannot use it.
	const kept = await importing(csv(row('newer', 4)), '--yes');
	expect(kept).toMatchObject({
		code: 1,
		err: expect.stringContaining('line 2, value is already used by "new" in this group'),
	});
});

test('one invalid row blocks the import; all are listed by line and column', async () => {
	const { code, out, err } = await importing(
		csv(
			row('fine', 1),
			row('x', 2, 'NIKE,SHOES,MARS,HOLD'),
			`${HOLD},y,https://example.com/hook,`,
			`${HOLD},,${webhookUrl(4)},`,
			row('fine', 5),
			row('twin', 1),
			`${HOLD},far,too,many,cells`,
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
		expect.stringMatching(/^! line 3, \w+ must be one of /),
		'! line 4, value must be a Discord webhook URL (https://discord.com/api/webhooks/…)',
		'! line 5, label must have 1 to 100 characters',
		'! line 6, label is already set by line 2',
		'! line 7, value is already used by "fine" in this group',
		'! line 8, the row has 8 cells; the first line names 7 columns',
		'! line 9, the row has 4 cells; the first line names 7 columns',
	]);
	expect(err).toContain('7 rows have errors. Nothing is changed until all are fixed.');
	expect(await exported()).toBe(csv());
});

test('an import limited to groups rejects rows of other groups', async () => {
	await importing(csv(row('keep', 1), row('go', 2, 'HP,LAPTOPS,US,LAPTOPS')), '--yes');
	const hp = ['--brand', 'hp'];
	const { code } = await importing(csv(row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')), '--yes', ...removing(1), ...hp);
	expect(code).toBe(0);
	expect(await exported()).toBe(csv(row('keep', 1), row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')));
	expect(await exported(...hp)).toBe(csv(row('come', 3, 'HP,LAPTOPS,US,LAPTOPS')));
	const outside = await importing(csv(row('keep', 1)), '--yes', ...hp);
	expect(outside).toMatchObject({ code: 1, err: expect.stringContaining('line 2, the row is not within --brand hp') });
});

test('an import changes nothing without --yes or a confirmation', async () => {
	const silent = await importing(csv(row('a', 1)));
	expect(silent).toMatchObject({ code: 2, err: expect.stringContaining('Use --yes') });
	const file = join(fixture.home, 'ask.csv');
	writeFileSync(file, csv(row('a', 1)));
	const no = await fixture.runInTerminal(['webhooks', 'import', file], { input: 'no\n' });
	expect(no).toMatchObject({ code: 1, out: expect.stringContaining('Apply these changes? [y/N]') });
	expect(await exported()).toBe(csv());
	const yes = await fixture.runInTerminal(['webhooks', 'import', file], { input: 'y\n' });
	expect(yes).toMatchObject({ code: 0, out: expect.stringContaining('Done: 1 webhook added') });
	expect(await exported()).toBe(csv(row('a', 1)));
});

test('exits 2 for a missing file, unknown format, or no input', async () => {
	const gone = await fixture.run(['webhooks', 'import', 'gone.csv', '--yes']);
	expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('There is no file gone.csv') });
	expect((await importing('', '--format', 'xlsx')).code).toBe(2);
	expect((await fixture.runInTerminal(['webhooks', 'import'])).code).toBe(2);
	expect((await fixture.run(['webhooks', 'export', '-o', 'no/such/folder.csv'])).code).toBe(1);
});

test('an export replaces only regular files, also behind a link', async () => {
	const [target, link, socket] = ['target.csv', 'link.csv', 'socket'].map((name) => join(fixture.home, name)) as [
		string,
		string,
		string,
	];
	writeFileSync(target, 'old');
	symlinkSync(target, link);
	expect((await fixture.run(['webhooks', 'export', '-o', link])).code).toBe(0);
	expect(lstatSync(link).isSymbolicLink()).toBe(true);
	expect(readFileSync(target, 'utf8')).toBe(await exported());
	const server = createServer().listen(socket);
	await once(server, 'listening');
	for (const name of [socket, fixture.home]) {
		expect(await fixture.run(['webhooks', 'export', '-o', name])).toEqual({
			code: 2,
			out: '',
			err: `error: ${name} is not a regular file.\nWithout --output, the export goes to stdout.\n`,
		});
	}
	expect(lstatSync(socket).isSocket()).toBe(true);
	server.close();
});
