import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Delivery } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Running, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
let following: Running | undefined;
const urls: Record<string, { id: string; url: string }> = {};
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
	const [alive, gone] = await office.testServer.sandbox.control.createWebhooks({ count: 2 });
	Object.assign(urls, { alive, gone });
	await fixture.run(['webhooks', 'add', 'alive', alive!.url, '--brand', 'hp']);
	await fixture.run(['webhooks', 'add', 'gone', gone!.url, '--brand', 'adidas']);
	await office.testServer.sandbox.control.deleteWebhook(gone!.id);
});
afterEach(() => following?.child.kill('SIGKILL'));
afterAll(() => office.close());

const snapshot = (title: string, current: number) => ({
	title,
	category: 'LAPTOPS',
	price: { current, full: 90_000, currency: 'USD' },
	available: true,
});
/** Submits a snapshot like an external monitor: the first one is the baseline, the next ones are price changes. */
async function change(sku: string, current: number): Promise<void> {
	const response = await fetch(`${office.testServer.server.origin}/api/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ events: [{ source: 'HP', sku, region: 'US', snapshot: snapshot('Omen 16', current) }] }),
	});
	expect(response.status).toBe(202);
}

test('lists deliveries newest first, filtered by status, topic and limit', async () => {
	await fixture.run(['webhooks', 'test', 'alive', 'gone']);
	const rows = await fixture.json<Delivery[]>(['deliveries']);
	expect(rows.map(({ status }) => status)).toEqual(['failed', 'sent']);
	const failed = await fixture.run(['deliveries', '--status', 'failed']);
	expect(failed.out).toMatch(
		/^ *ID +QUEUED +STATUS +MESSAGE +TO +TRIES +REASON\n *\d+ .* failed .* Discord answered 404/,
	);
	expect(failed.out.trim().split('\n')).toHaveLength(2);
	expect(await fixture.json<object[]>(['deliveries', '-n', '1'])).toHaveLength(1);
	expect(await fixture.run(['deliveries', '--topic', 'Nike Shoes Hold'])).toEqual({
		code: 0,
		out: '',
		err: 'No deliveries match.\n',
	});
	expect(await fixture.run(['deliveries', '--topic', 'Nike Shoe Hold'])).toEqual({
		code: 2,
		out: '',
		err: 'error: Topic "Nike Shoe Hold" does not exist.\nDid you mean Nike Shoes Hold?\n',
	});
	for (const wrong of [['--status', 'lost'], ['--limit', '0'], ['--limit', 'x'], ['--limit']])
		expect((await fixture.run(['deliveries', ...wrong])).code).toBe(2);
	expect(await fixture.run(['deliveries', '--guild', 'x'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('guildId'),
	});
});

test('reads all pages of a long list', async () => {
	await change('MANY', 1);
	for (let price = 2; price < 62; price++) await change('MANY', price * 1000);
	const wanted = ['deliveries', '--topic', 'HP Laptops'];
	await expect.poll(async () => (await fixture.json<object[]>([...wanted, '-n', '100'])).length).toBe(60);
	// The next test lets Discord reject one message.
	await expect.poll(async () => fixture.json<object[]>(['deliveries', '--status', 'pending'])).toEqual([]);
	expect(await fixture.json<object[]>([...wanted, '-n', '55'])).toHaveLength(55);
	expect(await fixture.json<object[]>(wanted)).toHaveLength(50);
});

test('redeliver sends failed deliveries again, with one result each', async () => {
	const [failed, sent] = ['failed', 'sent'].map((status) =>
		fixture.json<Delivery[]>(['deliveries', '--status', status, '-n', '1']),
	);
	const ids = [(await failed)?.[0]?.id ?? '', (await sent)?.[0]?.id ?? ''];
	const off = await fixture.run(['redeliver', ids[0]!, '--quiet']);
	expect(off).toMatchObject({ code: 1, err: expect.stringContaining('Its webhook is off') });
	// Saving the row again with a valid webhook turns it on.
	await fixture.run(['webhooks', 'remove', 'gone', '--brand', 'adidas', '--yes']);
	await fixture.run(['webhooks', 'add', 'again', urls['alive']!.url, '--brand', 'adidas']);
	const removed = await fixture.run(['redeliver', ...ids, '999999', '--json']);
	expect(removed.code).toBe(1);
	expect(JSON.parse(removed.out)).toMatchObject([
		{ id: ids[0], status: null, problem: expect.stringContaining('was removed') },
		{ id: ids[1], problem: expect.stringContaining('It is sent') },
		{ id: '999999', problem: expect.stringContaining('does not exist') },
	]);
	expect((await fixture.run(['redeliver', 'x'])).code).toBe(2);
	const { control } = office.testServer.sandbox;
	await control.failDiscord({
		webhookId: urls['alive']!.id,
		times: 1,
		fault: { status: 400 },
	});
	await fixture.run(['webhooks', 'test', 'alive']);
	const [last] = await fixture.json<Delivery[]>(['deliveries', '-n', '1']);
	expect(last?.status).toBe('failed');
	const part = await fixture.run(['redeliver', last!.id, ids[1]!]);
	expect(part).toMatchObject({ code: 4, out: `${last!.id}: queued again\n` });
	await expect.poll(async () => (await fixture.json<Delivery[]>(['deliveries', '-n', '1']))[0]?.status).toBe('sent');
});

test('--follow prints new events and deliveries as text or JSON lines', async () => {
	expect((await fixture.run(['events', '--sku', 'none'])).err).toBe('No events match.\n');
	following = fixture.start(['deliveries', '--follow', '--json', '--status', 'sent']);
	const events = fixture.start(['events', '--follow', '--sku', 'follow-1']);
	const every = fixture.start(['events', '--follow', '--json']);
	await change('FOLLOW-1', 80_000);
	await change('FOLLOW-2', 80_000);
	for (let price = 79_000; !events.out() || !following.out() || every.out().split('\n').length < 3; price -= 10) {
		await change('FOLLOW-1', price);
		await change('FOLLOW-2', price);
		// --follow only prints events after it has connected, so the test repeats the change until both have received
		// one.
		await new Promise((resolve) => setTimeout(resolve, 300));
	}
	for (const running of [following, events, every]) running.child.kill('SIGINT');
	expect((await events.ended).code).toBe(130);
	expect(events.out()).toMatch(
		/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}PRICE {2}HP {2}US {2}FOLLOW-1 {2}Omen 16 {2}\$[\d.]+ → \$[\d.]+\n/,
	);
	expect(events.out()).not.toContain('FOLLOW-2');
	const lines = (text: string) =>
		text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as { status?: string; sku: string });
	expect(lines(following.out())[0]).toMatchObject({ status: 'sent', kind: 'PRICE' });
	expect(new Set(lines(every.out()).map(({ sku }) => sku))).toEqual(new Set(['FOLLOW-1', 'FOLLOW-2']));
	const listed = await fixture.json<{ kind: string }[]>(['events', '--sku', 'follow-1', '-n', '1']);
	expect(listed).toMatchObject([{ kind: 'PRICE', sku: 'FOLLOW-1', source: 'HP', region: 'US' }]);
	expect((await fixture.run(['events', '-n', '2'])).out).toMatch(
		/^ *ID +TIME +KIND.*CHANGE +TOPIC +WEBHOOKS +CLICKS\n/,
	);
	const priced = ['events', '--brand', 'hp', '--region', 'us', '--kind', 'price'];
	expect(await fixture.json([...priced, '-n', '1'])).toMatchObject([{ topic: 'HP Laptops · US', deliveries: 1 }]);
	expect((await fixture.run([...priced, '--unreached'])).err).toBe('No events match.\n');
	expect((await fixture.run(['events', '--follow', '--unreached'])).code).toBe(2);
	expect((await fixture.run(['deliveries', '--follow', '--guild', '1'])).code).toBe(2);
});

test('--follow fails at a server that is not Dropwire', async () => {
	const page = createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
	}).listen(0, '127.0.0.1');
	await once(page, 'listening');
	const url = `http://127.0.0.1:${(page.address() as { port: number }).port}`;
	expect(await fixture.run(['events', '--follow', '--url', url])).toMatchObject({
		code: 1,
		err: expect.stringContaining(`${url} does not answer like a Dropwire server of this version.`),
	});
	page.close();
});

test('--follow fails without permission', async () => {
	const stranger = office.fixtureWith('dropwire_unknown');
	expect(await stranger.run(['events', '--follow'])).toMatchObject({ code: 3 });
});
