import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, openFixture } from '../testing.ts';

/** Another program behind the address, which answers every request with this. */
let answer: { status: number; body: unknown };
let server: Server;
let url: string;
let fixture: CliFixture;
beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	fixture = openFixture({ DROPWIRE_URL: url, DROPWIRE_TOKEN: 'dropwire_x' });
});
afterAll(() => {
	fixture.remove();
	server.close();
});

const COMMANDS = [
	'status',
	'whoami',
	'users list',
	'users add 100000000000000077',
	'users add 100000000000000077 100000000000000078',
	'shops test https://shop.example/p',
	'tokens list',
	'skus list',
	'skus add AA1111-001 --list MONITOR1',
	'webhooks list',
	'webhooks export',
	'product CK9246-101',
	'events',
	'deliveries',
	'shorten https://www.nike.com/t/x',
];
const run = (command: string) => fixture.run(command.split(' '));

test.each(COMMANDS)('%s rejects answers of another program', async (command) => {
	for (const body of [{ ok: true }, 'hello', null, [1]]) {
		answer = { status: 200, body };
		expect(await run(command)).toEqual({
			code: 1,
			out: '',
			err: `error: ${url} does not answer like a Dropwire server of this version.\nCheck the URL, which comes from DROPWIRE_URL.\n`,
		});
	}
	// Many programs wrap their answers like this, and so does Dropwire.
	for (const body of [
		{ data: {} },
		{ data: { message: 'hello' } },
		{ data: [{ message: 'hello' }], nextCursor: null },
	]) {
		answer = { status: 200, body };
		const { code, out, err } = await run(command);
		expect({ code, out, err }).toEqual({
			code: 1,
			out: '',
			err: expect.stringContaining(`error: ${url} does not answer`),
		});
	}
	answer = { status: 404, body: { error: 'Not Found' } };
	expect((await run(command)).err).toContain(`error: ${url} answered 404, but not as Dropwire.\n`);
});

test('shows rows with the fields of another version', async () => {
	const user = { avatar: null, discordId: '1', username: 'ada', newField: 1, client: 'false', roles: ['newRole'] };
	answer = { status: 200, body: [{ ...user, discriminator: '0', expiresAt: null, seenAt: null }] };
	expect(await run('users list')).toMatchObject({ code: 0, out: expect.stringContaining('newRole') });
});

test('reports a write with an unreadable answer as unconfirmed', async () => {
	const uncertain = 'It may have processed the request.';
	answer = { status: 502, body: { error: 'Bad Gateway' } };
	expect((await run('shorten https://www.nike.com/t/x')).err).toContain(uncertain);
	expect((await run('api POST /api/adduser')).err).toContain(uncertain);
	for (const command of ['api GET /api/usersdb', 'api POST /api/bulk/skus --body {"dryRun":true}', 'users list']) {
		expect((await run(command)).err).toBe(
			`error: ${url} answered 502, but not as Dropwire.\nCheck the URL, which comes from DROPWIRE_URL.\n`,
		);
	}
});
