import type Router from '@koa/router';
import type { EbayItem, EbayState } from '../ebay/ebayState.ts';
import type { FaultPlan } from '../retail/faults.ts';
import type { NikeShop } from '../retail/nikeShop.ts';
import type { NewProduct, ShopChange } from '../retail/shops/product.ts';
import type { ShopId, Shops } from '../retail/shops/table.ts';

/** Routes that change the products of all shops and eBay's listings, and plan the faults of all shops, Nike's and eBay's. */
export function shopControlRoutes(
	router: Router,
	{ nike, shops, ebay }: { nike: NikeShop; shops: Shops; ebay: EbayState },
): void {
	const shopOf = (id: unknown) => {
		const shop = shops.get(id as ShopId);
		if (!shop) throw new Error(`There is no shop ${String(id)}. Shops: ${[...shops.keys()].join(', ')}`);
		return shop;
	};
	const others: Readonly<Record<string, NikeShop | EbayState>> = { nike, ebay };
	const requestsOf = (id: unknown) => (others[String(id)] ?? shopOf(id)).requests;

	router.get('/control/retail/shops/:shop/products', (ctx) => {
		ctx.body = shopOf(ctx.params['shop']).catalogue();
	});

	router.post('/control/retail/shops/:shop/products', (ctx) => {
		shopOf(ctx.params['shop']).add(ctx.request.body as NewProduct);
		ctx.body = {};
	});

	router.post('/control/retail/shops/:shop/changes', (ctx) => {
		const { sku, change } = ctx.request.body as { sku: string; change: ShopChange };
		shopOf(ctx.params['shop']).change(sku, change);
		ctx.body = {};
	});

	router.post('/control/retail/shops/:shop/faults', (ctx) => {
		requestsOf(ctx.params['shop']).plan(ctx.request.body as FaultPlan);
		ctx.body = {};
	});

	router.delete('/control/retail/shops/:shop/faults', (ctx) => {
		requestsOf(ctx.params['shop']).heal();
		ctx.body = {};
	});

	router.put('/control/ebay/listings', (ctx) => {
		const { sku, items } = ctx.request.body as { sku: string; items: EbayItem[] };
		ebay.set(sku, items);
		ctx.body = {};
	});

	router.delete('/control/ebay/tokens', (ctx) => {
		ebay.revokeTokens();
		ctx.body = {};
	});

	router.get('/control/retail/shops/:shop/requests', (ctx) => {
		ctx.body = requestsOf(ctx.params['shop']).figures;
	});
}
