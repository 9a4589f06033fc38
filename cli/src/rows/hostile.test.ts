import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterEach(async () => {
	const { knex } = office.testServer.db;
	await knex('subscriptions').delete();
	await knex('webhooks').delete();
});
afterAll(() => office.close());

const HEADER = 'brand,category,region,status,label,value';
const HOLD = 'NIKE,SHOES,US,HOLD';
const importing = (input: string | Buffer, ...args: string[]) =>
	fixture.run(['webhooks', 'import', ...args], { input });
const labels = async () => (await office.ada.api.exportWebhooks()).rows.map(({ label }) => label);

test.each([
	['a byte order mark', `\ufeff${HEADER}\n${HOLD},a,${webhookUrl(1)}\n`],
	['lines that end with CRLF', `${HEADER}\r\n${HOLD},a,${webhookUrl(1)}\r\n`],
	['lines that end with CR', `${HEADER}\r${HOLD},a,${webhookUrl(1)}\r`],
	['no line end at the end', `${HEADER}\n${HOLD},a,${webhookUrl(1)}`],
	['blank lines', `\n\n${HEADER}\n\n${HOLD},a,${webhookUrl(1)}\n\n`],
	[
		'quotes around everything',
		`"brand","category","region","status","label","value"\n"NIKE","SHOES","US","HOLD","a","${webhookUrl(1)}"\n`,
	],
	[
		'columns in another order and letter case',
		`LABEL,Value,status,region,category,brand\na,${webhookUrl(1)},hold,us,shoes,nike\n`,
	],
	['spaces around the words', `${HEADER}\n nike , shoes , us , hold , a , ${webhookUrl(1)} \n`],
	['semicolons', `${HEADER}\n${HOLD},a,${webhookUrl(1)}\n`.replaceAll(',', ';')],
	['empty cells and rows at the end', `${HEADER},,\n${HOLD},a,${webhookUrl(1)},,\n,,,,,,,\n`],
	['rows with the action SET', `action,${HEADER}\nSET,${HOLD},a,${webhookUrl(1)}\n`],
	[
		"an answer of the server's export",
		JSON.stringify({
			rows: [
				{
					action: 'SET',
					brand: 'NIKE',
					category: 'SHOES',
					region: 'US',
					status: 'HOLD',
					label: 'a',
					value: webhookUrl(1),
				},
			],
			nextCursor: null,
		}),
	],
	[
		'NDJSON with a byte order mark and CRLF',
		`\ufeff{"brand":"NIKE","category":"SHOES","region":"US","status":"HOLD","label":"a","value":"${webhookUrl(1)}"}\r\n\r\n`,
	],
	[
		'JSON over many lines',
		JSON.stringify(
			[{ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD', label: 'a', value: webhookUrl(1) }],
			null,
			'\t',
		),
	],
])('%s is read', async (_, text) => {
	expect(await importing(text, '--yes')).toMatchObject({ code: 0, err: expect.stringContaining('1 to add') });
	expect(await labels()).toEqual(['a']);
});

const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${HEADER}\n`, 'utf16le')]);

test.each<[string, string | Buffer, RegExp]>([
	['nothing at all', '', /The file is empty/],
	['UTF-16', utf16, /The file is UTF-16/],
	['bytes that are no text', Buffer.from([0x62, 0xff, 0xff, 0x0a]), /not UTF-8 text/],
	['an unknown column', `${HEADER},extra\n`, /Line 1: "extra" is not a column/],
	[
		'a column that is misspelled',
		'brand,category,region,status,lable,value\n',
		/did you mean label\?.*"label" is missing/,
	],
	['a column that occurs twice', `${HEADER},label\n`, /"label" occurs twice/],
	['a quote that is left open', `${HEADER}\n${HOLD},"a,${webhookUrl(1)}\n`, /Line \d.*unclosed quote/],
	['a quote in the middle', `${HEADER}\n${HOLD},a"b"c,${webhookUrl(1)}\n`, /Line 2.*unescaped quote/],
	[
		'a huge line',
		`${HEADER}\n${HOLD},"${'x'.repeat(3_000_000)}",${webhookUrl(1)}\n`,
		/Line 2: the row is longer than 64 KiB/,
	],
	['a huge line without an end', 'x'.repeat(3_000_000), /longer than 64 KiB/],
	['a huge line of NDJSON', `{"label":"${'x'.repeat(3_000_000)}"}\n`, /Line 1 is longer than 64 KiB/],
	['a huge row of JSON', `[{"label":"${'x'.repeat(3_000_000)}"}]`, /label must have at most 4096 characters/],
	['JSON that ends too early', '[\n{"brand":"NIKE"},\n', /Line 3: the JSON ends too early/],
	['JSON that is none', '[\n{"brand":"NIKE"},\n{brand}]', /Line 3: invalid JSON/],
	['something after the JSON', '[]\n{}', /Line 2: there is text after the end/],
	['null bytes', '\0\0\0\0', /Line 1/],
])('rejects %s and changes nothing', async (_, text, problem) => {
	const { code, out, err } = await importing(text, '--yes', '--prune');
	expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(problem) });
	expect(err).not.toContain('dropwire itself');
});

test('empty input removes nothing in any format', async () => {
	await importing(`${HEADER}\n${HOLD},a,${webhookUrl(1)}\n`, '--yes');
	for (const format of ['csv', 'json', 'ndjson']) {
		const { code, err } = await importing('\n', '--yes', '--prune', '--format', format);
		expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/The file is empty|ends too early/) });
	}
	expect(await labels()).toEqual(['a']);
});

test.each([
	['text', '"text"', 'the row must be an object'],
	['a list', '[["a"]]', 'the row must be an object'],
	['a number as a cell', '[\n{"brand":"NIKE","label":5}]', 'line 2, label must be text'],
	['an unknown field', '[\n\n{"brand":"NIKE","lable":"x"}]', 'line 3, lable is not a column'],
	['a huge cell', `[{"label":"${'x'.repeat(5000)}"}]`, 'label must have at most 4096 characters'],
])('reports %s in JSON rows', async (_, text, problem) => {
	const format = text.startsWith('[') ? 'json' : 'ndjson';
	const { code, err } = await importing(text, '--yes', '--format', format);
	expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(problem) });
});

test('counts lines correctly across multi-line cells and objects', async () => {
	const csv = `${HEADER}\n${HOLD},"two\nlines",${webhookUrl(1)}\n${HOLD},b,nothing\n`;
	expect((await importing(csv)).err).toContain('line 4, value must be');
	const rows = [{ label: 'a' }, { label: 'b', value: 5 }];
	expect((await importing(JSON.stringify(rows, null, 2))).err).toContain('line 5, value must be text');
	// Several rows in one line are numbered instead.
	const inOneLine = await importing(JSON.stringify(rows));
	expect(inOneLine.err).toContain('row 2, value must be text');
	expect(inOneLine.err).not.toContain('line 1');
	expect((await importing('{"label":"a"}\n\n{nonsense}\n')).err).toContain('line 3, the row is not JSON');
});

test('rejects actions other than SET and pruning with a partial export', async () => {
	const removal = await importing(`action,${HEADER}\nDELETE,${HOLD},a,${webhookUrl(1)}\n`);
	expect(removal).toMatchObject({ code: 1, err: expect.stringContaining('line 2, action must be SET or empty') });
	const page = {
		rows: [{ brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD', label: 'a' }],
		nextCursor: '7',
	};
	const cut = await importing(JSON.stringify(page), '--prune', '--yes');
	expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('may have been cut off') });
	expect(await importing('{"data":[]}', '--format', 'json')).toMatchObject({
		code: 1,
		err: expect.stringContaining('must be an array of rows'),
	});
});

test('options replace missing columns; unknown words are listed', async () => {
	const only = `label,value\na,${webhookUrl(1)}\n`;
	const place = ['--brand', 'nike', '--category', 'shoes', '--region', 'us', '--status', 'hold'];
	expect(await importing(only, '--yes', ...place)).toMatchObject({ code: 0, err: expect.stringContaining('1 to add') });
	expect((await importing(only, '--yes', '--brand', 'nike')).err).toContain('"category" is missing');
	const skus = await fixture.run(['skus', 'import', '--list', 'monitor2', '--dry-run'], { input: 'sku\nCK9246-101\n' });
	expect(skus).toMatchObject({ code: 0, out: '+ MONITOR2  CK9246-101\n' });
	const wrong = await importing(`${HEADER}\nNIKE,SHOES,JP,DISCOUNT,a,${webhookUrl(1)}\n`);
	expect(wrong.err).toContain('status must be one of ACTIVE, CLOSEOUT, HOLD for NIKE SHOES JP, and DISCOUNT is not');
});

test('escapes control characters in labels', async () => {
	const evil = 'a\u001b[2Jb\u202ec\rd';
	const cells = {
		brand: 'HP',
		category: 'LAPTOPS',
		region: 'US',
		status: 'LAPTOPS',
		label: evil,
		value: webhookUrl(1),
	};
	const plan = await importing(`${JSON.stringify(cells)}\n`, '--yes');
	const list = await fixture.runInTerminal(['webhooks', 'list', '--brand', 'hp']);
	for (const { code, out } of [plan, list]) {
		expect(code).toBe(0);
		expect(out).toContain('a\ufffd[2Jb\ufffdc\ufffdd');
	}
	expect(JSON.parse((await fixture.run(['webhooks', 'list', '--brand', 'hp', '--json'])).out)).toMatchObject([
		{ label: evil },
	]);
});

/** Rows for three groups, each of which is a batch: a call takes 10,000 rows, and two groups have more. */
const GROUPS = ['JP', 'SG', 'MY'].map((region) => `NIKE,SHOES,${region},HOLD`);
const BATCH = 5001;
const ALL = GROUPS.length * BATCH;
const bigRows = Array.from({ length: ALL }, (_, n) => `${GROUPS[n % GROUPS.length]},row ${n},${webhookUrl(n)}`);
const bigFile = `${[HEADER, ...bigRows].join('\n')}\n`;
const countRows = async () => {
	const rows = office.testServer.db.knex('subscriptions').where('list', 'like', 'topic:%');
	return Number((await rows.count({ count: '*' }))[0]?.['count']);
};

test('applies large files in batches and continues after a conflict', async () => {
	const started = fixture.start(['webhooks', 'import', '--yes'], { input: bigFile });
	// Another operator takes the last row's webhook after the preview: the last batch cannot be applied.
	const [brand = '', category = '', region = '', status = ''] = GROUPS[2]?.split(',') ?? [];
	const other = { brand, category, region, status, label: 'other', value: webhookUrl(ALL - 1) };
	await expect.poll(() => started.err(), { timeout: 100_000 }).toContain('15,003 to add');
	await office.ada.api.bulkWebhooks({ rows: [{ ...other, action: 'INSERT' }] });
	const { code, err } = await started.ended;
	expect({ code, err }).toEqual({
		code: 4,
		err: expect.stringMatching(/has changed since this preview.*2 of 3 batches.*Run the same command again/s),
	});
	expect(err).not.toContain('━');
	expect(await countRows()).toBe(2 * BATCH + 1);
	expect((await importing(bigFile, '--yes')).err).toContain('line 15004, value is already used by "other"');
	await office.ada.api.bulkWebhooks({ rows: [{ ...other, action: 'DELETE' }] });

	// Work of this length has a progress bar in a terminal.
	const file = join(fixture.home, 'big.csv');
	writeFileSync(file, bigFile);
	const again = await fixture.runInTerminal(['webhooks', 'import', file, '--yes']);
	expect(again.code).toBe(0);
	expect(again.out).toContain('5,001 to add, 0 to change, 0 to remove, 10,002');
	expect(again.out).toMatch(/(Comparing|Batches) .*━/);
	expect(await countRows()).toBe(ALL);
}, 300_000);

test('replaces a full group and rejects rows beyond the limit', async () => {
	const lines = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, n) => `${HOLD},row ${from + n},${webhookUrl(from + n)}`);
	const file = (from: number, to: number) => `${[HEADER, ...lines(from, to), '#end'].join('\n')}\n`;
	expect(await importing(file(0, 9000), '--yes')).toMatchObject({ code: 0 });
	const { code, err } = await importing(file(9000, 15_000), '--dry-run');
	expect({ code, err }).toEqual({
		code: 1,
		err: expect.stringMatching(/! line 1002, label cannot be added: .*10,000.*5,000 rows have errors/s),
	});
	expect(err).not.toContain('! line 1001,');
	const tooLarge = await importing(file(0, 10_001), '--dry-run');
	expect(tooLarge.err).toContain('! line 10002, the row is one too many: NIKE SHOES US HOLD can have 10,000 webhooks');
	const replaced = await importing(file(9000, 15_000), '--yes', '--prune', '--max-removals', '9000');
	expect(replaced).toMatchObject({
		code: 0,
		err: expect.stringContaining('6,000 to add, 0 to change, 9,000 to remove'),
	});
	expect(await countRows()).toBe(6000);
});

test('Ctrl-C stops after the current batch and reports the applied ones', async () => {
	const running = fixture.start(['webhooks', 'import', '--yes'], { input: bigFile });
	await expect.poll(() => running.err(), { timeout: 100_000 }).toContain('15,003 to add');
	await expect.poll(countRows).toBeGreaterThan(0);
	running.child.kill('SIGINT');
	const { code, err } = await running.ended;
	const count = await countRows();
	expect(count % BATCH).toBe(0);
	expect({ code, err }).toEqual({
		code: 4,
		err: expect.stringContaining(`Interrupted. ${count / BATCH} of 3 batches were applied.`),
	});
}, 300_000);
