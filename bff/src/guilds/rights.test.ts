import { type DiscordFault, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => testServer.close());

test('losing Manage Server takes effect within five minutes, by the monotonic clock', async () => {
	const { id: guildId } = SANDBOX_GUILDS.restockRadar;
	const cleo = await testServer.signIn('cleo');
	await cleo.api.channelList({ guildId });
	await testServer.sandbox.control.setMember(guildId, { user: 'cleo', permissions: '0' });
	const [time, passed] = [Date.now.bind(Date), performance.now.bind(performance)];
	vi.spyOn(performance, 'now').mockImplementation(() => passed() + 5 * 60_000);
	vi.spyOn(Date, 'now').mockImplementation(() => time() - 3_600_000);
	await expect(cleo.api.channelList({ guildId })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});

test('a token that Discord rejects is not sent again for minutes', async () => {
	const cleo = await testServer.signIn('cleo');
	await testServer.sandbox.control.failDiscord({ webhookId: 'users', times: 1, fault: { status: 401 } });
	for (let times = 0; times < 2; times++) {
		await expect(cleo.api.guildList()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
	}
	const again = await testServer.signIn('cleo');
	expect((await again.api.guildList()).data.data).not.toEqual([]);
});

test('a new server is listed once the bot has joined it', async () => {
	const ada = await testServer.signIn('ada');
	const bot = await testServer.bot();
	const ids = async () => (await ada.api.guildStates()).data.map(({ guildId }) => guildId);
	await ids();
	const [created] = await testServer.sandbox.control.addGuilds({ count: 1, channels: 1, roles: 0 });
	const { id: guildId } = created!;
	expect(await ids()).not.toContain(guildId);
	await bot.botGuild({ guildId, name: 'New', present: true });
	expect(await ids()).toContain(guildId);
});

const failUsers = (fault: DiscordFault, times: number | 'forever' = 1) =>
	testServer.sandbox.control.failDiscord({ webhookId: 'users', times, fault });

test.each<[string, DiscordFault]>([
	['of one person', { limited: { retryAfter: 1.2, scope: 'user' } }],
	['of the whole address', { limited: { retryAfter: 1.2, scope: 'global' } }],
	['by Cloudflare', { cloudflare: true }],
])("Discord's limit %s is reported with the time, and kept", async (_, fault) => {
	const cleo = await testServer.signIn('cleo');
	const states = () => cleo.api.guildStates().catch((error: unknown) => error);
	await failUsers(fault);
	await states();
	await failUsers({ status: 500 });
	expect(await states()).toMatchObject({
		status: 502,
		retryAfter: expect.toSatisfy((seconds: number) => seconds === 1 || seconds === 2),
		message: expect.stringMatching(/^Discord limits how often .* Try again in [12] s\.$/),
	});
	await expect.poll(states).toMatchObject({ message: expect.stringContaining('answered 500') });
	expect(await states()).toMatchObject({ data: expect.any(Array) });
});

test.each<[string, DiscordFault]>([
	['a page', { page: 200 }],
	['no list', { status: 200, body: { guilds: [] } }],
	['servers without permissions', { status: 200, body: [{ id: '1', name: 'One', icon: null, owner: false }] }],
	[
		'permissions that are no number',
		{ status: 200, body: [{ id: '1', name: '', icon: null, owner: false, permissions: 'all' }] },
	],
])('%s in place of the list of servers is a 502 in words', async (_, fault) => {
	const cleo = await testServer.signIn('cleo');
	await failUsers(fault);
	await expect(cleo.api.guildList()).rejects.toMatchObject({
		status: 502,
		code: 'upstream_failed',
		message: 'Discord answered, but the list of your servers could not be read. Try again in a moment.',
	});
	expect((await cleo.api.guildList()).data.data).not.toEqual([]);
});

// The last test of this file: its block goes on for seconds.
test("a block without a duration stops requests with all users' tokens", async () => {
	const [first, second] = [await testServer.signIn('cleo'), await testServer.signIn('cleo')];
	await failUsers({ cloudflare: 'untimed' });
	const limited = { status: 502, message: expect.stringContaining('limits how often') };
	await expect(first.api.guildList()).rejects.toMatchObject(limited);
	await expect(second.api.guildList()).rejects.toMatchObject(limited);
});
