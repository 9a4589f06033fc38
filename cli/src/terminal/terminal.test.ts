import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BINARY, type Desk, type Office, openDesk, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
	const label = 'a label that is much longer than any terminal of eighty columns wants to show, 字字字';
	const rows = ['one', label].map((name, at) => ({
		action: 'INSERT',
		brand: 'HP',
		category: 'LAPTOPS',
		region: 'US',
		status: 'LAPTOPS',
		label: name,
		value: webhookUrl(at),
	}));
	await office.ada.api.bulkWebhooks({ rows });
});
afterAll(() => office.close());

const ESCAPE = '\u001b[';
/** Columns that a line takes. */
const width = (line: string) => [...line].reduce((sum, one) => sum + (/[\u4e00-\u9fff]/.test(one) ? 2 : 1), 0);
const list = ['webhooks', 'list', '--brand', 'hp'];

test.each([60, 80, 120])('a table fits a terminal of %i columns', async (columns) => {
	const { out } = await desk.runInTerminal(list, { columns });
	const lines = stripVTControlCharacters(out).trim().split('\n');
	expect(lines).toHaveLength(3);
	for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
	expect(out).toContain('…');
});

test('colours are for terminals, and for those who want them', async () => {
	expect((await desk.runInTerminal(list)).out).toContain(ESCAPE);
	expect((await desk.run(list)).out).not.toContain(ESCAPE);
	expect((await desk.run(list, { env: { FORCE_COLOR: '1' } })).out).toContain(ESCAPE);
	expect((await desk.runInTerminal(list, { env: { NO_COLOR: '1' } })).out).not.toContain(ESCAPE);
	expect((await desk.runInTerminal([...list, '--no-color'])).out).not.toContain(ESCAPE);
	// Into a pipe a table is as wide as it needs to be: nothing is cut.
	expect((await desk.run(list)).out).toContain('wants to show, 字字字');
});

test('a reader that goes away ends it quietly, in the middle of the output and before it', async () => {
	// More than a pipe holds, which nobody reads on.
	const rows = Array.from({ length: 2000 }, (_, n) => ({
		action: 'INSERT',
		brand: 'ASICS',
		category: 'SHOES',
		region: 'US',
		status: 'RESTOCK',
		label: `row ${n}`,
		value: webhookUrl(20_000 + n),
	}));
	await office.ada.api.bulkWebhooks({ rows });
	const env = { PATH: process.env['PATH'], HOME: desk.home, DROPWIRE_URL: office.house.server.origin };
	for (const reader of ['| head -c 1', '> >(exec true)']) {
		const line = `"$0" "$1" webhooks export ${reader}; echo "\${PIPESTATUS[0]}" >&2`;
		const child = spawn('bash', ['-c', line, process.execPath, BINARY], {
			env: { ...env, DROPWIRE_TOKEN: office.token },
		});
		let err = '';
		child.stderr.on('data', (chunk: Buffer) => {
			err += String(chunk);
		});
		await once(child, 'close');
		expect({ reader, err }).toEqual({ reader, err: '141\n' });
	}
});

test.each([
	['Ctrl-C', '\u0003', 130, ''],
	['Ctrl-D', '\u0004', 1, 'error: Nothing was changed.\n'],
])('%s at a question changes nothing, and is no error of ours', async (_, key, code, said) => {
	const file = join(desk.home, 'ask.csv');
	writeFileSync(file, `brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,asked,${webhookUrl(9)}\n`);
	const question = 'Do this? [y/N] ';
	const going = desk.startInTerminal(['webhooks', 'import', file], { env: { NO_COLOR: '1' } });
	await expect.poll(() => stripVTControlCharacters(going.out())).toContain(question);
	going.child.stdin!.write(key);
	const ran = await going.ended;
	expect(ran.code).toBe(code);
	const after = stripVTControlCharacters(ran.out).replaceAll('\r', '').split(question)[1];
	expect(after).toBe(`\n${said}`);
	expect((await desk.run(list)).out).not.toContain('asked');
});

test.each([
	[['webhoks'], /unknown command 'webhoks'.*Did you mean webhooks\?/s],
	[['webhooks', 'lst'], /Did you mean list\?/],
	[['deliveries', '--folow'], /unknown option '--folow'.*Did you mean --follow\?/s],
	[['webhooks', 'add'], /missing required argument 'label'/],
	[['users', 'list', 'more'], /too many arguments/],
	[['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
])('%s is wrong usage, and says what may have been meant', async (args, problem) => {
	expect(await desk.run(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(problem) });
});

test('with --json wrong usage is an object, too', async () => {
	const { code, out, err } = await desk.run(['webhooks', 'lst', '--json']);
	expect({ code, out }).toEqual({ code: 2, out: '' });
	expect(JSON.parse(err)).toEqual({
		error: { code: 'usage', message: expect.stringContaining("unknown command 'lst'") },
	});
});

test('long work shows how far it is, at a terminal only', async () => {
	const cells = 'brand,category,region,status,label,value';
	const rows = Array.from({ length: 10_000 }, (_, n) => `ASICS,SHOES,US,RESTOCK,row ${n},${webhookUrl(n)}`);
	writeFileSync(join(desk.home, 'many.csv'), `${[cells, ...rows].join('\n')}\n`);
	const args = ['webhooks', 'import', 'many.csv', '--dry-run'];
	expect((await desk.runInTerminal(args)).out).toMatch(/Comparing .*━/);
	expect((await desk.run(args)).err).not.toContain('━');
});

test('help and version are no errors, and need no server', async () => {
	const alone = openDesk();
	expect(await alone.run(['--version'])).toEqual({ code: 0, out: '0.0.0\n', err: '' });
	for (const args of [['--help'], ['help', 'webhooks'], ['webhooks', 'import', '--help']])
		expect(await alone.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('Usage: dropwire'), err: '' });
	expect((await alone.run(['webhooks', 'import', '--help'])).out).toContain('--json');
	expect(await alone.run(['whoami', '--json'])).toMatchObject({ code: 3, out: '' });
	alone.remove();
});
