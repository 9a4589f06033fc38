import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';
import { previewInvented } from '../webhooks/testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
});
afterAll(() => testServer.close());

/** @returns how many of a server's invented webhooks Discord has rejected */
async function rejected(browser: Browser, { id }: { id: string }, count: number): Promise<number> {
	const rows = await previewInvented(testServer, browser, id, count);
	return rows.filter(({ problem }) => problem?.includes('is rejected by Discord')).length;
}

test('a client gets 429 after 75 webhooks that Discord rejects; other managers do not', async () => {
	const { soleSearchers, restockRadar } = SANDBOX_GUILDS;
	expect(await rejected(cleo, soleSearchers, 50)).toBe(50);
	expect(await rejected(cleo, restockRadar, 25)).toBe(25);
	const refused = (whose: string) => ({
		status: 429,
		message: `Discord rejected too many webhooks ${whose}. Check their URLs and try again later.`,
		retryAfter: expect.any(Number),
	});
	await expect(rejected(cleo, restockRadar, 1)).rejects.toMatchObject(refused('that you entered'));
	expect(await rejected(ada, restockRadar, 25)).toBe(25);
	await expect(rejected(ada, restockRadar, 1)).rejects.toMatchObject(refused('of this server'));
});
