import type { Price } from '../../snapshot/snapshot.ts';
import { earliestOf, latestOf, momentOf } from '../fields.ts';
import { currencyCode, lowestPrice, priceOf } from '../money.ts';
import { anyOf, soldAs, type Stock } from '../reading.ts';
import { availabilityOf } from './availability.ts';
import { isA, isThing, term, type Thing, textOf, textsOf, thingsOf, valuesOf } from './thing.ts';

/** The types of a price that is struck through. */
const FULL_PRICE = /(ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice)$/;
const SALE_PRICE = /SalePrice$/;
/** The types of a price that the shop pays, or that it may not go below. */
const TRADE_PRICE = /(InvoicePrice|MinimumAdvertisedPrice)$/;
/** A price with one of these is not the product's: it is that of a kilogram or a month, for members or large orders, or a part. */
const CONDITIONS = [
	'referenceQuantity',
	'billingDuration',
	'billingIncrement',
	'validForMemberTier',
	'eligibleTransactionVolume',
	'priceComponentType',
];
/** What shops do with a product other than sell it, in GoodRelations' terms: they take it in return, or let it. */
const NO_SALE = /(?:^|[#/:])(?:Buy|LeaseOut|Repair|Dispose|Maintain|ProvideService|ConstructionInstallation)$/i;
/** Who everybody is, among the types of customers. */
const ANYBODY = /Enduser$/i;
const NOT_NEW = /^(used|refurbished|damaged)(condition)?$/i;

/** When an offer or its price begins, and when it ends. */
const STARTS = ['validFrom', 'availabilityStarts'];
const ENDS = ['validThrough', 'priceValidUntil', 'availabilityEnds'];

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
 * price. Used articles, offers under conditions and prices before tax count only if there are no others; trade-ins and
 * leases never do.
 */
export function offeredBy(product: Thing): Offered {
	const all = thingsOf(product, 'offers')
		.flatMap((offer) => [...listedIn(offer), offer])
		.filter((offer) => isSale(offer));
	const aggregates = all.filter(isAggregate);
	const single = all.filter((offer) => !aggregates.includes(offer));
	const usual = gross(single.filter(isUsual));
	const offers = usual.length > 0 ? usual : single;
	const saysStock = offers.some((offer) => termOf(offer, 'availability') !== null);
	const parts = (saysStock ? offers : aggregates).map((offer) => {
		const launchAt = startOf(offer);
		const isPreview = launchAt === null && isAhead(earliestOf(startIn(offer)));
		return {
			...soldAs(isPreview ? 'preview' : undefined, availabilityOf(termOf(offer, 'availability'))),
			launchAt,
		};
	});
	return {
		price: lowestPrice(inForce(offers).map(offerPrice)) ?? lowestPrice(inForce(aggregates).map(offerPrice)),
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

function startIn(offer: Thing): string | null {
	return textOf(offer, 'availabilityStarts');
}

/** The start of an offer that is ahead, epoch ms. */
function startOf(offer: Thing): number | null {
	const start = momentOf(startIn(offer));
	return isAhead(start) ? start : null;
}

function isAhead(moment: number | null): boolean {
	return moment !== null && moment > Date.now() + LARGEST_SKEW_MS;
}

/** A term, also by reference: `{"@id": "https://schema.org/InStock"}`. */
function termOf(thing: Thing, name: string): string | null {
	const id = thingsOf(thing, name)[0]?.['@id'];
	return typeof id === 'string' ? id : textOf(thing, name);
}

function isAggregate(offer: Thing): boolean {
	return isA(offer, 'AggregateOffer') || thingsOf(offer, 'offers').length > 0;
}

function isSale(offer: Thing, levels = 2): boolean {
	const functions = valuesOf(offer, 'businessFunction').map((one) => String(isThing(one) ? one['@id'] : one));
	if (functions.length > 0 && functions.every((one) => NO_SALE.test(one))) return false;
	const listed = thingsOf(offer, 'offers');
	return levels === 0 || listed.length === 0 || listed.some((one) => isSale(one, levels - 1));
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
	const { availability, priceCurrency, businessFunction } = offer;
	const shared = {
		...(businessFunction !== undefined && { businessFunction }),
		...(availability !== undefined && { availability }),
		...(priceCurrency !== undefined && { priceCurrency }),
	};
	return thingsOf(offer, 'offers').map((one) => ({ ...shared, ...one }));
}

function offerPrice(offer: Thing): Price | null {
	const specified = thingsOf(offer, 'priceSpecification').filter(isOwnPrice);
	const ofType = (type: RegExp) => (one: Thing) => type.test(textOf(one, 'priceType') ?? '');
	const [full] = inForce(specified.filter(ofType(FULL_PRICE)));
	const others = gross(inForce(specified.filter((one) => one !== full)));
	const current = others.find(ofType(SALE_PRICE)) ?? others[0];
	const own = amountsOf(offer, 'price', 'lowPrice');
	const amounts = own.length > 0 || !current ? own : amountsOf(current, 'price', 'minPrice');
	const currency = textOf(offer, 'priceCurrency') ?? (current && textOf(current, 'priceCurrency'));
	const fullCurrency = currencyCode(full && (textOf(full, 'priceCurrency') ?? currency));
	const comparable = fullCurrency === currencyCode(currency);
	const fullAmount = comparable && full ? textOf(full, 'price') : null;
	const [price = null, ...more] = amounts.map((amount) => priceOf(amount, fullAmount, currency));
	// One of two prices is struck through.
	return more.some((other) => other !== null && other.current !== price?.current) ? null : price;
}

/** Whether a specification is that of the product's price, for every customer, and not only of a later one. */
function isOwnPrice(price: Thing): boolean {
	if (isA(price, 'DeliveryChargeSpecification', 'PaymentChargeSpecification') || !isForAnybody(price)) return false;
	return !isAhead(earliestOf(textOf(price, 'validFrom'))) && !TRADE_PRICE.test(textOf(price, 'priceType') ?? '');
}

/** Without the offers or prices that are over or to come, if there are others: shops forget to renew the end of the only one. */
function inForce(things: readonly Thing[]): readonly Thing[] {
	const all = (thing: Thing, names: readonly string[]) => names.map((name) => textOf(thing, name));
	const current = things.filter((thing) => isCurrent(all(thing, STARTS), all(thing, ENDS)));
	return current.length > 0 ? current : things;
}

/** Whether each of these starts is reached somewhere, and no end has passed everywhere; what is no date says nothing. */
export function isCurrent(
	starts: readonly (string | null | undefined)[],
	ends: readonly (string | null | undefined)[],
): boolean {
	return (
		!starts.some((start) => isAhead(earliestOf(start))) &&
		ends.every((end) => (latestOf(end) ?? Infinity) >= Date.now())
	);
}

/** The amounts of the first named property that has one. */
function amountsOf(thing: Thing, ...names: string[]): string[] {
	return names.map((name) => textsOf(thing, name)).find((texts) => texts.length > 0) ?? [];
}
