import type { Call, Handlers } from '../http/call.ts';
import { CallError } from '../http/errors.ts';

/** How a product stands in every region. */
export const productHandlers = {
	productQueryPremium: async (call) => ({ data: await find(call) }),
	productQuery: (call) => find(call),
} satisfies Partial<Handlers>;

async function find(call: Call<'productQuery' | 'productQueryPremium'>) {
	const { found, failed } = await call.server.products.find(call.input.sku).catch(() => {
		throw new CallError('upstream_failed', 'Nike answers in no region. Try again in a moment.');
	});
	if (failed.length > 0) call.header('X-Regions-Failed', failed.join(','));
	return found.size === 0 ? ('null' as const) : Object.fromEntries(found);
}
