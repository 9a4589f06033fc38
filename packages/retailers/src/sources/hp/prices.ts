import { hpPricesPath, withHpOffer } from '../../formats/hp/prices.ts';
import { isRefused } from '../../formats/reading.ts';
import type { ReadOffers } from '../links/answer.ts';

/** HP's price service, for products whose pages were read before: only those contain the numbers that it asks for. */
export const readPrices: ReadOffers = async (pages, visit) => {
	const ids = pages.flatMap(({ reading }) => reading.offerIds ?? []);
	const answer = await visit.api(new URL(hpPricesPath(ids), 'https://www.hp.com').href);
	if (isRefused(answer)) return answer;
	const offers = await visit.read('hpPrices', answer, { currency: 'USD' });
	if (isRefused(offers)) return offers;
	return new Map(
		pages.flatMap(({ link, reading: page }) => {
			const reading = withHpOffer(page, offers);
			return reading ? [[link, reading] as const] : [];
		}),
	);
};
