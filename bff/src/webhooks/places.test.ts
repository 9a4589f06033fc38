import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer, webhookGroups } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer({ webhookChecksPerSecond: 50 });
	[ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
});
afterAll(() => testServer.close());

const { soleSearchers, restockRadar, dropwireHq } = SANDBOX_GUILDS;
const topic = { guildId: soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Active' };
const webhookIn = async (guildId: string) =>
	(await testServer.sandbox.control.createWebhooks({ count: 1, guildId, ownChannels: true }))[0]!;
const elsewhere = { guildId: null, guildName: null, channelId: null, channelName: null, name: null };

test("a list shows each webhook's place, without names of servers the caller does not manage", async () => {
	await cleo.api.channelInsert(topic);
	await ada.api.channelInsert({ ...topic, guildId: restockRadar.id });
	const guilds = [soleSearchers, restockRadar, dropwireHq];
	const webhooks: { channelId: string }[] = [];
	for (const { id } of guilds) {
		const webhook = await webhookIn(id);
		const { data } = await cleo.api.webhookInsert({ ...topic, webHook: webhook.url });
		expect(data).toMatchObject({ place: null, health: { active: true } });
		webhooks.push(webhook);
	}
	const placesFor = async (who: Browser) => (await who.api.webhookList(topic)).data.map(({ place }) => place);
	await expect.poll(() => placesFor(ada)).not.toContain(null);
	const shown = (n: number, guildName: string | null) => ({
		otherServer: false,
		guildId: guilds[n]?.id,
		guildName,
		channelId: webhooks[n]?.channelId,
		channelName: null,
		name: 'Dropwire',
	});
	// Dropwire HQ has never used the product, so its name is unknown.
	const all = [shown(0, 'Sole Searchers'), shown(1, 'Restock Radar'), shown(2, null)];
	expect(await placesFor(ada)).toEqual(all);
	expect(await placesFor(cleo)).toEqual([all[0], all[1], { otherServer: true, ...elsewhere }]);

	const bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	const links = (await bot.linkList({ guildId: soleSearchers.id })).data;
	expect(links.map(({ place }) => place?.otherServer)).toEqual([false, true, true]);
	expect(links[1]?.channelId).toBeNull();
});

test("operators see the places of their lists' webhooks", async () => {
	const { url: value, channelId } = await webhookIn(soleSearchers.id);
	const nike = { region: 'US', category: 'SHOES' };
	const data = { label: 'lounge', value };
	await ada.api.nikeWebhooksChange({ ...nike, action: 'INSERT', status: 'HOLD', data });
	await ada.api.stockNumberWebhooksChange({ ...data, action: 'CREATE' });
	await ada.api.webhooksReplace({ body: [value] });
	const lists = async () => [
		webhookGroups(await ada.api.nikeWebhooks(nike))[2]?.webhooks[0]?.place,
		(await ada.api.operatorWebhooks({ brand: 'NIKE', category: 'SHOES' })).data[0]?.place,
		(await ada.api.stockNumberWebhooks())[0]?.place,
		(await ada.api.broadcastList()).data[0]?.place,
	];
	const place = {
		otherServer: false,
		guildId: soleSearchers.id,
		guildName: 'Sole Searchers',
		channelId,
		channelName: null,
		name: 'Dropwire',
	};
	await expect.poll(lists).toEqual([place, place, place, place]);
	expect((await ada.api.broadcastList()).data).toMatchObject([{ webhook: value, health: { active: true } }]);
});

test('a webhook that Discord rejects is off wherever it is listed, seconds after it was saved', async () => {
	const { url } = await webhookIn(soleSearchers.id);
	const webHook = url.replace(/[\w-]+$/, 'wrong');
	const { data } = await cleo.api.webhookInsert({ ...topic, webHook });
	const health = async () => (await cleo.api.webhookList(topic)).data.find(({ id }) => id === data.id)?.health;
	await expect.poll(health).toMatchObject({
		active: false,
		offReason: 'Discord answered 401: Invalid Webhook Token [50027]',
	});
	expect(await testServer.sandbox.control.messages()).toEqual([]);
});

test("a webhook URL of Discord's is called at the address of the settings, whatever host it names", async () => {
	const { id, token } = await webhookIn(soleSearchers.id);
	const webHook = `https://canary.discord.com/api/v10/webhooks/${id}/${token}`;
	const { data } = await cleo.api.webhookInsert({ ...topic, webHook });
	const tested = await cleo.api.linkTest({ guildId: soleSearchers.id, id: data.id });
	expect(tested.data).toMatchObject({ status: 'sent' });
	expect(await testServer.sandbox.control.messages({ webhookId: id })).toHaveLength(1);
});
