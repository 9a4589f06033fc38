import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import type { SetupChange } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterEach(() => testServer.sandbox.control.healDiscord());
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** `nike-jp` and `general` of Sole Searchers. */
const [JP, GENERAL] = ['300000000000000013', '300000000000000014'] as const;
const add = (region: 'US' | 'JP', channelId: string): SetupChange => ({
	action: 'ADD',
	region,
	toolsName: 'Nike Shoes Active',
	channelId,
});
const setup = (...changes: SetupChange[]) => cleo.api.serverSetup({ guildId, changes });
const ours = async () =>
	(await testServer.sandbox.control.webhooks()).filter(({ applicationId }) => applicationId === SANDBOX_APP.clientId);
const channels = async () => (await ours()).map(({ channelId }) => channelId);
const failPost = (fault: { delayMs: number } | { status: number; body: unknown }) =>
	testServer.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault });

test('a set-up that fails is answered with its own error, also when its new webhook cannot be deleted', async () => {
	await failPost({ delayMs: 0 });
	await failPost({ status: 400, body: { message: 'Maximum number of webhooks reached (15)', code: 30_007 } });
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot DELETE', times: 1, fault: { status: 500 } });
	await expect(setup(add('US', JP), add('JP', GENERAL))).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining('#general has 15 webhooks'),
	});
	for (const { id } of await ours()) await testServer.sandbox.control.deleteWebhook(id);
});

test('a server with as many webhooks as Discord allows is named', async () => {
	await failPost({
		status: 400,
		body: { message: 'Maximum number of webhooks per guild reached (1000)', code: 30_058 },
	});
	await expect(setup(add('US', JP))).rejects.toMatchObject({
		status: 400,
		message: expect.stringMatching(/^This server has 1,000 webhooks/) as string,
	});
});

test('a set-up that fails deletes its new webhooks, except one that another set-up has linked in the meantime', async () => {
	await failPost({ delayMs: 0 });
	// The second webhook takes this long, so that the other set-up finds the first one.
	await failPost({ delayMs: 3000 });
	const refused = Promise.allSettled([setup(add('US', JP), add('JP', GENERAL))]);
	await expect.poll(channels).toEqual([JP]);
	expect((await setup(add('US', JP))).data).toMatchObject([{ outcome: 'added' }]);
	expect(await refused).toMatchObject([{ status: 'rejected', reason: { status: 409 } }]);
	expect(await channels()).toEqual([JP]);
});
