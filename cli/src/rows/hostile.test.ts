import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
});
afterEach(async () => {
	const { knex } = office.house.db;
	await knex('subscriptions').delete();
	await knex('webhooks').delete();
});
afterAll(() => office.close());

const HEADER = 'brand,category,region,status,label,value';
const HOLD = 'NIKE,SHOES,US,HOLD';
const importing = (input: string | Buffer, ...args: string[]) => desk.run(['webhooks', 'import', ...args], { input });
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
	['bytes that are no text', Buffer.from([0x62, 0xff, 0xff, 0x0a]), /no UTF-8 text/],
	['an unknown column', `${HEADER},extra\n`, /Line 1: "extra" is no column/],
	[
		'a column that is misspelled',
		'brand,category,region,status,lable,value\n',
		/did you mean label\?.*"label" is missing/,
	],
	['a column that is there twice', `${HEADER},label\n`, /"label" is there twice/],
	['semicolons', `${HEADER.replaceAll(',', ';')}\n`, /must be separated by commas/],
	['a quote that is left open', `${HEADER}\n${HOLD},"a,${webhookUrl(1)}\n`, /Line \d.*a quote is left open/],
	[
		'a quote in the middle',
		`${HEADER}\n${HOLD},a"b"c,${webhookUrl(1)}\n`,
		/Line 2.*a quote within a cell must be written twice/,
	],
	[
		'a huge line',
		`${HEADER}\n${HOLD},"${'x'.repeat(3_000_000)}",${webhookUrl(1)}\n`,
		/Line 2: the row is longer than 64 KiB/,
	],
	['a huge line without an end', 'x'.repeat(3_000_000), /longer than 64 KiB/],
	['a huge line of NDJSON', `{"label":"${'x'.repeat(3_000_000)}"}\n`, /Line 1 is longer than 64 KiB/],
	['a huge row of JSON', `[{"label":"${'x'.repeat(3_000_000)}"}]`, /Line 1: a row is longer than 64 KiB/],
	['JSON that ends too early', '[\n{"brand":"NIKE"},\n', /Line 3: the JSON ends too early/],
	['JSON that is none', '[\n{"brand":"NIKE"},\n{brand}]', /Line 3: this is no JSON/],
	['something after the JSON', '[]\n{}', /Line 2: there is something after the end/],
	['null bytes', '\0\0\0\0', /Line 1/],
])('%s is refused in words, and changes nothing', async (_, text, problem) => {
	const { code, out, err } = await importing(text, '--yes', '--prune');
	expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(problem) });
	expect(err).not.toContain('dropwire itself');
});

test('a pipe that brought nothing removes nothing, in whichever format', async () => {
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
	['an unknown field', '[\n\n{"brand":"NIKE","lable":"x"}]', 'line 3, lable is no column'],
	['a huge cell', `[{"label":"${'x'.repeat(5000)}"}]`, 'label must have at most 4096 characters'],
])('of JSON rows, %s is named', async (_, text, problem) => {
	const format = text.startsWith('[') ? 'json' : 'ndjson';
	const { code, err } = await importing(text, '--yes', '--format', format);
	expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(problem) });
});

test('the lines of bad rows are right where cells have line breaks and objects go over several lines', async () => {
	const csv = `${HEADER}\n${HOLD},"two\nlines",${webhookUrl(1)}\n${HOLD},b,nothing\n`;
	expect((await importing(csv)).err).toContain('line 4, value must be');
	const rows = [{ label: 'a' }, { label: 'b', value: 5 }];
	expect((await importing(JSON.stringify(rows, null, 2))).err).toContain('line 5, value must be text');
	expect((await importing('{"label":"a"}\n\n{nonsense}\n')).err).toContain('line 3, the row is no JSON');
});

test('a label cannot speak to the terminal', async () => {
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
	const list = await desk.runInTerminal(['webhooks', 'list', '--brand', 'hp']);
	for (const { code, out } of [plan, list]) {
		expect(code).toBe(0);
		expect(out).toContain('a\ufffd[2Jb\ufffdc\ufffdd');
	}
	expect(JSON.parse((await desk.run(['webhooks', 'list', '--brand', 'hp', '--json'])).out)).toMatchObject([
		{ label: evil },
	]);
});

/** Labels over ten groups: a group holds 10,000. */
const GROUPS = ['SHOES', 'EQUIPMENT'].flatMap((category) =>
	['JP', 'SG', 'MY', 'TH', 'IN'].map((region) => `NIKE,${category},${region},HOLD`),
);
const bigFile = (count: number) =>
	`${[HEADER, ...Array.from({ length: count }, (_, n) => `${GROUPS[n % 10]},row ${n},${webhookUrl(n)}`)].join('\n')}\n`;
const countRows = async () =>
	Number(
		(await office.house.db.knex('subscriptions').where('list', 'like', 'topic:%').count({ count: '*' }))[0]?.['count'],
	);

test('100,000 rows land in batches; one that fails keeps what is in, and the same command goes on', async () => {
	const big = bigFile(100_000);
	// Somebody else takes the last row's webhook after the plan was made: the last batch cannot land.
	const begun = desk.start(['webhooks', 'import', '--yes'], { input: big });
	const last = {
		brand: 'NIKE',
		category: 'EQUIPMENT',
		region: 'IN',
		status: 'HOLD',
		label: 'other',
		value: webhookUrl(99_999),
	};
	await expect.poll(() => begun.err(), { timeout: 100_000 }).toContain('100,000 to add');
	await office.ada.api.bulkWebhooks({ rows: [{ ...last, action: 'INSERT' }] });
	const broken = await begun.ended;
	expect(broken).toMatchObject({
		code: 4,
		err: expect.stringMatching(
			/line 100001, value stands in this group already.*9 of 10 batches are in.*Run the same command again/s,
		),
	});
	expect(await countRows()).toBe(90_001);
	await office.ada.api.bulkWebhooks({ rows: [{ ...last, action: 'DELETE' }] });
	const again = await importing(big, '--yes');
	expect(again).toMatchObject({
		code: 0,
		err: expect.stringContaining('10,000 to add, 0 to change, 0 to remove, 90,000 unchanged'),
	});
	expect(await countRows()).toBe(100_000);
}, 300_000);

test('a group is filled to its most and replaced as a whole; rows beyond that are named before anything lands', async () => {
	const lines = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, n) => `${HOLD},row ${from + n},${webhookUrl(from + n)}`);
	const file = (from: number, to: number) => `${[HEADER, ...lines(from, to)].join('\n')}\n`;
	expect(await importing(file(0, 9000), '--yes')).toMatchObject({ code: 0 });
	const { code, err } = await importing(file(9000, 15_000), '--dry-run');
	expect({ code, err }).toEqual({
		code: 1,
		err: expect.stringMatching(/! line 1002, label cannot be added.*10000.*5,000 rows are wrong/s),
	});
	expect(err).not.toContain('! line 1001,');
	const replaced = await importing(file(9000, 15_000), '--yes', '--prune');
	expect(replaced).toMatchObject({
		code: 0,
		err: expect.stringContaining('6,000 to add, 0 to change, 9,000 to remove'),
	});
	expect(await countRows()).toBe(6000);
}, 120_000);

test('Ctrl-C ends after the batch under way: what is in is whole, and said', async () => {
	const going = desk.start(['webhooks', 'import', '--yes'], { input: bigFile(40_000) });
	await expect.poll(() => going.err(), { timeout: 100_000 }).toContain('40,000 to add');
	await expect.poll(countRows, { timeout: 30_000 }).toBeGreaterThan(0);
	going.child.kill('SIGINT');
	const { code, err } = await going.ended;
	const count = await countRows();
	expect(count % 10_000).toBe(0);
	expect({ code, err }).toEqual({
		code: 4,
		err: expect.stringContaining(`Interrupted. ${count / 10_000} of 4 batches are in.`),
	});
}, 300_000);
