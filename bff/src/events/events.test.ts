import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveHub } from '../live/hub.ts';
import { listen } from '../live/testing.ts';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse();
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

const product = {
	title: 'OmniBook 5',
	category: 'LAPTOPS',
	available: true,
	price: { current: 79_900, full: 99_900, currency: 'usd' },
	url: 'https://www.hp.com/us-en/shop/pdp/omnibook',
};
const event = (snapshot: typeof product | null, sku = '6b8u4aa') => ({ source: 'hp', sku, region: 'us', snapshot });

async function monitor() {
	const { data } = await ada.api.tokenCreate({ name: `monitor ${Math.random()}`, scopes: ['read', 'write'] });
	return async (...events: object[]) => {
		const response = await fetch(`${house.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events }),
		});
		return { status: response.status, body: (await response.json()) as { data: { kind: string | null }[] } };
	};
}

test("an outside monitor's products go the way of our own: baseline, then news, each told once", async () => {
	const [hook] = await house.sandbox.control.createWebhooks({ count: 1 });
	const data = { label: 'laptops', value: hook!.url };
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data });
	const handIn = await monitor();
	expect(await handIn(event(product))).toEqual({
		status: 202,
		body: { data: [{ sku: '6B8U4AA', region: 'US', kind: null }] },
	});
	const cheaper = { ...product, price: { ...product.price, current: 69_900 } };
	const kinds = (answer: { body: { data: { kind: string | null }[] } }) => answer.body.data.map(({ kind }) => kind);
	expect(kinds(await handIn(event(cheaper), event(cheaper), event(product, 'OTHER')))).toEqual(['PRICE', null, null]);
	expect(kinds(await handIn(event(null)))).toEqual(['STATUS']);
	expect(kinds(await handIn(event(cheaper)))).toEqual(['SHOCK_DROP']);
	await house.sandbox.control.waitForMessages({ webhookId: hook!.id, count: 3 });
	const { data: events } = await ada.api.events({ sku: '6b8u4aa' });
	expect(events.map(({ kind }) => kind)).toEqual(['SHOCK_DROP', 'STATUS', 'PRICE']);
	expect(events[2]).toMatchObject({
		source: 'HP',
		before: { price: { current: 79_900 } },
		after: { price: { current: 69_900 } },
	});
});

test('ten hands at once with the same news tell it once', async () => {
	const handIn = await monitor();
	await handIn(event(product, 'RACE'));
	const gone = { ...product, available: false };
	const answers = await Promise.all(Array.from({ length: 10 }, () => handIn(event(gone, 'RACE'))));
	expect(answers.flatMap(({ body }) => body.data).filter(({ kind }) => kind !== null)).toHaveLength(1);
	expect((await ada.api.events({ sku: 'RACE' })).data).toHaveLength(1);
});

test('a browser may not hand in, and bad snapshots are named by their path', async () => {
	await expect(ada.api.eventsHandIn({ events: [event(product)] })).rejects.toMatchObject({ status: 403 });
	const handIn = await monitor();
	const bad = await handIn({ ...event(product), snapshot: { ...product, sizes: [{ size: '9', available: 'yes' }] } });
	expect(bad).toMatchObject({
		status: 400,
		body: { error: { fields: { 'events.0.snapshot.sizes.0.available': expect.any(String) } } },
	});
	expect((await handIn({ ...event(product), source: 'STOCK' })).status).toBe(400);
	expect((await handIn()).status).toBe(400);
});

test('events and audit are read page by page', async () => {
	const row = { source: 'NIKE', sku: 'PAGE', region: 'US', kind: 'PRICE', at: 1 };
	await house.db.knex('events').insert(Array.from({ length: 60 }, () => row));
	const first = await ada.api.events({ sku: 'PAGE' });
	expect(first.data).toHaveLength(50);
	const second = await ada.api.events({ sku: 'PAGE', cursor: first.nextCursor! });
	expect(second).toMatchObject({ data: { length: 10 }, nextCursor: null });
	const audit = await ada.api.audit();
	expect(audit.data[0]).toMatchObject({ actor: SANDBOX_USERS.ada.id, actorName: 'Ada', action: expect.any(String) });
});

test('the live stream tells events and deliveries as they happen, to each what they may see', async () => {
	const { guildId } = await ownChannel();
	const [operator, client] = [await listen(ada), await listen(await house.signIn('cleo'))];
	const handIn = await monitor();
	await handIn(event(product, 'LIVE'));
	await handIn(event({ ...product, available: false }, 'LIVE'));
	await expect.poll(() => operator.of('event').map(({ sku }) => sku)).toEqual(['LIVE']);
	await expect.poll(() => operator.of('delivery').map(({ status }) => status)).toContain('sent');
	await expect.poll(() => client.of('delivery').map(({ status }) => status)).toContain('sent');
	const ids = new Set(operator.of('delivery').map(({ id }) => id));
	expect(ids.size).toBe(2);
	expect(new Set(client.of('delivery').map(({ id }) => id)).size).toBe(1);
	expect(guildId).toBe(SANDBOX_GUILDS.soleSearchers.id);
	const last = operator.seen.at(-1)!.id;
	operator.close();
	client.close();
	// While nobody listens, something more happens; who comes back hears of it.
	await handIn(event(product, 'LIVE'));
	const again = await listen(ada, last);
	await expect.poll(() => again.of('event').map(({ sku }) => sku)).toEqual(['LIVE']);
	again.close();
});

async function ownChannel() {
	const cleo = await house.signIn('cleo');
	const [hook] = await house.sandbox.control.createWebhooks({ count: 1 });
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'HP Laptops' };
	await cleo.api.channelInsert(place);
	await cleo.api.webhookInsert({ ...place, webHook: hook!.url });
	return place;
}

test('the stream of a person who is taken off the list ends', async () => {
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'true' });
	const stream = await listen(await house.signIn('mia'));
	await ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.mia.id });
	expect(await stream.ended).toBe('ended');
});

test('the stream of a person who is taken off the list by another process ends, too', async () => {
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'true' });
	const other = createLiveHub(house.db, pino({ level: 'silent' }));
	const mia = { discordId: SANDBOX_USERS.mia.id, guilds: [], lastEventId: null };
	let told = '';
	const ended = (async () => {
		for await (const text of other.subscribe(mia)) told += text;
	})();
	await expect.poll(() => told).toContain('event: hello');
	await ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.mia.id });
	await ended;
	other.close();
});

test('the streams of a session end with it, and those of a token with the token', async () => {
	const cleo = await house.signIn('cleo');
	const browser = await listen(cleo);
	await cleo.api.logout();
	expect(await browser.ended).toBe('ended');
	const { data } = await ada.api.tokenCreate({ name: 'listens', scopes: ['read'] });
	const headers = { authorization: `Bearer ${data.token}` };
	const program = await fetch(`${house.server.origin}/api/live`, { headers });
	await ada.api.tokenDelete({ id: data.id });
	await program.text();
});

test('a stream that is ended while it begins stays ended, and nobody looks for a reader that never read', async () => {
	const hub = createLiveHub(house.db, pino({ level: 'silent' }));
	const subscribe = () => hub.subscribe({ discordId: '1', guilds: null, lastEventId: null })[Symbol.asyncIterator]();
	const beginning = subscribe();
	hub.drop('1');
	expect(await beginning.next()).toMatchObject({ done: true });
	let looks = 0;
	const count = ({ sql }: { sql: string }) => (looks += /`audit_log`|`audit`/.test(sql) ? 1 : 0);
	house.db.knex.on('query', count);
	const unread = subscribe();
	await expect.poll(() => looks).toBeGreaterThan(0);
	await unread.return?.();
	// The look under way ends, and that no other follows has no moment to wait for: the next would come within a second.
	for (let seconds = 0; seconds < 2; seconds++) {
		looks = 0;
		await new Promise((resolve) => setTimeout(resolve, 1200));
	}
	house.db.knex.off('query', count);
	hub.close();
	expect(looks).toBe(0);
});
