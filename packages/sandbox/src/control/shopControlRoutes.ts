import type Router from '@koa/router';
import type { FaultPlan } from '../retail/faults.ts';
import type { NikeShop } from '../retail/nikeShop.ts';
import type { NewProduct, ShopChange } from '../retail/shops/product.ts';
import type { ShopId, Shops } from '../retail/shops/table.ts';

/** Routes that change the products of all shops, and plan the faults of all shops and Nike's. */
export function shopControlRoutes(router: Router, { nike, shops }: { nike: NikeShop; shops: Shops }): void {
	const shopOf = (id: unknown) => {
		const shop = shops.get(id as ShopId);
		if (!shop) throw new Error(`There is no shop ${String(id)}. Shops: ${[...shops.keys()].join(', ')}`);
		return shop;
	};
	const requestsOf = (id: unknown) => (id === 'nike' ? nike : shopOf(id)).requests;

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

	router.get('/control/retail/shops/:shop/requests', (ctx) => {
		ctx.body = requestsOf(ctx.params['shop']).figures;
	});
}
