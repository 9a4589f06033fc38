import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	cleo = await testServer.signIn('cleo');
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const place = { guildId, region: 'US', toolsName: 'Nike Shoes Hold' } as const;

test("a server's managers see its changes in words, and operators without their names", async () => {
	await cleo.api.channelInsert(place);
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	const { data } = await cleo.api.webhookInsert({ ...place, webHook: webhook!.url });
	await ada.api.subscriptionEdit({ id: data.id, options: { minPrice: 50, paused: true } });
	await ada.api.subscriptionEdit({ id: data.id, options: { minPrice: 60 } });
	await cleo.api.guildSettingsEdit({ guildId, sourceNotices: true });
	const bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	const channel = { channelId: webhook!.channelId, channelName: 'drops', guildName: 'Sole Searchers' };
	const [other] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	await bot.linkInsert({
		...place,
		toolsName: 'Nike Shoes Active',
		...channel,
		channelId: other!.channelId,
		webHook: other!.url,
	});
	await cleo.api.webhookDelete({ ...place, id: data.id });

	const mask = `…/webhooks/${webhook!.id.slice(0, 4)}…${webhook!.id.slice(-4)}/••••`;
	const cleoDid = { by: 'person', name: 'Cleo', viaBot: false };
	const operatorDid = { by: 'operator', name: null, viaBot: false };
	const changes = (await cleo.api.guildChanges({ guildId })).data;
	expect(changes).toMatchObject([
		{ ...cleoDid, what: `Removed the webhook ${mask} from Nike Shoes Hold · US.` },
		{ ...cleoDid, viaBot: true, what: 'Linked Nike Shoes Active · US to #drops.' },
		{ ...cleoDid, what: 'Switched notices about shops on.' },
		{ ...operatorDid, what: 'Changed the options of Nike Shoes Hold · US: Price: at least 60; no paused.' },
		{
			...operatorDid,
			what: 'Changed the options of Nike Shoes Hold · US: Paused: nothing is sent; Price: at least 50.',
		},
		{ ...cleoDid, what: `Added the webhook ${mask} to Nike Shoes Hold · US.` },
		{ ...cleoDid, what: "Added Nike Shoes Hold · US to the server's topics." },
	]);
	expect(JSON.stringify(changes)).not.toContain(SANDBOX_USERS.ada.id);
	expect((await ada.api.guildChanges({ guildId })).data[3]).toMatchObject({ by: 'operator', name: 'Ada' });
});

test('what operators change in a server is in words', async () => {
	const [webhook, fresh] = await testServer.sandbox.control.createWebhooks({ count: 2, guildId });
	const topic = { ...place, toolsName: 'Nike Shoes Closeout' };
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: webhook!.url });
	const { data } = await ada.api.webhookReplace({ from: webhook!.url, to: fresh!.url });
	await ada.api.webhookChange({ id: data.id!, paused: true });
	await ada.api.webhookRemove({ id: data.id! });
	await cleo.api.personalChannelSet({ guildId, channelId: null });
	const row = { at: 1, actor: SANDBOX_USERS.ada.id, via: 'session', target: `guild ${guildId}`, guildId } as const;
	const channel = JSON.stringify({ channelId: webhook!.channelId });
	await testServer.db.knex('audit').insert([
		{ ...row, action: 'personalChannelSet', after: channel },
		...['grantAdd', 'grantBegan', 'grantEnd', 'grantEnded'].map((action) => ({
			...row,
			action,
			after: JSON.stringify({ plan: 'pro' }),
		})),
	]);

	const maskOf = ({ id }: { id: string }) => `…/webhooks/${id.slice(0, 4)}…${id.slice(-4)}/••••`;
	const [old, now] = [webhook!, fresh!].map(maskOf);
	expect((await cleo.api.guildChanges({ guildId })).data.slice(0, 9).map(({ what }) => what)).toEqual([
		"The server's plan pro ended.",
		"Ended the server's plan pro.",
		"The server's plan pro began.",
		'Gave the server the plan pro.',
		'Set the channel of private threads to a Discord channel.',
		'Removed the channel of private threads.',
		`Removed the webhook ${now} from Nike Shoes Closeout · US.`,
		'Changed the options of Nike Shoes Closeout · US: Paused: nothing is sent.',
		`Replaced the webhook ${old} of Nike Shoes Closeout · US by ${now}.`,
	]);
});

test("a server's changes are read page by page, without those of other servers", async () => {
	const row = { at: 1, actor: null, via: 'session', action: 'channelInsert', target: 'x' } as const;
	const own = Array.from({ length: 60 }, () => ({ ...row, guildId: SANDBOX_GUILDS.restockRadar.id }));
	await testServer.db.knex('audit').insert(own);
	const first = await ada.api.guildChanges({ guildId: SANDBOX_GUILDS.restockRadar.id });
	expect(first.data).toHaveLength(50);
	expect(first.data[0]).toMatchObject({ by: 'dropwire', name: null, what: "Added a topic to the server's topics." });
	const second = await ada.api.guildChanges({ guildId: SANDBOX_GUILDS.restockRadar.id, cursor: first.nextCursor! });
	expect(second).toMatchObject({ data: { length: 10 }, nextCursor: null });
	await expect(cleo.api.guildChanges({ guildId: SANDBOX_GUILDS.dropwireHq.id })).rejects.toMatchObject({ status: 403 });
});
