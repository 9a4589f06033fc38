import { expect, onTestFinished, test } from 'vitest';
import { event, openMonitor, product } from '../events/testing.ts';
import { openTestServer } from '../testing.ts';

type Line = Record<string, unknown>;
const IDS = ['event', 'message', 'delivery'];

test('the log leads from the id of a call to its deliveries', async () => {
	const lines: Line[] = [];
	const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
	const testServer = await openTestServer({ logTo });
	onTestFinished(() => testServer.close());
	const ada = await testServer.signIn('ada');
	const [hook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const url = hook!.url;
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data: { label: 'laptops', value: url } });
	await ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: 'stock', value: url });
	const { token } = (await ada.api.tokenCreate({ name: 'logs', scopes: ['read', 'write'] })).data;
	const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
	const headers = {
		authorization: `Bearer ${token}`,
		'content-type': 'application/json',
		traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
	};
	/** Makes a call, and follows it in the log to the outcome of its delivery. */
	const follow = async (path: string, body: object) => {
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		const response = await fetch(`${testServer.server.origin}${path}`, init);
		const problem = response.ok ? null : await response.text();
		expect({ path, problem }).toEqual({ path, problem: null });
		const requestId = response.headers.get('x-request-id');
		const [queued = {}, ...others] = lines.filter((line) => line['requestId'] === requestId);
		expect(others).toEqual([]);
		const isOf = (line: Line) =>
			line['msg'] === 'delivery' && IDS.some((id) => queued[id] !== undefined && line[id] === queued[id]);
		await expect.poll(() => lines.filter(isOf)).toMatchObject([{ webhook: hook!.id, kind: 'sent' }]);
		return { call: queued['call'], traceId: queued['traceId'] };
	};
	expect(await follow('/api/webhooktest', { url })).toEqual({ call: 'webhookTest', traceId });
	const announcement = { title: 'Dunk Low', imageURL: 'https://example.com/dunk.png', description: 'US 9' };
	expect(await follow('/api/stocknumbersend', { ...announcement, webhooks: [url] })).toEqual({
		call: 'stockNumberSend',
		traceId,
	});
	const submit = await openMonitor(testServer, ada);
	await submit(event(product));
	const cheaper = { ...product, price: { ...product.price, current: 69_900 } };
	expect(await follow('/api/events', { events: [event(cheaper)] })).toEqual({ call: 'eventsIngest', traceId });
});
