import type { Store } from '@dropwire/domain';
import { z } from 'zod';
import type { StoreSize } from '../../snapshot/snapshot.ts';
import { lenient, readAs } from '../fields.ts';
import { isRefused, type ShopRefusal } from '../reading.ts';

/** What no recording shows. Each guess is one line. */
export const STORE_GUESS = {
	/** The list of stores: `{objects: [{id, name, address: {city, postalCode, country}, coordinates: {latitude, longitude}}]}`. */
	list: '/store/store_locations/v1',
	/** The answer for a store that does not carry the product: known is only that it is another status than 200. */
	notCarried: 404,
};

const Row = z.object({
	gtin: z.string(),
	styleColor: z.string(),
	available: z.boolean(),
	method: z.string(),
	level: lenient(z.enum(['HIGH', 'MEDIUM', 'LOW', 'OOS'])),
	locationId: z.object({ id: z.string(), type: z.string() }),
});
const InStore = z.object({ objects: z.array(z.unknown()) });

/**
 * Reads `deliver/available_gtins/v3` with the method INSTORE, as recorded in 2024. Rows of another product, store or
 * method are left out, and so are sizes that the feed does not name; a size without a row is unknown.
 * @param sizes the product's sizes by gtin
 */
export function readInStore(
	json: unknown,
	{ sku, storeId, sizes }: { sku: string; storeId: string; sizes: ReadonlyMap<string, string> },
): StoreSize[] | ShopRefusal {
	const answer = readAs(InStore, json, "Nike's stock in a store");
	if (isRefused(answer)) return answer;
	const stock = new Map<string, StoreSize>();
	for (const object of answer.data.objects) {
		const row = Row.safeParse(object).data;
		const size = row && sizes.get(row.gtin);
		if (!row || size === undefined) continue;
		if (row.styleColor !== sku || row.method !== 'INSTORE' || row.locationId.id !== storeId) continue;
		stock.set(row.gtin, { size, available: row.available, level: row.level ?? null, count: null });
	}
	// In the order of the feed.
	return [...sizes.keys()].flatMap((gtin) => stock.get(gtin) ?? []);
}

const Location = z.object({
	id: z.string().min(1).max(64),
	name: z.string().min(1).max(200),
	address: z.object({
		city: z.string().max(100),
		postalCode: lenient(z.string().max(20)),
		country: z.string().length(2),
	}),
	coordinates: lenient(z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })),
});
const Locations = z.object({ objects: z.array(z.unknown()) });

/** Reads the list of stores, in the assumed form (`STORE_GUESS.list`). Stores of another form are left out. */
export function readStoreLocations(json: unknown): Store[] | ShopRefusal {
	const answer = readAs(Locations, json, "Nike's list of stores");
	if (isRefused(answer)) return answer;
	return answer.data.objects.flatMap((object) => {
		const { data } = Location.safeParse(object);
		if (!data) return [];
		const { id, name, address, coordinates } = data;
		const { latitude = null, longitude = null } = coordinates ?? {};
		const { city, postalCode = '', country } = address;
		return [{ id, name, city, postalCode, country: country.toUpperCase(), latitude, longitude }];
	});
}
