import type { Call, Handlers } from '../http/context.ts';
import { CallError } from '../http/errors.ts';

/** A product in every region. */
export const productHandlers = {
	productQueryPremium: async (call) => ({ data: await find(call) }),
	productQuery: (call) => find(call),
} satisfies Partial<Handlers>;

async function find(call: Call<'productQuery' | 'productQueryPremium'>) {
	const { found, failed } = await call.server.products.find(call.input.sku).catch(() => {
		throw new CallError('upstream_failed', 'No shop answered in any region. Try again in a minute.');
	});
	if (failed.length > 0) call.header('X-Regions-Failed', failed.join(','));
	return found.size === 0
		? ('null' as const)
		: Object.fromEntries([...found].map(([region, { entry }]) => [region, entry]));
}
