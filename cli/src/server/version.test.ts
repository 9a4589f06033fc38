import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFixture } from '../testing.ts';
import { isNewer } from './version.ts';

let [version, asked] = ['99.0.0', 0];
const server = createServer((request, response) => {
	const isVersion = request.url === '/api/version';
	if (isVersion) asked++;
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(isVersion ? { version } : { data: [] }));
});
const fixture = openFixture();
let url: string;
beforeAll(async () => {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	fixture.remove();
	server.close();
});

const list = (...more: string[]) => fixture.run(['tokens', 'list', '--url', url, '--token', 'x', ...more]);
const WARNING = expect.stringMatching(
	/^Warning: http\S+ is Dropwire 99\.0\.0, and this command line is \d\S+\. Install/m,
);

test('warns of a newer server once a day, except with --json or --quiet', async () => {
	expect(await list('--json')).toMatchObject({ code: 0, err: '' });
	expect(await list('--quiet')).toMatchObject({ code: 0, err: '' });
	expect(asked).toBe(0);
	expect(await list()).toMatchObject({ code: 0, err: WARNING });
	expect((await list()).err).not.toContain('Warning');
	expect(asked).toBe(1);
	const file = join(fixture.home, '.cache/dropwire/versions.json');
	writeFileSync(file, JSON.stringify({ [url]: Date.now() - 86_400_001 }));
	expect(await list()).toMatchObject({ code: 0, err: WARNING });
	writeFileSync(file, 'not JSON');
	version = '0.0.1';
	expect((await list()).err).not.toContain('Warning');
	expect(asked).toBe(3);
});

test.each([
	['0.2.0', '0.1.9', true],
	['1.0.0', '0.9.9', true],
	['0.1.10', '0.1.9', true],
	['0.1.9', '0.1.9', false],
	['0.1.9', '0.2.0', false],
	['nonsense', '0.1.0', false],
	['0.1.0-next.1', '0.1.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
	expect(isNewer(version, than)).toBe(expected);
});
