import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Office, openOffice, webhookUrl } from '../testing.ts';

const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
const SKU = '7Z5A1UA#ABA';
let office: Office;
beforeAll(async () => {
	office = await openOffice();
	const { ada, fixture, testServer } = office;
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	await fixture.run(['webhooks', 'add', 'the laptops of the shop', webhook!.url, '--brand', 'hp']);
	await fixture.run(['webhooks', 'add', 'announcements', webhook!.url, '--brand', 'stock']);
	await fixture.run(['skus', 'add', SKU, '--list', 'HP']);
	await fixture.run(['skus', 'add', 'AB1234-001', '--list', 'MONITOR1', '--regions', 'US,JP,SG,MY']);
	await fixture.run(['skus', 'add', 'M990GL6', '--list', 'HOT_NEWBALANCE', '--link', 'https://www.newbalance.com/990']);
	for (const current of [100_000, 90_000]) {
		const price = { current, full: 100_000, currency: 'USD' };
		const snapshot = { title: 'Omen 16 with a long name', category: 'LAPTOPS', available: true, price };
		const body = JSON.stringify({ events: [{ source: 'HP', sku: SKU, region: 'US', snapshot }] });
		await fixture.run(['api', 'POST', '/api/events', '--body', body]);
	}
	await ada.api.webhooksReplace({ body: [webhookUrl(2)] });
	await ada.api.channelInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Active' });
	await ada.api.webhookInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Active', webHook: webhookUrl(3) });
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 60, category: 'shoe' });
	await vi.waitUntil(async () => (await ada.api.deliveryGroups({})).data.length === 1, 20_000);
});
afterAll(() => office.close());

test.each([
	['skus list', SKU],
	['skus list', 'AB1234-001'],
	['events', SKU],
	['deliveries', 'Omen'],
	['messages', '1 sent'],
	['webhooks list', 'the la'],
	['webhooks all', 'the la'],
	['audit', 'bulkSkus'],
	['users list', 'client'],
	['tokens list', 'fixture'],
	['guilds list', guildId],
	[`guilds links ${guildId}`, 'US'],
	[`guilds topics ${guildId}`, 'US'],
	['social keywords', 'dunk'],
	['sources list --all', 'Sold but'],
	['broadcast', '…/webhooks/'],
])('the table of "%s" fits a terminal of 40 columns, and shows "%s"', async (command, shows) => {
	const { out } = await office.fixture.run(command.split(' '), { columns: 40, env: { NO_COLOR: '1' } });
	const lines = out.trimEnd().split('\n');
	// Sentences before and after a table are wrapped by the terminal.
	const rows = lines.filter((line) => / {2}/.test(line));
	expect(rows.filter((line) => line.length > 40)).toEqual([]);
	expect(rows.join('\n')).toContain(shows);
});
