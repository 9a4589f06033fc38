import { TOPICS } from '@dropwire/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

/** An external monitor that submits one snapshot of a product. */
async function openMonitor() {
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['read', 'write'] });
	return async (source: string, snapshot: object | null) => {
		const response = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ source, sku: '1203A879-100', region: 'US', snapshot }] }),
		});
		return (await response.json()) as { data: { kind: string | null }[] };
	};
}

/** What each brand's restock webhooks get: a product that is sold out and comes back, and one that is gone and returns. */
test.each([
	['ASICS', 'ASICS Restock', 'ASICS Restock'],
	['NEWBALANCE', 'New Balance Restock', 'New Balance Restock'],
	['JD', 'JD Sports Restock', 'JD Sports New'],
	['FNL', 'Finish Line Restock', 'Finish Line New'],
] as const)(
	'a %s product that is available again reaches %s, one that is listed again %s',
	async (brand, back, listed) => {
		const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
		const names = [...new Set([back, listed])];
		const rows = names.map((toolsName) => {
			const { category, region, status } = TOPICS.find((topic) => topic.toolsName === toolsName)!;
			return { action: 'INSERT', brand, category, region, status, label: 'own', value: hook!.url } as const;
		});
		await ada.api.bulkWebhooks({ dryRun: false, rows });
		const submit = await openMonitor();
		const product = { title: 'Gel Kayano 14', category: 'SHOES', available: false };
		await submit(brand, product);
		await submit(brand, { ...product, available: true });
		await submit(brand, null);
		await submit(brand, { ...product, available: true });
		await testServer.sandbox.control.waitForMessages({ webhookId: hook!.id, count: 2 });

		const { data } = await ada.api.events({ brand });
		expect(data.map(({ kind, topic, deliveries }) => [kind, topic, deliveries])).toEqual([
			['NEW', `${listed} · US`, 1],
			['STATUS', names.length > 1 ? `${listed.replace('New', 'Change')} · US` : null, 0],
			['RESTOCK', `${back} · US`, 1],
		]);
	},
);
