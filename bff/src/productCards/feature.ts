import { createExchangeRates } from '@dropwire/retailers';
import type { Server } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readCard, type Shops } from './readCard.ts';

/** Products as cards. */
export function productCardsFeature({ settings, log, ...shops }: Pick<Server, 'settings' | 'log'> & Shops) {
	const exchangeRates = createExchangeRates({
		url: settings.EXCHANGE_RATES_URL,
		contactEmail: settings.CONTACT_EMAIL,
		onFailure: (reason) => log.warn({ reason }, 'could not read the exchange rates; keeping those of the last week'),
	});
	return {
		handlers: {
			product: async (call) => ({ data: await readCard(call, shops, call.caller.access?.admin === true) }),
			productCard: async (call) => {
				const { sku, region } = call.input;
				const card = await readCard(call, shops, false);
				if (card === null) throw notFound(`${sku}${region ? ` in ${region}` : ''}`);
				return { data: card };
			},
			exchangeRates: async () => ({ data: await exchangeRates.read() }),
		},
		close: () => exchangeRates.close(),
	} satisfies Feature;
}
