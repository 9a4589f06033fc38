import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
});
afterAll(() => testServer.close());

const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Active' };
const url = (n: number) => `https://discord.com/api/webhooks/43000000000000000${n}/token`;

test('a webhook is changed only under the region and name of its own channel', async () => {
	await cleo.api.channelInsert(place);
	await cleo.api.channelInsert({ ...place, toolsName: 'Nike Shoes Hold' });
	const { data: row } = await cleo.api.webhookInsert({ ...place, webHook: url(1) });
	const edit = (other: object) => cleo.api.webhookEdit({ ...place, ...other, id: row.id, webHook: url(2) });
	for (const toolsName of ['Nike Shoes Hold', 'No Such Name'])
		await expect(edit({ toolsName })).rejects.toMatchObject({
			status: 400,
			fields: { toolsName: expect.stringContaining('Nike Shoes Active') },
		});
	await expect(edit({ region: 'JP' })).rejects.toMatchObject({ status: 400, fields: { region: expect.any(String) } });
	expect((await cleo.api.webhookList(place)).data).toMatchObject([{ webhook: url(1) }]);
	expect((await edit({})).data.webhook).toBe(url(2));
});

test('an unknown name is 400, a missing channel 404', async () => {
	const insert = (toolsName: string) => cleo.api.webhookInsert({ ...place, toolsName, webHook: url(3) });
	await expect(insert('No Such Name')).rejects.toMatchObject({
		status: 400,
		fields: { toolsName: 'must be a name that US has' },
	});
	await expect(insert('Nike Shoes Closeout')).rejects.toMatchObject({ status: 404 });
});
