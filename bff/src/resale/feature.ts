import { createEbay, type ProductQuery } from '@dropwire/retailers';
import type { ServerSettings } from '../settings.ts';
import type { Feature } from '../http/feature.ts';
import { readResale } from './readResale.ts';
import { storePrices } from './storePrices.ts';

/** What resale markets pay for a product. */
export function resaleFeature({ settings, products }: { settings: ServerSettings; products: ProductQuery }) {
	const { EBAY_CLIENT_ID: clientId, EBAY_CLIENT_SECRET: clientSecret, EBAY_API_URL: url, CONTACT_EMAIL } = settings;
	const ebay =
		clientId && clientSecret ? createEbay({ url, clientId, clientSecret, contactEmail: CONTACT_EMAIL }) : null;
	return {
		handlers: {
			resale: async (call) => ({ data: await readResale(call, { products, ebay }) }),
			marketPrices: async (call) => ({ data: await storePrices(call) }),
		},
		close: async () => ebay?.close(),
	} satisfies Feature;
}
