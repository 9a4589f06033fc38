import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
	const rows = [1, 2, 3].map((n) => ({ ...NIKE, label: `row-${n}`, value: webhookUrl(n) }));
	const options = { ...NIKE, label: 'filtered', value: webhookUrl(4), options: { include: ['dunk'] } };
	const input = JSON.stringify([...rows, options]);
	await fixture.run(['webhooks', 'import', '--yes', '--format', 'json'], { input });
});
afterAll(() => office.close());

const NIKE = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' };

interface Listed {
	id: string;
	label: string;
	options: object;
}
const list = (...args: string[]) => fixture.json<Listed[]>(['webhooks', 'list', '--region', 'us', ...args]);
const idOf = async (label: string) => (await list()).find((row) => row.label === label)!.id;

test('webhooks list filters rows by text and health', async () => {
	expect(await list('--search', 'FILTER')).toMatchObject([{ label: 'filtered', options: { include: ['dunk'] } }]);
	expect(await list('--limit', '2')).toHaveLength(2);
	expect(await list('--health', 'unused')).toHaveLength(4);
	await office.testServer.db.knex('webhooks').where({ discordId: '500000000000000001' }).update({ active: false });
	expect(await list('--health', 'off')).toMatchObject([{ label: 'row-1' }]);
	expect((await fixture.run(['webhooks', 'list', '--search', 'filtered'])).out).toMatch(
		/ 1 filter +nothing sent yet\n/,
	);
	expect((await fixture.run(['webhooks', 'list', '--health', 'sick'])).code).toBe(2);
	expect(await fixture.json(['users', 'list', '--search', 'nobody'])).toEqual([]);
});

test('flags change single options of a subscription; a file replaces all', async () => {
	const id = await idOf('filtered');
	const flags = [
		'--kinds',
		'restock,live',
		'--max-price',
		'120',
		'--quiet-hours',
		'22:00-07:00 Europe/Vienna',
		'--pause',
	];
	expect((await fixture.run(['subscriptions', 'edit', id, ...flags])).out).toBe(
		[
			`${id}: Nike Shoes Hold · US · filtered → …/webhooks/500000000000000004/••••`,
			'  Paused: nothing is sent',
			'  Kinds: Live, Restock',
			'  Required words: dunk',
			'  Price: at most 120',
			'  Quiet hours: 22:00–07:00 (Europe/Vienna)',
			'',
		].join('\n'),
	);
	const after = ['subscriptions', 'edit', id, '--include', '', '--resume', '--quiet-hours', ''];
	expect(await fixture.json(after)).toMatchObject({ options: { kinds: ['RESTOCK', 'LIVE'], maxPrice: 120 } });
	const replaced = await fixture.json(['subscriptions', 'edit', id, '--file', '-'], { input: '{"sizes":["9"]}' });
	expect(replaced).toMatchObject({ options: { sizes: ['9'] } });
	expect((await fixture.run(['subscriptions', 'show', id])).out).toContain('  Sizes: 9\n');
});

test('another name of the posts leaves the tags of a forum', async () => {
	const id = await idOf('row-2');
	const edit = (flags: string[], input = '') => fixture.json(['subscriptions', 'edit', id, ...flags], { input });
	const tags = ['500000000000000001'];
	await edit(['--file', '-'], JSON.stringify({ thread: { name: '{title}', tags } }));
	expect(await edit(['--post-name', '{sku}'])).toMatchObject({ options: { thread: { name: '{sku}', tags } } });
	expect(await edit(['--post-name', ''])).toMatchObject({ options: {} });
});

test('rejects invalid options by flag or field', async () => {
	const id = await idOf('filtered');
	const edit = (...flags: string[]) => fixture.run(['subscriptions', 'edit', id, ...flags]);
	expect(await edit()).toMatchObject({ code: 2, err: expect.stringContaining('Nothing to change') });
	expect(await edit('--min-price', 'cheap')).toMatchObject({ code: 2, err: expect.stringContaining('--min-price') });
	expect(await edit('--quiet-hours', 'night')).toMatchObject({ code: 2, err: expect.stringContaining('Example') });
	expect(await edit('--pause', '--resume')).toMatchObject({ code: 2 });
	const discount = await edit('--min-discount', '100');
	expect(discount).toMatchObject({ code: 1, err: expect.stringMatching(/minDiscount.*at most 99/) });
	expect(await fixture.json(['subscriptions', 'show', id])).toMatchObject({ options: { sizes: ['9'] } });
	expect((await fixture.run(['subscriptions', 'show', '999999'])).code).toBe(1);
});

test('try and why name the rule that holds a message back', async () => {
	const id = await idOf('filtered');
	const { knex } = office.testServer.db;
	const topic = await knex('topics').where({ region: 'US', toolsName: 'Nike Shoes Hold' }).first('id');
	const snapshot = {
		title: 'Air Jordan 1',
		subtitle: null,
		status: 'HOLD',
		price: null,
		launchAt: null,
		image: null,
		url: null,
		available: null,
		sizes: [{ size: 'M 9 / W 10.5', available: null, level: null, count: null }],
	};
	const at = Date.now() + 1000;
	const row = { source: 'NIKE', sku: 'AA-1', region: 'US', kind: 'STATUS', at, topicId: topic!.id };
	const [event] = await knex('events').insert({ ...row, after: JSON.stringify(snapshot) });
	const tried = await fixture.run(['subscriptions', 'try', id, '--include', 'dunk']);
	expect(tried.out).toMatch(/^0 of the last 1 event would have been sent\.\n/);
	expect(tried.out).toMatch(/AA-1 +Air Jordan 1 +held back by the required words\n/);
	expect(await fixture.json(['subscriptions', 'try', id, '--clear'])).toMatchObject({ of: 1, sent: 1 });
	expect(await fixture.json(['subscriptions', 'show', id])).toMatchObject({ options: { sizes: ['9'] } });
	const sized = await fixture.run(['subscriptions', 'try', id, '--sizes', 'm 9, 14']);
	expect(sized.err).toBe('No product of the last 1 event has the size 14.\n');
	const why = await fixture.run(['subscriptions', 'why', id, String(event)]);
	expect(why.out).toMatch(/^It was not sent\.\nRULE +PASSED +DETAIL\nlist +yes/);
});

test('`why` explains in sentences what happened to a product', async () => {
	const none = await fixture.run(['why', 'AA9999-999', '--at', '20', '--region', 'jp']);
	expect(none.out).toMatch(/^The product is on no watch list\.\nFROM +STEP +OUTCOME +WHAT\n +listed +no +The product/);
	const answer = { data: [{ step: 'listed', outcome: 'no' }], verdict: { step: 'listed', outcome: 'no', code: null } };
	expect(await fixture.json(['why', 'AA9999-999', '--at', '00:00'])).toMatchObject(answer);
	const impossible = await fixture.run(['why', 'AA-9', '--at', '20']);
	expect(impossible).toMatchObject({ code: 1, out: '', err: expect.stringContaining('AA-9') });
	const wrong = await fixture.run(['why', 'AA-9', '--at', 'noon']);
	expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--at noon is no moment') });
});

test('api calls any path of its own server only', async () => {
	const id = await idOf('filtered');
	expect(await fixture.json(['api', 'get', `/api/subscription?id=${id}`])).toMatchObject({ data: { id } });
	const body = JSON.stringify({ id, options: {} });
	expect(await fixture.json(['api', 'POST', '/api/subscriptionedit', '--body', '-'], { input: body })).toMatchObject({
		data: { options: {} },
	});
	expect(await fixture.run(['api', 'GET', '/api/nothing'])).toMatchObject({ code: 1, out: '' });
	const rejected = await fixture.run(['api', 'POST', '/api/subscriptionedit', '--body', '{"id":"x"}']);
	expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('id') });
	for (const path of ['https://example.com/api', '//example.com/api', 'api/audit'])
		expect(await fixture.run(['api', 'GET', path])).toMatchObject({ code: 2 });
	expect((await fixture.run(['api', 'POST', '/api/subscriptionedit', '--body', '{'])).code).toBe(2);
});

test('--quiet omits the lines of an import, but not its errors', async () => {
	const more = JSON.stringify([{ ...NIKE, label: 'more', value: webhookUrl(5) }]);
	const importing = ['webhooks', 'import', '--yes', '--quiet', '--format', 'json'];
	expect(await fixture.run(importing, { input: more })).toEqual({ code: 0, out: '', err: '' });
	const input = JSON.stringify([{ ...NIKE, region: 'ZZ', label: 'bad', value: webhookUrl(9) }]);
	const ran = await fixture.run(['webhooks', 'import', '--dry-run', '--quiet', '--format', 'json'], { input });
	expect(ran).toMatchObject({
		out: '',
		err: expect.stringMatching(/^! line 1, region must be one of US, JP,.*"ZZ" is not/m),
	});
	expect(ran.code).not.toBe(0);
});

test('sends requests through HTTP_PROXY', async () => {
	const tunnels: (string | undefined)[] = [];
	const proxy = createServer((_, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		tunnels.push(url);
		const { hostname, port } = new URL(`http://${url}`);
		const server = connect(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			server.pipe(socket).pipe(server);
		});
		server.on('error', () => socket.destroy());
		socket.on('error', () => server.destroy());
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
	const ran = await fixture.start(['whoami'], { env }).ended;
	expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/^Ada/) });
	expect(tunnels).toEqual([new URL(office.testServer.server.origin).host]);
	proxy.closeAllConnections();
	proxy.close();
});
