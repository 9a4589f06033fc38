import type { Price } from '../../snapshot/snapshot.ts';
import { currencyCode, lowestPrice, priceOf } from '../money.ts';
import { anyOf, type Stock } from '../reading.ts';
import { availabilityOf } from './availability.ts';
import { isA, term, type Thing, textOf, thingsOf, valuesOf } from './thing.ts';

/** The types of a price that is struck through. */
const FULL_PRICE = /(ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice)$/;
/** A price with one of these is not the product's: it is that of a kilogram or a month, or for members. */
const CONDITIONS = ['referenceQuantity', 'billingDuration', 'billingIncrement', 'validForMemberTier'];
const NOT_NEW = /^(used|refurbished|damaged)(condition)?$/i;

/** What all offers of a product say together. */
export interface Offered extends Stock {
	/** The lowest price; null if an offer has no price, or none has a currency. */
	price: Price | null;
	/** The page of the first offer, as written. */
	url: string | null;
}

/**
 * An aggregate is the range of the offers that it lists or that are beside it; without any, it is one offer with the lowest
 * price. Used articles and offers for members count only if there are no others.
 */
export function offeredBy(product: Thing): Offered {
	const all = thingsOf(product, 'offers').flatMap((offer) => [...listedIn(offer), offer]);
	const aggregates = all.filter(isAggregate);
	const single = all.filter((offer) => !aggregates.includes(offer));
	const usual = single.filter(isUsual);
	const offers = usual.length > 0 ? usual : single;
	const saysStock = offers.some((offer) => termOf(offer, 'availability') !== null);
	return {
		price: lowestPrice(offers.map(offerPrice)) ?? lowestPrice(aggregates.map(offerPrice)),
		...anyOf((saysStock ? offers : aggregates).map((offer) => availabilityOf(termOf(offer, 'availability')))),
		url: all.map((offer) => textOf(offer, 'url')).find((url) => url !== null) ?? null,
	};
}

/** A term, also by reference: `{"@id": "https://schema.org/InStock"}`. */
function termOf(thing: Thing, name: string): string | null {
	const id = thingsOf(thing, name)[0]?.['@id'];
	return typeof id === 'string' ? id : textOf(thing, name);
}

function isAggregate(offer: Thing): boolean {
	return isA(offer, 'AggregateOffer') || thingsOf(offer, 'offers').length > 0;
}

function isUsual(offer: Thing): boolean {
	return (
		!NOT_NEW.test(term(termOf(offer, 'itemCondition') ?? '')) && valuesOf(offer, 'validForMemberTier').length === 0
	);
}

/** The offers that an aggregate lists, with what it says for all of them. */
function listedIn(offer: Thing): Thing[] {
	const { availability, priceCurrency } = offer;
	const shared = {
		...(availability !== undefined && { availability }),
		...(priceCurrency !== undefined && { priceCurrency }),
	};
	return thingsOf(offer, 'offers').map((one) => ({ ...shared, ...one }));
}

function offerPrice(offer: Thing): Price | null {
	const specified = thingsOf(offer, 'priceSpecification').filter((one) =>
		CONDITIONS.every((name) => valuesOf(one, name).length === 0),
	);
	const full = specified.find((one) => FULL_PRICE.test(textOf(one, 'priceType') ?? ''));
	const current = specified.find((one) => one !== full && !isA(one, 'DeliveryChargeSpecification'));
	const amount = textOf(offer, 'price', 'lowPrice') ?? (current && textOf(current, 'price', 'minPrice'));
	const currency = textOf(offer, 'priceCurrency') ?? (current && textOf(current, 'priceCurrency'));
	const fullCurrency = currencyCode(full && (textOf(full, 'priceCurrency') ?? currency));
	const comparable = fullCurrency === currencyCode(currency);
	return priceOf(amount, comparable && full ? textOf(full, 'price') : null, currency);
}
