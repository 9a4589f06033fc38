import type { EbayItem } from '../ebay/ebayState.ts';
import type { FaultPlan, RequestFigures } from '../retail/faults.ts';
import type { NewProduct, ShopChange } from '../retail/shops/product.ts';
import type { ShopProductView } from '../retail/shops/shop.ts';
import type { ShopId } from '../retail/shops/table.ts';

/** Sends a request to the control API. */
export type ControlCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** What has requests and planned faults. */
type Faulty = ShopId | 'nike' | 'ebay';

/** The part of the control that is about shops. `nike` is Nike's feed; its products have `setProduct`. */
export function shopControl(call: ControlCall) {
	const below = (shop: Faulty, what: string) => `/retail/shops/${shop}/${what}`;
	const control = {
		/** All products of a shop, also those that are gone, with their pages below the shop's address. */
		shopProducts: (shop: ShopId) => call<ShopProductView[]>('GET', below(shop, 'products')),
		/** Restocks, sells out, renames, … a product. */
		setShopProduct: ({ shop, ...wanted }: { shop: ShopId; sku: string; change: ShopChange }) =>
			call('POST', below(shop, 'changes'), wanted),
		/** Lists a new product. Without price and sizes it costs 100 dollars and has three sizes. */
		addShopProduct: ({ shop, product }: { shop: ShopId; product: NewProduct }) =>
			call('POST', below(shop, 'products'), product),
		failShop: (shop: Faulty, plan: FaultPlan) => call('POST', below(shop, 'faults'), plan),
		healShop: (shop: Faulty) => call('DELETE', below(shop, 'faults')),
		shopRequests: (shop: Faulty) => call<RequestFigures>('GET', below(shop, 'requests')),
		/** What a search of eBay finds for a SKU. */
		setEbayListings: (wanted: { sku: string; items: readonly EbayItem[] }) => call('PUT', '/ebay/listings', wanted),
		revokeEbayTokens: () => call('DELETE', '/ebay/tokens'),
		failNike: (plan: FaultPlan) => control.failShop('nike', plan),
		healNike: () => control.healShop('nike'),
		nikeRequests: () => control.shopRequests('nike'),
		/** Changes a product of the sandbox's adidas, which sells EG4959 and FW4904 in the US. */
		setAdidasProduct: (wanted: { sku: string; change: ShopChange }) =>
			control.setShopProduct({ shop: 'adidas', ...wanted }),
		failAdidas: (plan: FaultPlan) => control.failShop('adidas', plan),
		healAdidas: () => control.healShop('adidas'),
		adidasRequests: () => control.shopRequests('adidas'),
	};
	return control;
}
