import { once } from 'node:events';
import { createServer, request as ask, type RequestListener, type Server } from 'node:http';
import { contract } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

/** The faults of a proxy to the server; `null` passes a request through. */
type Fault =
	| 'hang up'
	| 'break off'
	| 'hang up after the request'
	| 'stop after the request'
	| { status: number; retryAfter?: string }
	| null;

let office: Office;
let fixture: CliFixture;
let proxy: Server;
let origin: string;
let faults: Fault[] = [];
/** The number of responses that were started. */
let begun = 0;
let seen: { method: string; url: string; key: string | undefined; at: number }[] = [];
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
	proxy = createServer(handle).listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	origin = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
});
afterEach(() => {
	faults = [];
	seen = [];
});
afterAll(async () => {
	proxy.close();
	await office.close();
});

const handle: RequestListener = (request, response) => {
	const { method = '', url = '', headers } = request;
	// The daily check is not part of the command.
	if (url === contract.version.path) return void response.writeHead(404).end();
	seen.push({ method, url, key: headers['idempotency-key'] as string | undefined, at: Date.now() });
	const fault = faults.shift() ?? null;
	if (fault === 'hang up') return void request.socket.destroy();
	if (fault === 'break off') {
		response.writeHead(200).write('sku\n', () => request.socket.destroy());
		return;
	}
	if (fault !== null && typeof fault === 'object') {
		response.writeHead(fault.status, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter });
		return void response.end(JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.' } }));
	}
	const onward = ask(office.testServer.server.origin + url, { method, headers }, (answer) => {
		if (fault !== null) {
			if (fault === 'stop after the request') proxy.close();
			answer.resume().on('end', () => request.socket.destroy());
			return;
		}
		response.writeHead(answer.statusCode ?? 500, answer.headers);
		answer.once('data', () => begun++);
		answer.pipe(response);
	});
	request.pipe(onward);
	return undefined;
};

const run = (args: readonly string[], input?: string) =>
	fixture.run([...args, '--url', origin, '--token', office.token], input === undefined ? {} : { input });

test('reads are retried after a lost connection or a server error', async () => {
	faults = ['hang up', { status: 502 }, null];
	expect((await run(['users', 'list'])).code).toBe(0);
	expect(seen).toHaveLength(3);
	faults = ['hang up', 'hang up', 'hang up', 'hang up'];
	expect(await run(['users', 'list'])).toMatchObject({ code: 1, err: expect.stringContaining('did not answer') });
});

test('does not repeat writes whose outcome is unknown', async () => {
	faults = ['hang up'];
	expect((await run(['users', 'add', '100000000000000077'])).code).toBe(1);
	expect(seen).toHaveLength(1);
	faults = [{ status: 500 }];
	expect((await run(['shorten', 'https://www.nike.com/t/x'])).code).toBe(1);
	expect(seen).toHaveLength(2);
});

test('waits until Retry-After has passed, in seconds or as a date', async () => {
	faults = [{ status: 429, retryAfter: '1' }, null];
	const { code, err } = await run(['shorten', 'https://www.nike.com/t/y']);
	expect({ code, err }).toEqual({ code: 0, err: 'Rate limit reached. Retrying in 1 s …\n' });
	expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
	faults = [{ status: 503, retryAfter: new Date(Date.now() + 1500).toUTCString() }, null];
	expect((await run(['shorten', 'https://www.nike.com/t/z'])).code).toBe(0);
	// Longer than the CLI waits.
	faults = [{ status: 429, retryAfter: '3600' }];
	expect((await run(['users', 'list'])).code).toBe(1);
});

test('repeats an announcement with its key and delivers it once', async () => {
	const [webhook] = await office.testServer.sandbox.control.createWebhooks({ count: 1 });
	await fixture.run(['webhooks', 'add', 'one', webhook!.url, '--brand', 'stock']);
	const message = ['--title', 'Once', '--image', 'https://img.example/a.jpg', '--description', 'x'];
	faults = [null, 'hang up after the request', null];
	expect((await run(['announce', ...message, '--all', '--yes', '--wait'])).code).toBe(0);
	const sent = seen.filter(({ url }) => url === '/api/stocknumbersend');
	expect(sent).toHaveLength(2);
	expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
	expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/);
	expect(await office.testServer.sandbox.control.messages()).toHaveLength(1);
	// If every answer is lost, the key makes it safe to run the command again.
	const lost = 'hang up after the request';
	faults = [null, lost, lost, lost];
	const unconfirmed = await run(['announce', ...message, '--all', '--yes']);
	expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('It may have been sent.') });
	const key = /--idempotency-key [\da-f-]{36}/.exec(unconfirmed.err)?.[0].split(' ') ?? [];
	expect((await run(['announce', ...message, '--all', '--yes', '--wait', ...key])).code).toBe(0);
	expect(await office.testServer.sandbox.control.messages()).toHaveLength(2);
	// An announcement that is sent is not reported as a failure because the wait for its deliveries fails.
	faults = [null, null, 'hang up', 'hang up', 'hang up'];
	const { code, out, err } = await run(['announce', ...message, '--all', '--yes', '--wait', '--json']);
	expect({ code, data: JSON.parse(out) as unknown }).toEqual({
		code: 4,
		data: { id: expect.any(String) as string, deliveries: 1 },
	});
	expect(err).toMatch(/^Announcement \d+: 1 delivery is queued\.\n.*did not answer/);
});

test('reports a change with lost responses as unconfirmed', async () => {
	faults = ['hang up after the request'];
	const { code, err } = await run(['users', 'add', '100000000000000077']);
	expect({ code, err }).toEqual({
		code: 1,
		err: `error: ${origin} did not answer (UND_ERR_SOCKET). It may have processed the request.\nCheck what has changed before you run the command again.\n`,
	});
	expect((await fixture.run(['users', 'list'])).out).toContain('100000000000000077');
	const everyAttempt = ['hang up after the request', 'hang up after the request', 'hang up after the request'] as const;
	// Without a change there is nothing to check.
	faults = [...everyAttempt];
	expect((await run(['users', 'list'])).err).toBe(
		`error: ${origin} did not answer (UND_ERR_SOCKET).\nCheck the URL, which comes from --url.\n`,
	);
	const file = `brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,lost,${webhookUrl(7)}\n`;
	faults = [...everyAttempt];
	expect((await run(['webhooks', 'import', '--yes'], file)).err).not.toContain('may have');
	faults = [null, ...everyAttempt];
	expect((await run(['webhooks', 'import', '--yes'], file)).err).toContain(
		'error: The server did not answer. It may have applied the changes.\nRun the same command again: it applies what is missing.\n',
	);
	expect((await run(['webhooks', 'import', '--yes'], file)).err).toContain('There is nothing to change.');
	await fixture.run(['webhooks', 'remove', 'lost', '--brand', 'hp', '--yes']);
});

test('reports an unconfirmed change although a later attempt is rejected', async () => {
	const { port } = proxy.address() as { port: number };
	const file = (label: string, n: number) =>
		`brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,${label},${webhookUrl(n)}\n`;
	const lost = 'error: The server did not answer. It may have applied the changes.\nRun the same command again';
	faults = [null, 'stop after the request'];
	expect((await run(['webhooks', 'import', '--yes'], file('stopped', 8))).err).toContain(lost);
	proxy.listen(port, '127.0.0.1');
	await once(proxy, 'listening');
	faults = [null, 'hang up after the request', { status: 503 }, { status: 503 }];
	expect((await run(['webhooks', 'import', '--yes'], file('restarted', 9))).err).toContain(lost);
	expect(await fixture.json<object[]>(['webhooks', 'list', '--brand', 'hp'])).toHaveLength(2);
	await fixture.run(['webhooks', 'remove', 'stopped', 'restarted', '--brand', 'hp', '--yes']);
	// Nothing was sent, so nothing can have changed.
	faults = [null, { status: 503 }, { status: 503 }, { status: 503 }];
	expect((await run(['webhooks', 'import', '--yes'], file('refused', 8))).err).not.toContain('may have');
});

test('exits with 4 and reports the items done before an error', async () => {
	const ids = ['100000000000000081', '100000000000000082'];
	faults = [null, 'hang up'];
	const { code, out, err } = await run(['access', 'approve', ...ids, '--json']);
	expect({ code, done: JSON.parse(out) as unknown }).toEqual({
		code: 4,
		done: [{ discordId: ids[0], status: null, problem: expect.any(String) as string }],
	});
	expect(JSON.parse(err)).toMatchObject({ error: { code: 'unreachable' } });
	faults = ['hang up'];
	expect(await run(['access', 'approve', ...ids, '--json'])).toMatchObject({ code: 1, out: '' });
	const [one, two] = await office.testServer.sandbox.control.createWebhooks({ count: 2 });
	faults = [null, 'hang up'];
	const tested = await run(['webhooks', 'test', one!.url, two!.url]);
	expect(tested).toMatchObject({ code: 4, err: expect.stringContaining('did not answer') });
	expect(tested.out.trim().split('\n')).toHaveLength(1);
	faults = [null, 'hang up'];
	expect(await run(['redeliver', '998', '999'])).toMatchObject({ code: 4, err: expect.stringContaining('998: ') });
});

test('repeats an import with a lost response and applies it once', async () => {
	const file = `brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,a,${webhookUrl(1)}\n`;
	// The dry run, and the change whose response is lost.
	faults = [null, 'hang up after the request', null];
	expect(await run(['webhooks', 'import', '--yes', '--brand', 'hp'], file)).toMatchObject({
		code: 0,
		err: expect.stringContaining('Done: 1 webhook added'),
	});
	expect(seen.filter(({ url }) => url === '/api/bulk/webhooks')).toHaveLength(3);
	expect(await fixture.json<object[]>(['webhooks', 'list', '--brand', 'hp'])).toHaveLength(1);
});

test('an import that fails after some rows reports what it has done', async () => {
	const row = (sku: string) => `{"brand":"nike","sku":"${sku}","title":"Dunk"}\n`;
	// A call takes 10,000 rows.
	const file = row('CK9246-101') + 'none\n'.repeat(9_999) + row('CK9246-102');
	const importing = (...args: string[]) => run(['catalogue', 'import', '--yes', ...args], file);
	faults = [null, { status: 503 }, { status: 503 }, { status: 503 }];
	const quiet = await importing('--quiet');
	expect(quiet).toMatchObject({ code: 4, out: '' });
	expect(quiet.err).toContain(
		'\n1 created, 0 updated, 0 unchanged, 9,999 invalid.\nerror: Wait. Stopped after 10,000 rows.',
	);
	const lost = 'hang up after the request';
	faults = [null, lost, lost, lost];
	const { code, out, err } = await importing('--json');
	expect(code).toBe(4);
	expect(JSON.parse(out)).toMatchObject({ applied: true, complete: false, counts: { unchanged: 1, invalid: 9_999 } });
	expect(JSON.parse(err)).toEqual({
		error: {
			code: 'failed',
			message: 'The server did not answer. Stopped after 10,000 rows. It may have imported the next rows.',
			hint: 'Run the same command again to import the rest.',
		},
	});
	faults = [{ status: 503 }, { status: 503 }, { status: 503 }];
	expect(await importing('--json')).toMatchObject({ code: 1, out: '' });
});

test.each(['catalogue', 'releases'])(
	'the export of the %s is retried, and names the server that does not answer',
	async (name) => {
		const exporting = () => run([name, 'export']);
		faults = ['hang up', { status: 502 }, null];
		expect((await exporting()).code).toBe(0);
		expect(seen).toHaveLength(3);
		faults = ['hang up', 'hang up', 'hang up'];
		expect((await exporting()).err).toContain(`error: ${origin} did not answer (`);
		faults = ['break off'];
		expect((await exporting()).err).toContain(`error: ${origin} did not answer (`);
		expect(await run([name, 'export', '--jq', '.sku'])).toMatchObject({
			code: 2,
			err: expect.stringContaining('--jq does not filter this export.'),
		});
	},
);

test('continues an interrupted stream after its last event', async () => {
	const before = begun;
	const running = fixture.start(['events', '--follow', '--json', '--url', origin, '--token', office.token]);
	await expect.poll(() => begun).toBeGreaterThan(before);
	proxy.closeAllConnections();
	await expect.poll(() => running.err()).toContain('The connection was lost; reconnecting');
	const price = (current: number) =>
		fetch(`${office.testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({
				events: [
					{
						source: 'HP',
						sku: 'BROKEN',
						region: 'US',
						snapshot: {
							title: 'Omen',
							category: 'LAPTOPS',
							price: { current, full: 9, currency: 'USD' },
							available: true,
						},
					},
				],
			}),
		});
	await price(9);
	await price(5);
	await expect.poll(() => running.out()).toContain('"BROKEN"');
	running.child.kill('SIGINT');
	expect((await running.ended).code).toBe(130);
	expect(seen.filter(({ url }) => url === '/api/live')).toHaveLength(2);
});
