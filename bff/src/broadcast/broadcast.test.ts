import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const url = (n: number) => `https://discord.com/api/webhooks/4000000000000000${10 + n}/token-${n}`;

test('the broadcast list is replaced as a whole; a duplicate webhook is 409', async () => {
	expect(await ada.api.webhooksReplace({ body: [url(1), url(2)] })).toEqual({ data: [url(1), url(2)] });
	expect(await ada.api.webhooksReplace({ body: [url(2), url(3)] })).toEqual({ data: [url(2), url(3)] });
	expect(await ada.api.webhooks()).toEqual([url(2), url(3)]);
	await expect(ada.api.webhooksReplace({ body: [url(4), url(4).replace('/api/', '/api/v10/')] })).rejects.toMatchObject(
		{ status: 409, fields: { 1: expect.any(String) } },
	);
	await expect(ada.api.webhooksReplace({ body: [url(1), 'https://example.com'] })).rejects.toMatchObject({
		status: 400,
		fields: { 1: expect.any(String) },
	});
	expect(await ada.api.webhooks()).toEqual([url(2), url(3)]);
	expect(await ada.api.webhooksReplace({ body: [] })).toEqual({ data: [] });
});

test('the broadcast list is replaced only if it is the one that the caller has read', async () => {
	await ada.api.webhooksReplace({ body: [url(1), url(2)] });
	const { version } = await ada.api.broadcastList();
	await ada.api.webhooksReplace({ body: [url(2), url(3)], version });
	await expect(ada.api.webhooksReplace({ body: [url(1)], version })).rejects.toMatchObject({
		status: 409,
		message: 'Somebody has changed the list since it was read. Read it again.',
		fields: { version: expect.any(String) },
	});
	expect(await ada.api.webhooks()).toEqual([url(2), url(3)]);
	// The answer to the first call may have been lost.
	expect((await ada.api.webhooksReplace({ body: [url(2), url(3)], version })).data).toEqual([url(2), url(3)]);
	const now = await ada.api.broadcastList();
	expect(await ada.api.webhooksReplace({ body: [], version: now.version })).toEqual({ data: [] });
});
