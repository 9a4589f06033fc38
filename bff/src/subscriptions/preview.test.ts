import { contract, createClient } from '@dropwire/contract';
import { SANDBOX_APP, SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
let id: string;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'us', toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(place);
	const { webhook } = SANDBOX_CHANNELS[1]!;
	const webHook = `${testServer.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`;
	({ id } = (await cleo.api.webhookInsert({ ...place, webHook })).data);
});
afterAll(() => testServer.close());

const preview = async (options: Parameters<Browser['api']['subscriptionPreview']>[0]['options'], event?: string) =>
	(await cleo.api.subscriptionPreview({ id, options, ...(event !== undefined && { event }) })).data;

test('a topic without events has a sample message and no sizes', async () => {
	const sample = await preview({ name: 'Radar', mentions: ['123456789012345679'] });
	expect(sample).toMatchObject({
		eventId: null,
		rule: null,
		body: {
			username: 'Radar',
			content: '<@&123456789012345679>',
			embeds: [{ title: 'Sample product of Nike', fields: expect.any(Array) }],
		},
	});
	expect((await cleo.api.subscriptionSizes({ id })).data).toEqual({ of: 0, sizes: [] });
});

test('the newest event that would be sent is shown with the options, and others by their ids', async () => {
	const ada = await testServer.signIn('ada');
	const { token } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['write'] }).then(({ data }) => data);
	const program = createClient(contract, { origin: testServer.server.origin, token });
	for (const [sku, title, size] of [
		['AA1111-001', 'Zoom Vomero', 'M 9 / W 10.5'],
		['AA1111-002', 'Dunk Low', 'W 3.5 / M 2'],
	] as const) {
		for (const available of [false, true]) {
			const sizes = [{ size, available }];
			const snapshot = { title, category: 'SHOES', status: 'ACTIVE', available, sizes };
			await program.eventsIngest({ events: [{ source: 'NIKE', sku, region: 'US', snapshot }] });
		}
	}
	const newest = await preview({});
	expect(newest).toMatchObject({ sku: 'AA1111-002', rule: null, body: { embeds: [{ title: 'Dunk Low' }] } });
	const filtered = await preview({ sizes: ['9'], paused: true, thread: { name: '{brand}: {title}' } });
	expect(filtered).toMatchObject({ sku: 'AA1111-001', rule: null, body: { thread_name: 'Nike: Zoom Vomero' } });
	expect(await preview({ sizes: ['9'] }, newest.eventId!)).toMatchObject({ sku: 'AA1111-002', rule: 'sizes' });
	expect(await preview({ include: ['jordan'] })).toMatchObject({ sku: 'AA1111-002', rule: 'include' });
	expect((await cleo.api.subscriptionSizes({ id })).data).toEqual({ of: 2, sizes: ['W 3.5 / M 2', 'M 9 / W 10.5'] });
	// Only a webhook of the application has the button, unless an option leaves it out.
	const buttonsOf = async (watchButton?: boolean) => (await preview({ watchButton })).body['components'];
	expect(await buttonsOf()).toBe(undefined);
	await testServer.db.knex('webhooks').update({ applicationId: SANDBOX_APP.clientId });
	expect(JSON.stringify(await buttonsOf())).toContain('watch|add|NIKE|AA1111-002');
	expect(await buttonsOf(false)).toBe(undefined);
	await expect(preview({}, '999999')).rejects.toMatchObject({ status: 404 });
	await expect(preview({ minPrice: -1 })).rejects.toMatchObject({ status: 400 });
});
