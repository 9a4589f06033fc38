import type { Price } from '../../sources/source.ts';
import { currencyCode, lowestPrice, priceOf } from '../money.ts';
import { anyAvailable } from '../reading.ts';
import { availabilityOf } from './availability.ts';
import { isA, type Thing, textOf, thingsOf } from './thing.ts';

/** The types of a price that is struck through. */
const FULL_PRICE = /(ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice)$/;

/** What all offers of a product say together. */
export interface Offered {
	/** The lowest price; null if an offer has no price, or none has a currency. */
	price: Price | null;
	available: boolean | null;
	/** The page of the first offer, as written. */
	url: string | null;
}

export function offeredBy(product: Thing): Offered {
	const offers = thingsOf(product, 'offers').flatMap(singleOffers);
	return {
		price: lowestPrice(offers.map(offerPrice)),
		available: anyAvailable(offers.map((offer) => availabilityOf(termOf(offer, 'availability')))),
		url: offers.map((offer) => textOf(offer, 'url')).find((url) => url !== null) ?? null,
	};
}

/** A term, also by reference: `{"@id": "https://schema.org/InStock"}`. */
function termOf(thing: Thing, name: string): string | null {
	const id = thingsOf(thing, name)[0]?.['@id'];
	return typeof id === 'string' ? id : textOf(thing, name);
}

/** An aggregate is the offers that it lists; without a list, one offer with the lowest price. */
function singleOffers(offer: Thing): Thing[] {
	const listed = thingsOf(offer, 'offers');
	return listed.length > 0 ? listed.map((one) => ({ ...shared(offer), ...one })) : [offer];
}

/** What an aggregate says for all its offers. */
function shared(offer: Thing): Thing {
	const { availability, priceCurrency } = offer;
	return { ...(availability !== undefined && { availability }), ...(priceCurrency !== undefined && { priceCurrency }) };
}

function offerPrice(offer: Thing): Price | null {
	// A price per kilogram or metre is not the product's.
	const specified = thingsOf(offer, 'priceSpecification').filter(
		(one) => thingsOf(one, 'referenceQuantity').length === 0,
	);
	const full = specified.find((one) => FULL_PRICE.test(textOf(one, 'priceType') ?? ''));
	const current = specified.find((one) => one !== full && !isA(one, 'DeliveryChargeSpecification'));
	const amount = textOf(offer, 'price', 'lowPrice') ?? (current && textOf(current, 'price', 'minPrice'));
	const currency = textOf(offer, 'priceCurrency') ?? (current && textOf(current, 'priceCurrency'));
	const fullCurrency = currencyCode(full && (textOf(full, 'priceCurrency') ?? currency));
	const comparable = fullCurrency === currencyCode(currency);
	return priceOf(amount, comparable && full ? textOf(full, 'price') : null, currency);
}
