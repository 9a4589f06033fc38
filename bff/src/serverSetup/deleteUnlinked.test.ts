import { WebhookDeletion } from '@dropwire/db';
import { SANDBOX_APP, SANDBOX_GUILDS } from '@dropwire/sandbox';
import type { SetupChange } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { finishDeletions } from './webhookDeletions.testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterEach(async () => {
	await testServer.sandbox.control.healDiscord();
	await finishDeletions(testServer);
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
/** `nike-us-hold`, `nike-jp` and `general` of Sole Searchers. */
const [US_HOLD, JP, GENERAL] = ['300000000000000012', '300000000000000013', '300000000000000014'] as const;
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

const linkIn = async (channelId: string, toolsName = 'Nike Shoes Active') =>
	(await cleo.api.linkList({ guildId })).data.find(
		(link) => link.channelId === channelId && link.toolsName === toolsName,
	)!.id;
const remove = async (channelId: string, toolsName?: string) =>
	setup({ action: 'REMOVE', id: await linkIn(channelId, toolsName) });
const queued = () => WebhookDeletion.query(testServer.db.knex);
const gone = (...channelIds: string[]) =>
	expect.poll(async () => (await channels()).filter((id) => channelIds.includes(id))).toEqual([]);

test('a failed set-up reports its error even if its webhook cannot be deleted', async () => {
	await failPost({ delayMs: 0 });
	await failPost({ status: 400, body: { message: 'Maximum number of webhooks reached (15)', code: 30_007 } });
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot DELETE', times: 1, fault: { status: 500 } });
	await expect(setup(add('US', JP), add('JP', GENERAL))).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining('#general has 15 webhooks'),
	});
	await expect.poll(() => queued()).toMatchObject([{ attempts: 1, startedAt: null }]);
	await finishDeletions(testServer);
	expect(await channels()).toEqual([]);
});

test("reports a server at Discord's limit of webhooks", async () => {
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
	// The second webhook waits until the other set-up has found the first one.
	await failPost({ delayMs: 3000 });
	const refused = Promise.allSettled([setup(add('US', JP), add('JP', GENERAL))]);
	await expect.poll(channels).toEqual([JP]);
	expect((await setup(add('US', JP))).data).toMatchObject([{ outcome: 'added' }]);
	await testServer.sandbox.control.healDiscord();
	expect(await refused).toMatchObject([{ status: 'rejected', reason: { status: 409 } }]);
	await gone(GENERAL);
	expect(await channels()).toEqual([JP]);
});

test('a set-up that read a webhook before its deletion does not link it', async () => {
	await setup(add('US', JP));
	await failPost({ delayMs: 0 });
	// The second new webhook waits until the first one's link is removed.
	await failPost({ delayMs: 5000 });
	const refused = Promise.allSettled([setup(add('JP', JP), add('JP', US_HOLD), add('JP', GENERAL))]);
	await expect.poll(channels).toEqual([JP, US_HOLD]);
	await remove(JP);
	await gone(JP);
	await testServer.sandbox.control.healDiscord();
	const reason = { status: 409, message: expect.stringContaining('is being deleted at Discord') as string };
	expect(await refused).toMatchObject([{ status: 'rejected', reason }]);
	await gone(US_HOLD, GENERAL);
	expect((await setup(add('JP', JP))).data).toMatchObject([{ outcome: 'added' }]);
	await remove(JP);
	await gone(JP);
});

test("deletes Dropwire's webhook with its last link", async () => {
	const { control } = testServer.sandbox;
	const [byWebhook, byChannel, bySetup, byEdit] = await Promise.all(
		['a', 'b', 'c', 'd'].map(async (name) => (await control.createChannel(guildId, { name })).id),
	);
	await expect
		.poll(async () => (await cleo.api.discordChannels({ guildId })).data.channels.map(({ id }) => id))
		.toContain(byEdit);
	await setup(add('US', byWebhook!), add('JP', bySetup!), add('JP', byEdit!));
	await setup({ action: 'ADD', region: 'US', toolsName: 'HP Laptops', channelId: byChannel! });
	await setup({ action: 'ADD', region: 'US', toolsName: 'HP Laptops', channelId: bySetup! });
	const topic = { guildId, region: 'JP', toolsName: 'Nike Shoes Active' };
	await remove(bySetup!);
	await cleo.api.webhookDelete({ guildId, id: await linkIn(byWebhook!) });
	const [other] = await control.createWebhooks({ count: 1, channelId: byEdit! });
	await cleo.api.webhookEdit({ ...topic, id: await linkIn(byEdit!), webHook: other!.url });
	await gone(byWebhook!, byEdit!);
	expect(await channels()).toEqual(expect.arrayContaining([byChannel, bySetup]));
	await remove(bySetup!, 'HP Laptops');
	const { data: regions } = await cleo.api.channelList({ guildId });
	const laptops = regions.flatMap((one) => one.channels).find(({ toolsName }) => toolsName === 'HP Laptops')!;
	await cleo.api.channelDelete({ id: laptops.id });
	await gone(byChannel!, bySetup!);
	// The webhook of a person stays.
	expect((await control.webhooks()).map(({ id }) => id)).toContain(other!.id);
});

test('a link that is added again uses the webhook that waits for its deletion', async () => {
	await setup(add('JP', GENERAL));
	const [before] = (await ours()).filter(({ channelId }) => channelId === GENERAL);
	await remove(GENERAL);
	await setup(add('JP', GENERAL));
	await expect.poll(() => queued()).toEqual([]);
	expect((await ours()).filter(({ channelId }) => channelId === GENERAL)).toEqual([before]);
	// While Discord is asked to delete it, it cannot be linked.
	await remove(GENERAL);
	await queued().patch({ startedAt: Date.now(), dueAt: Date.now() + 60_000 });
	await expect(setup(add('JP', GENERAL))).rejects.toMatchObject({ status: 409 });
	await queued().patch({ startedAt: null, dueAt: 0 });
	await gone(GENERAL);
});

test('a deletion that Discord does not answer is tried again later, and the removal of the link does not wait for it', async () => {
	await setup(add('JP', GENERAL));
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot DELETE', times: 1, fault: { status: 500 } });
	await remove(GENERAL);
	await expect.poll(() => queued()).toMatchObject([{ attempts: 1, startedAt: null }]);
	expect(await channels()).toContain(GENERAL);
	await finishDeletions(testServer);
	expect(await channels()).not.toContain(GENERAL);
});
