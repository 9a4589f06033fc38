import type { Browser, TestServer } from '../testing.ts';

/** A snapshot that an external monitor submits. */
export const product = {
	title: 'OmniBook 5',
	category: 'LAPTOPS',
	available: true,
	price: { current: 79_900, full: 99_900, currency: 'usd' },
	url: 'https://www.hp.com/us-en/shop/pdp/omnibook',
};
/** An item of `POST /api/events`. */
export const event = (
	snapshot: (typeof product & { sizes?: { size: string; available: boolean | null; url?: string }[] }) | null,
	sku = '6b8u4aa',
) => ({
	source: 'hp',
	sku,
	region: 'us',
	snapshot,
});

/** An external monitor of this operator. @returns submits items and resolves with the answer */
export async function openMonitor(testServer: TestServer, operator: Browser) {
	const { data } = await operator.api.tokenCreate({ name: `monitor ${Math.random()}`, scopes: ['read', 'write'] });
	return async (...events: object[]) => {
		const response = await fetch(`${testServer.server.origin}/api/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events }),
		});
		return { status: response.status, body: (await response.json()) as { data: { kind: string | null }[] } };
	};
}
