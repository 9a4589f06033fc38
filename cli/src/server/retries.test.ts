import { createServer, request as ask, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, type Office, openOffice, webhookUrl } from '../testing.ts';

/** Something between us and the real server that goes wrong as told; `null` lets a request through. */
type Trouble = 'hang up' | 'hang up afterwards' | { status: number; retryAfter?: string } | null;

let office: Office;
let desk: Desk;
let proxy: Server;
let origin: string;
let troubles: Trouble[] = [];
/** Answers of which something got through. */
let begun = 0;
let seen: { method: string; url: string; key: string | undefined; at: number }[] = [];
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
	proxy = createServer(handle).listen(0, '127.0.0.1');
	await new Promise((resolve) => proxy.once('listening', resolve));
	origin = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
});
afterEach(() => {
	troubles = [];
	seen = [];
});
afterAll(async () => {
	proxy.close();
	await office.close();
});

const handle: RequestListener = (request, response) => {
	const { method = '', url = '', headers } = request;
	seen.push({ method, url, key: headers['idempotency-key'] as string | undefined, at: Date.now() });
	const trouble = troubles.shift() ?? null;
	if (trouble === 'hang up') return void request.socket.destroy();
	if (trouble !== null && typeof trouble === 'object') {
		response.writeHead(trouble.status, trouble.retryAfter === undefined ? {} : { 'retry-after': trouble.retryAfter });
		return void response.end(JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.' } }));
	}
	const onward = ask(office.house.server.origin + url, { method, headers }, (answer) => {
		if (trouble === 'hang up afterwards') {
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
	desk.run([...args, '--url', origin, '--token', office.token], input === undefined ? {} : { input });

test('what only reads is asked again after a broken connection or a failure of the server', async () => {
	troubles = ['hang up', { status: 502 }, null];
	expect((await run(['users', 'list'])).code).toBe(0);
	expect(seen).toHaveLength(3);
	troubles = ['hang up', 'hang up', 'hang up', 'hang up'];
	expect(await run(['users', 'list'])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
});

test('what changes something is not sent twice when nobody knows whether it was done', async () => {
	troubles = ['hang up'];
	expect((await run(['users', 'add', '100000000000000077'])).code).toBe(1);
	expect(seen).toHaveLength(1);
	troubles = [{ status: 500 }];
	expect((await run(['shorten', 'https://www.nike.com/t/x'])).code).toBe(1);
	expect(seen).toHaveLength(2);
});

test('Retry-After is waited out, in seconds or as a date, whatever the call', async () => {
	troubles = [{ status: 429, retryAfter: '1' }, null];
	const { code, err } = await run(['shorten', 'https://www.nike.com/t/y']);
	expect({ code, err }).toEqual({ code: 0, err: 'Too many calls. Trying again in 1 s …\n' });
	expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990);
	troubles = [{ status: 503, retryAfter: new Date(Date.now() + 1500).toUTCString() }, null];
	expect((await run(['shorten', 'https://www.nike.com/t/z'])).code).toBe(0);
	// Longer than anyone wants to wait.
	troubles = [{ status: 429, retryAfter: '3600' }];
	expect((await run(['users', 'list'])).code).toBe(1);
});

test('an announcement whose answer was lost is sent again with its key, and goes out once', async () => {
	const [webhook] = await office.house.sandbox.control.createWebhooks({ count: 1 });
	await desk.run(['webhooks', 'add', 'one', webhook!.url, '--brand', 'stock']);
	const message = ['--title', 'Once', '--image', 'https://img.example/a.jpg', '--description', 'x'];
	troubles = [null, 'hang up afterwards', null];
	expect((await run(['announce', ...message, '--all', '--yes', '--wait'])).code).toBe(0);
	const sent = seen.filter(({ url }) => url === '/api/stocknumbersend');
	expect(sent).toHaveLength(2);
	expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
	expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/);
	expect(await office.house.sandbox.control.messages()).toHaveLength(1);
});

test('an import whose answer was lost is sent again, and changes nothing twice', async () => {
	const file = `brand,category,region,status,label,value\nHP,LAPTOPS,US,LAPTOPS,a,${webhookUrl(1)}\n`;
	// The export, the dry run, and the change whose answer is lost.
	troubles = [null, null, 'hang up afterwards', null];
	expect(await run(['webhooks', 'import', '--yes', '--brand', 'hp'], file)).toMatchObject({
		code: 0,
		err: expect.stringContaining('Done: 1 webhook changed'),
	});
	expect(seen.filter(({ url }) => url === '/api/bulk/webhooks')).toHaveLength(3);
	expect(await desk.json<object[]>(['webhooks', 'list', '--brand', 'hp'])).toHaveLength(1);
});

test('a stream that breaks goes on where it was', async () => {
	const before = begun;
	const going = desk.start(['events', '--follow', '--json', '--url', origin, '--token', office.token]);
	await expect.poll(() => begun).toBeGreaterThan(before);
	proxy.closeAllConnections();
	await expect.poll(() => going.err()).toContain('going on when the server is back');
	const price = (current: number) =>
		fetch(`${office.house.server.origin}/api/events`, {
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
	await expect.poll(() => going.out(), { timeout: 10_000 }).toContain('"BROKEN"');
	going.child.kill('SIGINT');
	expect((await going.ended).code).toBe(130);
	expect(seen.filter(({ url }) => url === '/api/live')).toHaveLength(2);
});
