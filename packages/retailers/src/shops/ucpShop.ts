import { lastPart } from '@dropwire/domain';
import type { UcpShop } from '../formats/ucp/profile.ts';
import { isRefused, type ShopRefusal } from '../formats/reading.ts';
import type { Adapter } from './adapter.ts';
import { isPassing, type Visit } from './visit.ts';

/** The number of products of a search among which the link's is expected. */
const SEARCHED = 20;

/** What is known of a shop: where its catalogue is, or that it has none. */
interface UcpCatalogue {
	catalogue: { url: string; permalink: string | null } | null;
}

/**
 * A shop with a catalogue in the Universal Commerce Protocol, over REST. It is found by the shop's profile, and the product
 * by its handle, or a search for the words of its link. Shops that answer only to platforms with a profile of their own have no catalogue
 * for us.
 */
export const ucp: Adapter = async (link, visit) => {
	const shop = await ucpShopOf(link, visit);
	if (isRefused(shop)) return shop;
	const { catalogue } = shop;
	if (!catalogue) return null;
	const product = await productIn(catalogue.url, link, visit);
	if (!product || isRefused(product)) return product;
	const answer = await visit.api(`${catalogue.url}/catalog/product`, { id: product.id });
	if (isRefused(answer)) return isPassing(answer) ? answer : null;
	return visit.read('ucpProduct', answer, { permalink: catalogue.permalink });
};

/** How long a shop has no catalogue for us whose profile was no answer in its form: it can be a wall, ms. */
const RETRY_MS = 10 * 60_000;

/** What is known of the shop of a link; its profile is requested once a day. */
export async function ucpShopOf(link: string, visit: Visit): Promise<UcpCatalogue | ShopRefusal> {
	const { origin } = new URL(link);
	const key = `ucp shop ${origin}`;
	const known = visit.memory.get(key) as UcpCatalogue | undefined;
	if (known) return known;
	const answer = await visit.api(`${origin}/.well-known/ucp`);
	if (isRefused(answer) && isPassing(answer)) return answer;
	const profile = isRefused(answer) ? answer : await visit.read('ucpProfile', answer, null);
	const shop: UcpCatalogue = { catalogue: isRefused(profile) ? null : catalogueOf(profile) };
	const isNone = isRefused(profile) && profile.code !== 'gone';
	visit.memory.set(key, shop, isNone ? { ttl: RETRY_MS } : undefined);
	return shop;
}

function catalogueOf({ endpoints, search, lookup, permalink }: UcpShop): UcpCatalogue['catalogue'] {
	const rest = endpoints.find(({ transport }) => transport === 'rest');
	return rest && search && lookup ? { url: rest.url.replace(/\/$/, ''), permalink } : null;
}

/** The ID of a link's product; null if the shop's search does not find it. */
async function productIn(catalogue: string, link: string, visit: Visit): Promise<{ id: string } | ShopRefusal | null> {
	const key = `ucp product ${link}`;
	const known = visit.memory.get(key) as { id: string } | undefined;
	if (known) return known;
	const handle = lastPart(link);
	const search = { query: handle.replaceAll(/[-_]+/g, ' '), pagination: { limit: SEARCHED } };
	// Shops can look up handles, but do not have to.
	for (const [path, body] of [['lookup', { ids: [handle] }] as const, ['search', search] as const]) {
		const answer = await visit.api(`${catalogue}/catalog/${path}`, body);
		if (isRefused(answer) && isPassing(answer)) return answer;
		const id = isRefused(answer) ? null : await visit.read('ucpProductId', answer, { link });
		if (typeof id !== 'string') continue;
		visit.memory.set(key, { id });
		return { id };
	}
	return null;
}
