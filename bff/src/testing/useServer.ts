import { randomUUID } from 'node:crypto';
import { aReport } from '@dropwire/engine/testing';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import type { Browser, TestServer } from '../testing.ts';

const GUILD = { guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US' };
/** No watch list has it: only the monitor changes it. */
export const MONITORED = 'CK9246-777';

/** Those that the fixtures have stored, which the next report is compared with. */
const SIZES = [{ size: '8', available: true, level: 'HIGH', count: null }] as const;

/** Returns a function that submits a product with a price, as a monitor does. @returns the kind of the event, if any */
export async function openMonitor(operator: Browser) {
	const { data } = await operator.api.tokenCreate({ name: randomUUID(), scopes: ['read', 'write'] });
	return async (price: number, sku = MONITORED) => {
		const report = aReport({ sku, price: { current: price, full: 20_000, currency: 'USD' }, sizes: [...SIZES] });
		const answer = await operator.fetch('/api/events', {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [report] }),
		});
		if (answer.status !== 202) throw new Error(`The event was answered with ${answer.status}`);
		return ((await answer.json()) as { data: { kind: string | null }[] }).data[0]?.kind;
	};
}

/**
 * Uses a new server as operators, clients and monitors do, until messages are sent, one has failed and one waits. Then
 * the engine is stopped. Only calls that versions keep are made.
 */
export async function useServer(testServer: TestServer): Promise<void> {
	const { db, engine } = testServer;
	const [ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
	const [first = '', second = ''] = SANDBOX_CHANNELS.map(
		({ webhook }) => `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}`,
	);
	const unknown = 'https://discord.com/api/webhooks/499999999999999999/deleted-at-discord';

	await ada.api.userAdd({ discordId: SANDBOX_USERS.dan.id, client: 'true', note: 'Receipt 17' });
	await (await testServer.signIn('mia')).api.accessRequestCreate({ note: 'Please' });
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101', 'BV7114-001'], type: 'MONITOR1' });
	await ada.api.urlShorten({ originalUrl: 'https://shop.example/a?b=c' });
	await ada.api.promoInsert({ promocode: 'SAVE20', description: '20 % off' });
	await ada.api.blacklistInsert({ blacklist: 'kids', category: 'shoe' });
	await ada.api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 0, category: 'shoe' });

	const topic = { ...GUILD, toolsName: 'Nike Shoes Active' };
	await cleo.api.channelInsert(topic);
	await cleo.api.webhookInsert({ ...topic, webHook: first });
	await ada.api.webhooksReplace({ body: [first, second] });
	for (const [index, value] of [second, unknown].entries())
		await ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: `stock ${index}`, value });

	const monitor = await openMonitor(ada);
	await monitor(16_000);
	await monitor(12_000);
	const announce = (title: string, webhooks: string[]) =>
		ada.api.stockNumberSend({ title, description: '12 pairs', imageURL: 'https://example.com/a.png', webhooks });
	await announce('Sent', [second, unknown]);
	const isDone = async () => {
		const statuses: string[] = await db.knex('deliveries').pluck('status');
		return statuses.includes('failed') && statuses.every((status) => status === 'sent' || status === 'failed');
	};
	while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));

	await engine.stop();
	await announce('Waits', [second]);
	// The test of the upgrade runs long after it was queued.
	await db.knex('messages').update({ expiresAt: 4_000_000_000_000 });
}
