import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
});
afterAll(() => testServer.close());

/** Previews links to 50 webhooks with invented tokens, the most of one server, each of which Discord answers with 401. */
function preview(guildId: string) {
	const { id } = SANDBOX_CHANNELS[0]!.webhook;
	const url = (n: number) => `${testServer.sandbox.origin}/api/webhooks/${id}/invented-${n}`;
	const change = { action: 'ADD', region: 'US', toolsName: 'HP Laptops' } as const;
	const changes = Array.from({ length: 50 }, (_, n) => ({ ...change, webHook: url(n) }));
	return ada.api.serverSetup({ guildId, changes, dryRun: true });
}

test('after 1,000 rejections by Discord, the server sends it no more requests and says when to try again', async () => {
	for (let n = 0; n < 19; n++) {
		const { data } = await preview(String(810_000_000_000_000_000n + BigInt(n)));
		expect(data[49]?.problem).toContain('rejected by Discord');
	}
	const refused = {
		status: 502,
		code: 'upstream_failed',
		message: expect.stringMatching(/^Discord has rejected too many requests of this Dropwire\. Try again in \d+ s\.$/),
		retryAfter: expect.any(Number),
	};
	const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
	// A server without the bot counts once more, so fewer webhooks are left for the last preview.
	await expect(preview('820000000000000000')).rejects.toMatchObject(refused);
	await expect(ada.api.discordChannels({ guildId })).rejects.toMatchObject(refused);
	await expect(cleo.api.guildList()).rejects.toMatchObject(refused);
});
