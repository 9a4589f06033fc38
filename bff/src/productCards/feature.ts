import type { Handlers } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import { readCard } from './readCard.ts';
import { suggestSkus } from './suggestSkus.ts';

/** Products as cards. */
export const productCardHandlers = {
	product: async (call) => ({ data: await readCard(call, call.caller.access?.admin === true) }),
	productCard: async (call) => {
		const { sku, region } = call.input;
		const card = await readCard(call, false);
		if (card === null) throw notFound(`${sku}${region ? ` in ${region}` : ''}`);
		return { data: card };
	},
	exchangeRates: async ({ server }) => ({ data: await server.exchangeRates.read() }),

	skuSuggest: async ({ input, knex }) => ({ data: await suggestSkus(knex, input.text) }),
} satisfies Partial<Handlers>;
