import type { Price } from '../../snapshot/snapshot.ts';
import { momentOf } from '../fields.ts';
import { currencyCode, lowestPrice, priceOf } from '../money.ts';
import { anyOf, type Stock } from '../reading.ts';
import { availabilityOf } from './availability.ts';
import { isA, term, type Thing, textOf, textsOf, thingsOf, valuesOf } from './thing.ts';

/** The types of a price that is struck through. */
const FULL_PRICE = /(ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice)$/;
/** A price with one of these is not the product's: it is that of a kilogram or a month, for members, or for large orders. */
const CONDITIONS = [
	'referenceQuantity',
	'billingDuration',
	'billingIncrement',
	'validForMemberTier',
	'eligibleTransactionVolume',
];
/** Who everybody is, among the types of customers. */
const ANYBODY = /Enduser$/i;
const NOT_NEW = /^(used|refurbished|damaged)(condition)?$/i;

/** What all offers of a product say together. */
export interface Offered extends Stock {
	/** The lowest price; null if an offer has no price, or none has a currency. */
	price: Price | null;
	/** The page of the first offer, as written. */
	url: string | null;
	/** When what is in stock can be bought, epoch ms; null if now, or unknown. */
	launchAt: number | null;
}

/** How far the clock of a shop can be ahead, ms: some state the moment of the answer as the start of an offer. */
const LARGEST_SKEW_MS = 10_000;

/**
 * An aggregate is the range of the offers that it lists or that are beside it; without any, it is one offer with the lowest
 * price. Used articles, offers under conditions and prices before tax count only if there are no others.
 */
export function offeredBy(product: Thing): Offered {
	const all = thingsOf(product, 'offers').flatMap((offer) => [...listedIn(offer), offer]);
	const aggregates = all.filter(isAggregate);
	const single = all.filter((offer) => !aggregates.includes(offer));
	const usual = gross(single.filter(isUsual));
	const offers = usual.length > 0 ? usual : single;
	const saysStock = offers.some((offer) => termOf(offer, 'availability') !== null);
	const parts = (saysStock ? offers : aggregates).map((offer) => ({
		...availabilityOf(termOf(offer, 'availability')),
		launchAt: startOf(offer),
	}));
	return {
		price: lowestPrice(offers.map(offerPrice)) ?? lowestPrice(aggregates.map(offerPrice)),
		...anyOf(parts),
		launchAt: firstLaunch(parts),
		url: all.map((offer) => textOf(offer, 'url')).find((url) => url !== null) ?? null,
	};
}

/** When the first part that is in stock can be bought, epoch ms; null if one can be bought now, or none is in stock. */
export function firstLaunch(parts: readonly Pick<Offered, 'available' | 'launchAt'>[]): number | null {
	const starts = parts.filter(({ available }) => available === true).map(({ launchAt }) => launchAt);
	const ahead = starts.filter((start) => start !== null);
	return ahead.length > 0 && ahead.length === starts.length ? Math.min(...ahead) : null;
}

/** The start of an offer that is ahead, epoch ms. */
function startOf(offer: Thing): number | null {
	const start = momentOf(textOf(offer, 'availabilityStarts'));
	return start !== null && start > Date.now() + LARGEST_SKEW_MS ? start : null;
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
	return !NOT_NEW.test(term(termOf(offer, 'itemCondition') ?? '')) && isForAnybody(offer);
}

/** Whether an offer or a price is that of one piece, for every customer. */
function isForAnybody(thing: Thing): boolean {
	if (CONDITIONS.some((name) => valuesOf(thing, name).length > 0)) return false;
	const customer = termOf(thing, 'eligibleCustomerType');
	const pieces = thingsOf(thing, 'eligibleQuantity').map((range) => Number(textOf(range, 'minValue', 'value') ?? 1));
	return (customer === null || ANYBODY.test(customer)) && !pieces.some((min) => min > 1);
}

/** Without the prices before tax, if there are others. */
function gross(prices: readonly Thing[]): readonly Thing[] {
	const isNet = (price: Thing) =>
		valuesOf(price, 'valueAddedTaxIncluded').some((value) => value === false || /false$/i.test(String(value)));
	const taxed = prices.filter((price) => !isNet(price));
	return taxed.length > 0 ? taxed : prices;
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
	const specified = thingsOf(offer, 'priceSpecification').filter(isForAnybody);
	const full = specified.find((one) => FULL_PRICE.test(textOf(one, 'priceType') ?? ''));
	const [current] = gross(specified.filter((one) => one !== full && !isA(one, 'DeliveryChargeSpecification')));
	const own = amountsOf(offer, 'price', 'lowPrice');
	const amounts = own.length > 0 || !current ? own : amountsOf(current, 'price', 'minPrice');
	const currency = textOf(offer, 'priceCurrency') ?? (current && textOf(current, 'priceCurrency'));
	const fullCurrency = currencyCode(full && (textOf(full, 'priceCurrency') ?? currency));
	const comparable = fullCurrency === currencyCode(currency);
	const fullAmount = comparable && full ? textOf(full, 'price') : null;
	const [price = null, ...others] = amounts.map((amount) => priceOf(amount, fullAmount, currency));
	// One of two prices is struck through.
	return others.some((other) => other !== null && other.current !== price?.current) ? null : price;
}

/** The amounts of the first named property that has one. */
function amountsOf(thing: Thing, ...names: string[]): string[] {
	return names.map((name) => textsOf(thing, name)).find((texts) => texts.length > 0) ?? [];
}
