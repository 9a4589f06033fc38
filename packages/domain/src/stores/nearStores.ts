import { foldText } from '../searchWords.ts';

/** A store as a list names it. */
export interface Store {
	id: string;
	name: string;
	city: string;
	postalCode: string;
	/** Two letters, as the code of a region. */
	country: string;
	/** Degrees; both null where the list has no place. */
	latitude: number | null;
	longitude: number | null;
}

/** A store near a place. */
export interface NearStore {
	store: Store;
	/** From the nearest store of the place itself, in km with one decimal; null if the store has no coordinates. */
	distanceKm: number | null;
}

export const MAX_NEAR_STORES = 20;
const RADIUS_KM = 100;
/** A beginning that two names share is shorter by accident. */
const MIN_BEGINNING = 3;
const EARTH_KM = 6371;

/**
 * The stores near a city or postal code, nearest first, at most 20. The place is that of the stores that have it as city
 * or postal code, whole, else of those that share its longest beginning of at least three characters; their surroundings of 100
 * km count. No map is asked, so a place without a store is unknown: then there are none.
 */
export function nearStores(stores: readonly Store[], near: string): NearStore[] {
	const anchors = anchorsOf(stores, plain(near));
	return stores
		.flatMap((store): NearStore[] => {
			const distances = anchors.flatMap((anchor) => distance(store, anchor) ?? []);
			const km = distances.length > 0 ? Math.min(...distances) : null;
			if (km === null) return anchors.includes(store) ? [{ store, distanceKm: null }] : [];
			return km <= RADIUS_KM ? [{ store, distanceKm: Math.round(km * 10) / 10 }] : [];
		})
		.sort(
			(a, b) => (a.distanceKm ?? RADIUS_KM) - (b.distanceKm ?? RADIUS_KM) || compareText(a.store.name, b.store.name),
		)
		.slice(0, MAX_NEAR_STORES);
}

function anchorsOf(stores: readonly Store[], near: string): Store[] {
	if (near === '') return [];
	const named = stores.map((store) => ({ store, names: [plain(store.city), plain(store.postalCode)] }));
	const whole = named.filter(({ names }) => names.includes(near));
	if (whole.length > 0) return whole.map(({ store }) => store);
	const shared = named.map(({ store, names }) => ({
		store,
		length: Math.max(...names.map((name) => beginningOf(name, near))),
	}));
	const longest = Math.max(0, ...shared.map(({ length }) => length));
	return longest < MIN_BEGINNING ? [] : shared.filter(({ length }) => length === longest).map(({ store }) => store);
}

/** Letters and digits, folded: `São Paulo` is `saopaulo`, `Straßburg` is `strassburg`, `SW1A 1AA` is `sw1a1aa`. */
function plain(text: string): string {
	return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The number of characters that two texts share from the beginning. */
function beginningOf(text: string, other: string): number {
	const characters = [...text];
	const wanted = [...other];
	const different = characters.findIndex((character, index) => character !== wanted[index]);
	return different === -1 ? characters.length : different;
}

/** Great-circle distance in km; null if a store has no coordinates. */
function distance(from: Store, to: Store): number | null {
	if (from === to && from.latitude !== null) return 0;
	if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return null;
	const radians = (degrees: number) => (degrees * Math.PI) / 180;
	const [latitude, longitude] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)];
	const half =
		Math.sin(latitude / 2) ** 2 +
		Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2;
	return 2 * EARTH_KM * Math.asin(Math.sqrt(half));
}

function compareText(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
