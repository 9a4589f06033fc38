import type { Delivery } from '@dropwire/bff/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, type Going, type Office, openOffice } from '../testing.ts';

let office: Office;
let desk: Desk;
let following: Going | undefined;
const urls: Record<string, { id: string; url: string }> = {};
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
	const [alive, gone] = await office.house.sandbox.control.createWebhooks({ count: 2 });
	Object.assign(urls, { alive, gone });
	await desk.run(['webhooks', 'add', 'alive', alive!.url, '--brand', 'hp']);
	await desk.run(['webhooks', 'add', 'gone', gone!.url, '--brand', 'adidas']);
	await office.house.sandbox.control.deleteWebhook(gone!.id);
});
afterEach(() => following?.child.kill('SIGKILL'));
afterAll(() => office.close());

const snapshot = (title: string, current: number) => ({
	title,
	category: 'LAPTOPS',
	price: { current, full: 90_000, currency: 'USD' },
	available: true,
});
/** Hands an event in as an outside monitor does: a first look, and then another price. */
async function change(sku: string, current: number): Promise<void> {
	const response = await fetch(`${office.house.server.origin}/api/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ events: [{ source: 'HP', sku, region: 'US', snapshot: snapshot('Omen 16', current) }] }),
	});
	expect(response.status).toBe(202);
}

test('deliveries are listed newest first, chosen by status, topic and number', async () => {
	await desk.run(['webhooks', 'test', 'alive', 'gone']);
	const rows = await desk.json<Delivery[]>(['deliveries']);
	expect(rows.map(({ status }) => status)).toEqual(['failed', 'sent']);
	const failed = await desk.run(['deliveries', '--status', 'failed']);
	expect(failed.out).toMatch(
		/^ *ID +QUEUED +STATUS +MESSAGE +TO +TRIES +REASON\n *\d+ .* failed .* Discord answered 404/,
	);
	expect(failed.out.trim().split('\n')).toHaveLength(2);
	expect(await desk.json<object[]>(['deliveries', '-n', '1'])).toHaveLength(1);
	expect(await desk.run(['deliveries', '--topic', 'Nike Shoes Hold'])).toEqual({
		code: 0,
		out: '',
		err: 'There is none.\n',
	});
	for (const wrong of [['--status', 'lost'], ['--limit', '0'], ['--limit', 'x'], ['--limit']])
		expect((await desk.run(['deliveries', ...wrong])).code).toBe(2);
	expect(await desk.run(['deliveries', '--guild', 'x'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('guildId'),
	});
});

test('more deliveries than a page has are all listed', async () => {
	await change('MANY', 1);
	for (let price = 2; price < 62; price++) await change('MANY', price * 1000);
	const wanted = ['deliveries', '--topic', 'HP Laptops'];
	await expect.poll(async () => (await desk.json<object[]>([...wanted, '-n', '100'])).length).toBe(60);
	expect(await desk.json<object[]>([...wanted, '-n', '55'])).toHaveLength(55);
	expect(await desk.json<object[]>(wanted)).toHaveLength(50);
});

test('what failed is sent again by its number; several are told one by one', async () => {
	const [failed, sent] = ['failed', 'sent'].map((status) =>
		desk.json<Delivery[]>(['deliveries', '--status', status, '-n', '1']),
	);
	const ids = [(await failed)?.[0]?.id ?? '', (await sent)?.[0]?.id ?? ''];
	const off = await desk.run(['redeliver', ids[0]!]);
	expect(off).toMatchObject({ code: 1, err: expect.stringContaining('Its webhook is off') });
	// Saved anew it is on again, and at its place somebody listens now.
	await desk.run(['webhooks', 'remove', 'gone', '--brand', 'adidas']);
	await desk.run(['webhooks', 'add', 'again', urls['alive']!.url, '--brand', 'adidas']);
	const removed = await desk.run(['redeliver', ...ids, '999999', '--json']);
	expect(removed.code).toBe(1);
	expect(JSON.parse(removed.out)).toMatchObject([
		{ id: ids[0], status: null, problem: expect.stringContaining('was removed') },
		{ id: ids[1], problem: expect.stringContaining('It is sent') },
		{ id: '999999', problem: expect.stringContaining('does not exist') },
	]);
	expect((await desk.run(['redeliver', 'x'])).code).toBe(2);
	const { control } = office.house.sandbox;
	await control.failDiscord({
		webhookId: urls['alive']!.id,
		times: 1,
		fault: { status: 400 },
	});
	await desk.run(['webhooks', 'test', 'alive']);
	const [last] = await desk.json<Delivery[]>(['deliveries', '-n', '1']);
	expect(last?.status).toBe('failed');
	const part = await desk.run(['redeliver', last!.id, ids[1]!]);
	expect(part).toMatchObject({ code: 4, out: `${last!.id}: on its way again\n` });
	await expect.poll(async () => (await desk.json<Delivery[]>(['deliveries', '-n', '1']))[0]?.status).toBe('sent');
});

test('events are listed, and followed as they happen; deliveries, too, one JSON a line', async () => {
	expect((await desk.run(['events', '--sku', 'none'])).err).toBe('Nothing has changed yet.\n');
	following = desk.start(['deliveries', '--follow', '--json', '--status', 'sent']);
	const events = desk.start(['events', '--follow', '--sku', 'follow-1']);
	const every = desk.start(['events', '--follow', '--json']);
	await change('FOLLOW-1', 80_000);
	await change('FOLLOW-2', 80_000);
	for (let price = 79_000; !events.out() || !following.out() || every.out().split('\n').length < 3; price -= 10) {
		await change('FOLLOW-1', price);
		await change('FOLLOW-2', price);
		// A follower tells only what happens after it listens, and nothing says when that is: so it happens again.
		await new Promise((resolve) => setTimeout(resolve, 300));
	}
	for (const going of [following, events, every]) going.child.kill('SIGINT');
	expect((await events.ended).code).toBe(130);
	expect(events.out()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}PRICE {2}HP {2}US {2}FOLLOW-1 {2}Omen 16\n/);
	expect(events.out()).not.toContain('FOLLOW-2');
	const lines = (text: string) =>
		text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as { status?: string; sku: string });
	expect(lines(following.out())[0]).toMatchObject({ status: 'sent', kind: 'PRICE' });
	expect(new Set(lines(every.out()).map(({ sku }) => sku))).toEqual(new Set(['FOLLOW-1', 'FOLLOW-2']));
	const listed = await desk.json<{ kind: string }[]>(['events', '--sku', 'follow-1', '-n', '1']);
	expect(listed).toMatchObject([{ kind: 'PRICE', sku: 'FOLLOW-1', source: 'HP', region: 'US' }]);
	expect((await desk.run(['events', '-n', '2'])).out).toMatch(/^ *ID +WHEN +KIND/);
	expect((await desk.run(['deliveries', '--follow', '--guild', '1'])).code).toBe(2);
});

test('whoever may not follow is told so, and not kept waiting', async () => {
	const stranger = office.deskWith('dropwire_unknown');
	expect(await stranger.run(['events', '--follow'])).toMatchObject({ code: 3 });
});
