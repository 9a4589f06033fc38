import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { previewInvented } from '../webhooks/testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
});
afterAll(() => testServer.close());

/** Previews 50 links, the most of one server. */
const preview = (guildId: string) => previewInvented(testServer, ada, guildId, 50);

test('requests stop after 1,000 rejections by Discord, with the time to wait', async () => {
	for (let n = 0; n < 19; n++) {
		const rows = await preview(String(810_000_000_000_000_000n + BigInt(n)));
		expect(rows[49]?.problem).toContain('rejected by Discord');
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
