import type { ProductQuery } from '@dropwire/retailers';
import type { Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { knownSku } from '../skus/storedSkus.ts';

/** A product in every region. */
export function productsFeature({ products }: { products: ProductQuery }) {
	return {
		handlers: {
			productQueryPremium: async (call) => ({ data: await find(products, call) }),
			productQuery: (call) => find(products, call),
		},
		close: () => products.close(),
	} satisfies Feature;
}

async function find(products: ProductQuery, call: Call<'productQuery' | 'productQueryPremium'>) {
	const { found, failed } = await products
		.find((await knownSku(call.knex, call.input.sku)) ?? call.input.sku)
		.catch(() => {
			throw new CallError('upstream_failed', 'No shop answered in any region. Try again in a minute.');
		});
	if (failed.length > 0) call.header('X-Regions-Failed', failed.join(','));
	return found.size === 0
		? ('null' as const)
		: Object.fromEntries([...found].map(([region, { entry }]) => [region, entry]));
}
