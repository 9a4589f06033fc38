import type { RecordedProduct } from './catalogue.ts';

function store(id: string, name: string, [city, postalCode, country]: [string, string, string], at: [number, number]) {
	const [latitude, longitude] = at;
	return { id, name, address: { city, postalCode, country }, coordinates: { latitude, longitude } };
}

/** The stores of the sandbox's Nike, in the form in which the list of stores is assumed. */
export const SANDBOX_STORES = [
	store('dfac9e6e-6788-4824-892a-b73801c526d5', 'Nike SoHo', ['New York', '10012', 'US'], [40.7233, -73.9985]),
	store('store-us-2', 'Nike NYC', ['New York', '10022', 'US'], [40.7614, -73.9746]),
	store('store-us-3', 'Nike Factory Store Elizabeth', ['Elizabeth', '07201', 'US'], [40.6615, -74.1699]),
	store('store-us-4', 'Nike Portland', ['Portland', '97204', 'US'], [45.5189, -122.678]),
	store('store-gb-1', 'NikeTown London', ['London', 'W1C 1BE', 'GB'], [51.5153, -0.1417]),
	store('store-jp-1', 'Nike Harajuku', ['Tokyo', '150-0001', 'JP'], [35.6702, 139.7027]),
] as const;

const LEVELS = ['OOS', 'LOW', 'MEDIUM', 'HIGH'] as const;

/** The rows of one store, with the fields of the recorded answer. Levels differ from store to store; one size has no row. */
export function stockInStore({ merchProduct, skus = [] }: RecordedProduct, storeId: string) {
	return skus.slice(1).flatMap(({ gtin }, index) => {
		const level = LEVELS[(index + storeId.length + (storeId.codePointAt(storeId.length - 1) ?? 0)) % LEVELS.length];
		const row = {
			styleColor: merchProduct.styleColor,
			method: 'INSTORE',
			modificationDate: '2026-11-26T17:25:53.918Z',
		};
		return gtin === undefined
			? []
			: [{ ...row, gtin, level, available: level !== 'OOS', locationId: { id: storeId, type: 'store/stores' } }];
	});
}
