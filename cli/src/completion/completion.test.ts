import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BINARY, type Desk, openDesk } from '../testing.ts';

let desk: Desk;
beforeAll(() => {
	desk = openDesk();
});
afterAll(() => desk.remove());

const complete = async (...words: string[]) =>
	(await desk.run(['__complete', '--', ...words])).out.split('\n').filter(Boolean);

test.each([
	[['web'], ['webhooks']],
	[['webhooks', 'im'], ['import']],
	[
		['webhooks', 'list', '--re'],
		['--region', '--reveal'],
	],
	[
		['webhooks', 'list', '--brand', 'a'],
		['ADIDAS', 'ASICS'],
	],
	[['webhooks', 'list', '--brand', 'nike,h'], ['nike,HP']],
	[['webhooks', 'list', '--region', 'JP', '--status', 'd'], ['DISCOUNT']],
	[
		['skus', 'add', '--list', 'moni'],
		['MONITOR1', 'MONITOR2', 'MONITOR4'],
	],
	[['deliveries', '--status', 'f'], ['failed']],
	[['users', 'grant', '100000000000000001', 'p'], ['premium']],
	[
		['completion', ''],
		['bash', 'zsh', 'fish'],
	],
	[
		['webhooks', 'import', '--format', ''],
		['csv', 'json', 'ndjson'],
	],
	[['whoami', '--prof'], ['--profile']],
	[['nothing', 'x'], []],
])('%j becomes %j', async (words, candidates) => {
	expect(await complete(...words)).toEqual(candidates);
});

test('at the beginning every command is offered, and no hidden one', async () => {
	const all = await complete('');
	expect(all).toContain('announce');
	expect(all.filter((name) => name.startsWith('_'))).toEqual([]);
});

test('bash completes with what is printed for it', async () => {
	writeFileSync(join(desk.home, 'dropwire'), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, {
		mode: 0o755,
	});
	const { out } = await desk.run(['completion', 'bash']);
	const line =
		'COMP_WORDS=(dropwire webhooks list --brand a); COMP_CWORD=4; _dropwire; printf "%s\\n" "${COMPREPLY[@]}"';
	const bash = spawnSync('bash', ['-c', `${out}\n${line}`], {
		env: { PATH: `${desk.home}:${process.env['PATH']}`, HOME: desk.home },
		encoding: 'utf8',
	});
	expect(bash).toMatchObject({ status: 0, stdout: 'ADIDAS\nASICS\n', stderr: '' });
});

test.each(['zsh', 'fish'])('what is printed for %s is understood by it, where it is installed', async (shell) => {
	const { out, code } = await desk.run(['completion', shell]);
	expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('dropwire __complete --') });
	const file = join(desk.home, `completion.${shell}`);
	writeFileSync(file, out);
	const checked = spawnSync(shell, ['-n', file]);
	expect(checked.error ? 0 : checked.status).toBe(0);
});
