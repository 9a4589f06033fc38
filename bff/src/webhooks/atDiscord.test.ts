import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
});
afterAll(() => testServer.close());

/** Previews links to webhooks with invented tokens. @returns how many of them Discord has rejected */
async function rejected(browser: Browser, { id: guildId }: { id: string }, count: number): Promise<number> {
	const { id } = SANDBOX_CHANNELS[0]!.webhook;
	const changes = Array.from({ length: count }, (_, n) => ({
		action: 'ADD' as const,
		region: 'US' as const,
		toolsName: 'HP Laptops',
		webHook: `${testServer.sandbox.origin}/api/webhooks/${id}/invented-${n}`,
	}));
	const { data } = await browser.api.serverSetup({ guildId, changes, dryRun: true });
	return data.filter(({ problem }) => problem?.includes('is rejected by Discord')).length;
}

test('a client with several servers can enter 75 webhooks that Discord rejects; others who manage those servers go on', async () => {
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
