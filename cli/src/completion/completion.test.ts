import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BINARY, type CliFixture, openFixture } from '../testing.ts';

let fixture: CliFixture;
beforeAll(() => {
	fixture = openFixture();
});
afterAll(() => fixture.remove());

const complete = async (...words: string[]) =>
	(await fixture.run(['__complete', '--', ...words])).out.split('\n').filter(Boolean);

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
])('%j completes to %j', async (words, candidates) => {
	expect(await complete(...words)).toEqual(candidates);
});

test('`profiles use` completes the names of profiles', async () => {
	const folder = join(fixture.home, '.config/dropwire');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'profiles.json'), '{"current": "work", "profiles": {"work": {}, "home": {}}}');
	expect(await complete('profiles', 'use', 'w')).toEqual(['work']);
});

test('suggests every command except hidden ones', async () => {
	const all = await complete('');
	expect(all).toContain('announce');
	expect(all.filter((name) => name.startsWith('_'))).toEqual([]);
});

test('the bash script completes commands', async () => {
	writeFileSync(join(fixture.home, 'dropwire'), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, {
		mode: 0o755,
	});
	const { out } = await fixture.run(['completion', 'bash']);
	const line =
		'COMP_WORDS=(dropwire webhooks list --brand a); COMP_CWORD=4; _dropwire; printf "%s\\n" "${COMPREPLY[@]}"';
	const bash = spawnSync('bash', ['-c', `${out}\n${line}`], {
		env: { PATH: `${fixture.home}:${process.env['PATH']}`, HOME: fixture.home },
		encoding: 'utf8',
	});
	expect(bash).toMatchObject({ status: 0, stdout: 'ADIDAS\nASICS\n', stderr: '' });
});

test.each(['zsh', 'fish'])('the %s script is valid', async (shell) => {
	const { out, code } = await fixture.run(['completion', shell]);
	expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('dropwire __complete --') });
	const file = join(fixture.home, `completion.${shell}`);
	writeFileSync(file, out);
	const checked = spawnSync(shell, ['-n', file]);
	expect(checked.error ? 0 : checked.status).toBe(0);
});
