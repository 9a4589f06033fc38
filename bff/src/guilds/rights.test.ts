import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(async () => {
	vi.restoreAllMocks();
	await testServer.close();
});

test('a person who loses Manage Server at Discord is refused five minutes later at the latest', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const cleo = await testServer.signIn('cleo');
	await cleo.api.channelList({ guildId });
	await testServer.sandbox.control.setMember(guildId, { user: 'cleo', permissions: '0' });
	const now = Date.now();
	vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000);
	await expect(cleo.api.channelList({ guildId })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});
