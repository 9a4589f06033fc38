import { WEBHOOK_SEALED_AS } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const url = (n: number) => `https://discord.com/api/webhooks/43000000000000000${n}/token-${n}`;

test('a URL of an operator group is replaced only if it is the one that the caller has read', async () => {
	const group = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
	const row = (label: string, value: string, before?: string) => ({
		...group,
		action: before === undefined ? 'SET' : 'UPDATE',
		label,
		value,
		...(before !== undefined && { before }),
	});
	const saved = async () =>
		Object.fromEntries((await ada.api.exportWebhooks()).rows.map(({ label, value }) => [label, value]));
	await ada.api.bulkWebhooks({ rows: [row('a', url(1)), row('b', url(2))] });
	const theirs = { rows: [row('a', url(3), url(1).replace('/api/', '/api/v10/'))] };
	await ada.api.bulkWebhooks(theirs);
	const late = { rows: [row('b', url(5), url(2)), row('a', url(4), url(1))] };
	const problem = 'is not the current value: somebody has changed it since it was read';
	await expect(ada.api.bulkWebhooks(late)).rejects.toMatchObject({
		status: 400,
		fields: { 'rows.1.before': problem },
	});
	const planned = await ada.api.bulkWebhooks({ ...late, dryRun: true });
	expect(planned.data).toMatchObject([{ outcome: 'changed' }, { outcome: 'refused', problems: { before: problem } }]);
	expect(await saved()).toEqual({ a: url(3), b: url(2) });
	// The answer to the first call may have been lost.
	expect((await ada.api.bulkWebhooks(theirs)).data).toEqual([{ row: 0, outcome: 'unchanged' }]);
	for (const [invalid, reason] of [
		[row('a', url(4), 'no URL'), /^must be a Discord webhook URL/],
		[{ ...row('a', url(3), url(3)), action: 'UNSET' }, /^is only possible with UPDATE/],
	] as const) {
		await expect(ada.api.bulkWebhooks({ rows: [invalid] })).rejects.toMatchObject({
			fields: { 'rows.0.before': expect.stringMatching(reason) },
		});
	}
});

test("a URL of a server's channel is replaced and removed only if it is the one that the caller has read", async () => {
	const place = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'Nike Shoes Hold' };
	const seeded = SANDBOX_CHANNELS.map(({ webhook }) => ({
		webHook: `${testServer.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}`,
	}));
	await ada.api.channelInsert(place);
	const [first, second, third] = seeded;
	const { data: row } = await ada.api.webhookInsert({ ...place, ...first! });
	const edit = (from: typeof first, to: typeof first) =>
		ada.api.webhookEdit({ ...place, id: row.id, ...to!, before: from! });
	await edit(first, second);
	await expect(edit(first, third)).rejects.toMatchObject({
		status: 409,
		message: expect.stringMatching(/^This webhook has since been changed to …\/webhooks\/\d+\/••••, so it was left/),
		fields: { before: expect.any(String) },
	});
	expect((await edit(first, second)).data.webhook).toBe(second!.webHook);
	expect((await edit(second, third)).data.webhook).toBe(third!.webHook);
	const ids = [row.id];
	const remove = (seen: typeof first) =>
		ada.api.webhooksDelete({ guildId: place.guildId, ids, before: [{ id: row.id, ...seen! }] });
	expect(await remove(second)).toEqual({ data: { ids: [], kept: ids } });
	expect((await ada.api.webhookList(place)).data).toMatchObject([third!].map(({ webHook: webhook }) => ({ webhook })));
	expect(await remove(third)).toEqual({ data: { ids, kept: [] } });
});

test('a URL from before DISCORD_URL was changed is replaced and removed like any other', async () => {
	const { knex, vault } = testServer.db;
	const row = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1', label: 'old' };
	const [old, older] = [6, 7].map((n) => url(n).replace('discord.com', 'discord.example'));
	const become = async (webhook: number, saved: string) => {
		const urlSealed = vault.seal(saved, WEBHOOK_SEALED_AS);
		await knex('webhooks')
			.where({ discordId: url(webhook).split('/').at(-2)! })
			.update({ urlSealed });
	};
	await ada.api.bulkWebhooks({ rows: [{ ...row, action: 'SET', value: url(6) }] });
	await become(6, old!);
	const edited = await ada.api.bulkWebhooks({ rows: [{ ...row, action: 'UPDATE', value: url(7), before: old! }] });
	expect(edited.counts).toMatchObject({ changed: 1 });
	await become(7, older!);
	const removed = await ada.api.bulkWebhooks({ rows: [{ ...row, action: 'UNSET', value: older! }] });
	expect(removed.counts).toMatchObject({ removed: 1 });
});
