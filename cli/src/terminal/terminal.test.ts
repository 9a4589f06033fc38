import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { BINARY, type CliFixture, type Office, openFixture, openOffice, webhookUrl } from '../testing.ts';
import { progress } from './progress.ts';
import { writeTable } from './table.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
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
/** The terminal columns of a line. */
const width = (line: string) => [...line].reduce((sum, one) => sum + (/[\u4e00-\u9fff]/.test(one) ? 2 : 1), 0);
const list = ['webhooks', 'list', '--brand', 'hp'];

// narrow.test.ts has other widths and tables, in this process.
test('a table fits the terminal', async () => {
	const { out } = await fixture.runInTerminal(list, { columns: 60 });
	const lines = stripVTControlCharacters(out).trim().split('\n');
	expect(lines).toHaveLength(3);
	for (const line of lines) expect(width(line)).toBeLessThanOrEqual(60);
	expect(out).toContain('…');
});

test('prints a table with hundreds of thousands of rows', async () => {
	let lines = 0;
	const { write } = process.stdout;
	// Not a mock, which would keep every call.
	process.stdout.write = () => {
		lines++;
		return true;
	};
	const rows = Array.from({ length: 300_000 }, (_, n) => n);
	await writeTable([{ title: 'N', of: (n: number) => (n % 1000 === 0 ? 'wide' : '') }], rows).finally(() => {
		process.stdout.write = write;
	});
	expect(lines).toBe(rows.length + 1);
});

test('an export removes its file when the terminal closes', async () => {
	const silent = createServer((_, response) => {
		// The first page, without the end of its answer.
		response.writeHead(200, { 'content-type': 'application/json' }).write('{"rows":[');
	}).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const { port } = silent.address() as { port: number };
	const file = join(fixture.home, 'closed.csv');
	const parts = () => readdirSync(fixture.home).filter((name) => name.startsWith('closed'));
	const running = fixture.startInTerminal(['webhooks', 'export', '-o', file, '--url', `http://127.0.0.1:${port}`]);
	await expect.poll(parts).toEqual([expect.stringMatching(/^closed\.csv\.\d+\.part$/)]);
	running.child.kill('SIGKILL');
	await running.ended;
	await expect.poll(parts).toEqual([]);
	silent.closeAllConnections();
	silent.close();
});

test('a terminal without a size is 80 columns wide', async () => {
	const { out } = await fixture.runInTerminal(list, { columns: 0 });
	expect(out).toContain('LABEL');
	for (const line of stripVTControlCharacters(out).trim().split('\n')) expect(width(line)).toBeGreaterThan(60);
});

test('prints colours in a terminal or with FORCE_COLOR', async () => {
	expect((await fixture.runInTerminal(list)).out).toContain(ESCAPE);
	expect((await fixture.start(list, { env: { CI: 'true' } }).ended).out).not.toContain(ESCAPE);
	expect((await fixture.run(list, { env: { FORCE_COLOR: '1' } })).out).toContain(ESCAPE);
	expect((await fixture.runInTerminal(list, { env: { NO_COLOR: '1' } })).out).not.toContain(ESCAPE);
	expect((await fixture.runInTerminal([...list, '--no-color'])).out).not.toContain(ESCAPE);
	// In a pipe a table is never shortened.
	expect((await fixture.run(list)).out).toContain('wants to show, 字字字');
});

test('exits quietly when the reader of a pipe exits', async () => {
	// More output than a pipe buffers.
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
	const env = { PATH: process.env['PATH'], HOME: fixture.home, DROPWIRE_URL: office.testServer.server.origin };
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

test('reports output that cannot be written', async () => {
	const line = '"$0" "$1" webhooks list > /dev/full';
	const env = { HOME: fixture.home, DROPWIRE_URL: office.testServer.server.origin, DROPWIRE_TOKEN: office.token };
	const child = spawn('bash', ['-c', line, process.execPath, BINARY], { env });
	let err = '';
	child.stderr.on('data', (chunk: Buffer) => {
		err += String(chunk);
	});
	expect(await once(child, 'close')).toEqual([1, null]);
	expect(err).toBe('error: The output cannot be written (ENOSPC).\n');
});

test.each([
	['Ctrl-C', '\u0003', 130, ''],
	['Ctrl-D', '\u0004', 1, 'error: Nothing was changed.\n'],
])('%s at a question changes nothing', async (_, key, code, said) => {
	const file = join(fixture.home, 'ask.csv');
	writeFileSync(file, `brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,asked,${webhookUrl(9)}\n`);
	const question = 'Apply these changes? [y/N] ';
	const running = fixture.startInTerminal(['webhooks', 'import', file], { env: { NO_COLOR: '1' } });
	await expect.poll(() => stripVTControlCharacters(running.out())).toContain(question);
	running.child.stdin!.write(key);
	const ran = await running.ended;
	expect(ran.code).toBe(code);
	const after = stripVTControlCharacters(ran.out).replaceAll('\r', '').split(question)[1];
	expect(after).toBe(`\n${said}`);
	expect((await fixture.run(list)).out).not.toContain('asked');
});

test.each([
	[['webhoks'], /unknown command 'webhoks'.*Did you mean webhooks\?/s],
	[['webhooks', 'lst'], /Did you mean list\?/],
	[['deliveries', '--folow'], /unknown option '--folow'.*Did you mean --follow\?/s],
	[['webhooks', 'add'], /missing required argument 'label'/],
	[['users', 'list', 'more'], /too many arguments/],
	[['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
])('rejects %s and suggests a correction', async (args, problem) => {
	expect(await fixture.run(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(problem) });
});

test('prints invalid usage as an object with --json', async () => {
	const { code, out, err } = await fixture.run(['webhooks', 'lst', '--json']);
	expect({ code, out }).toEqual({ code: 2, out: '' });
	expect(JSON.parse(err)).toEqual({
		error: { code: 'usage', message: expect.stringContaining("unknown command 'lst'") },
	});
});

test('long work shows a progress bar in a terminal', () => {
	let written = '';
	const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
		written += String(text);
		return true;
	});
	const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
	vi.useFakeTimers({ toFake: ['Date'] });
	const work = (terminal: boolean) => {
		Object.defineProperty(process.stderr, 'isTTY', { value: terminal, configurable: true });
		written = '';
		const bar = progress('Comparing');
		for (const done of [0, 1, 2, 3]) {
			bar.at(done, 3);
			vi.advanceTimersByTime(200);
		}
		bar.clear();
		return stripVTControlCharacters(written).split('\r');
	};
	try {
		expect(work(true)).toEqual([
			'',
			expect.stringMatching(/^Comparing ━+ 2 of 3$/),
			expect.stringContaining('3 of 3'),
			'',
		]);
		expect(work(false)).toEqual(['']);
	} finally {
		vi.useRealTimers();
		write.mockRestore();
		if (isTTY) Object.defineProperty(process.stderr, 'isTTY', isTTY);
		else Reflect.deleteProperty(process.stderr, 'isTTY');
	}
});

test('help and version exit with 0 without a server', async () => {
	const alone = openFixture();
	expect(await alone.run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
	for (const args of [['--help'], ['help', 'webhooks'], ['webhooks', 'import', '--help']])
		expect(await alone.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('Usage: dropwire'), err: '' });
	expect((await alone.run(['webhooks', 'import', '--help'])).out).toContain('--json');
	const { err } = await alone.run(['whoami', '--json']);
	expect(JSON.parse(err)).toMatchObject({ error: { code: 'unauthenticated', hint: expect.stringContaining('login') } });
	alone.remove();
});
