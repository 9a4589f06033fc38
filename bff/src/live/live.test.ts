import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { pino } from 'pino';
import { createLiveHub } from './hub.ts';
import { listen } from './testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { event, openMonitor, product } from '../events/testing.ts';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

async function ownChannel() {
	const cleo = await testServer.signIn('cleo');
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'HP Laptops' };
	await cleo.api.channelInsert(place);
	await cleo.api.webhookInsert({ ...place, webHook: hook!.url });
	return place;
}

test('the stream sends events and the deliveries that its reader can see', async () => {
	const { guildId } = await ownChannel();
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const data = { label: 'laptops', value: hook!.url };
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data });
	const [operator, client] = [await listen(ada), await listen(await testServer.signIn('cleo'))];
	const submit = await openMonitor(testServer, ada);
	await submit(event(product, 'LIVE'));
	await submit(event({ ...product, available: false }, 'LIVE'));
	await expect.poll(() => operator.of('event').map(({ sku }) => sku)).toEqual(['LIVE']);
	// The total counts other servers' webhooks too.
	expect(client.of('event')[0]).not.toHaveProperty('deliveries');
	await expect.poll(() => operator.of('delivery').map(({ status }) => status)).toContain('sent');
	await expect.poll(() => client.of('delivery').map(({ status }) => status)).toContain('sent');
	const ids = new Set(operator.of('delivery').map(({ id }) => id));
	expect(ids.size).toBe(2);
	expect(new Set(client.of('delivery').map(({ id }) => id)).size).toBe(1);
	expect(guildId).toBe(SANDBOX_GUILDS.soleSearchers.id);
	const last = operator.seen.at(-1)!.id;
	operator.close();
	client.close();
	// What happens while no stream is open is sent after a reconnect.
	await submit(event(product, 'LIVE'));
	const again = await listen(ada, last);
	await expect.poll(() => again.of('event').map(({ sku }) => sku)).toEqual(['LIVE']);
	again.close();
});

test('the stream of a person who is removed from the access list ends', async () => {
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'true' });
	const stream = await listen(await testServer.signIn('mia'));
	await ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.mia.id });
	expect(await stream.ended).toBe('ended');
});

test('the stream of a person whom another process removes ends', async () => {
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'true' });
	const other = createLiveHub(testServer.db, pino({ level: 'silent' }));
	const mia = { discordId: SANDBOX_USERS.mia.id, guilds: [], allRows: false, check: async () => [], lastEventId: null };
	let received = '';
	const ended = (async () => {
		for await (const text of other.subscribe(mia)) received += text;
	})();
	await expect.poll(() => received).toContain('event: hello');
	await ada.api.usersChange({ action: 'DELETE', discordId: SANDBOX_USERS.mia.id });
	await ended;
	await other.close();
});

test('a stream ends with its session or token', async () => {
	const cleo = await testServer.signIn('cleo');
	const browser = await listen(cleo);
	await cleo.api.logout();
	expect(await browser.ended).toBe('ended');
	const { data } = await ada.api.tokenCreate({ name: 'listens', scopes: ['read'] });
	const headers = { authorization: `Bearer ${data.token}` };
	const program = await fetch(`${testServer.server.origin}/api/live`, { headers });
	await ada.api.tokenDelete({ id: data.id });
	await program.text();
});

test('a stream that ends while it starts stays ended, and polling stops for a reader that never read', async () => {
	const hub = createLiveHub(testServer.db, pino({ level: 'silent' }));
	const subscribe = () =>
		hub.subscribe({ discordId: '1', guilds: null, allRows: false, check: async () => null, lastEventId: null });
	const beginning = subscribe();
	hub.drop('1');
	expect(await beginning.toArray()).toEqual([]);
	let polls = 0;
	const count = ({ sql }: { sql: string }) => (polls += /`audit_log`|`audit`/.test(sql) ? 1 : 0);
	testServer.db.knex.on('query', count);
	const unread = subscribe();
	await expect.poll(() => polls).toBeGreaterThan(0);
	unread.destroy();
	// The poll in progress ends. That no other follows cannot be waited for: the next one would come within a second.
	for (let seconds = 0; seconds < 2; seconds++) {
		polls = 0;
		await new Promise((resolve) => setTimeout(resolve, 1200));
	}
	testServer.db.knex.off('query', count);
	await hub.close();
	expect(polls).toBe(0);
});
