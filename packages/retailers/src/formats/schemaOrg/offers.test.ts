import { stockStateOf } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ShopReading } from '../reading.ts';
import { dollars, ldJson, offer, PAGE, product, read } from './testing.ts';

test.each([
	['InStock', 'in_stock'],
	['https://schema.org/ItemAvailability/InStock', 'in_stock'],
	['In stock.', 'in_stock'],
	['Low stock', 'in_stock'],
	['On backorder', 'backorder'],
	['https://schema.org/LimitedAvailability', 'in_stock'],
	['schema.org/InStock', 'in_stock'],
	['//schema.org/InStock', 'in_stock'],
	['https://schema.org#InStock', 'in_stock'],
	['http://www.schema.org/InStock/', 'in_stock'],
	['schema:PreOrder', 'preorder'],
	['PreSale', 'preorder'],
	['http://schema.org/BackOrder', 'backorder'],
	['MadeToOrder', 'made_to_order'],
	['InStoreOnly', 'in_store'],
	['SoldOut', 'out'],
	['https://schema.org/Discontinued', 'out'],
	['Reserved', 'out'],
	['In Stock', 'in_stock'],
	['out_of_stock', 'out'],
	['0 in stock', 'out'],
	['0 available', 'out'],
	['in stock: 0', 'out'],
	['12 in stock', 'in_stock'],
	['Only 3 left', 'in_stock'],
	[{ '@id': 'https://schema.org/InStock' }, 'in_stock'],
	['not in stock', 'unknown'],
	['In stock soon', 'unknown'],
	['1nStock', 'unknown'],
	['https://example.com/InStock', 'unknown'],
	['Sometimes', 'unknown'],
	['constructor', 'unknown'],
	[undefined, 'unknown'],
])('availability %s is %s', (availability, state) => {
	const reading = read(ldJson(product({ offers: offer(availability) }))) as ShopReading;
	expect(stockStateOf(reading)).toBe(state);
});

test.each([
	['several offers', [offer('OutOfStock', 80), offer('InStock', '60.00')], dollars(6000), true],
	['an unknown offer among sold out ones', [offer('OutOfStock'), offer()], dollars(5000), null],
	[
		'an aggregate',
		{ '@type': 'AggregateOffer', lowPrice: 40, highPrice: 90, priceCurrency: 'USD' },
		dollars(4000),
		null,
	],
	[
		'an aggregate with names in lower case',
		{ '@type': 'AggregateOffer', lowprice: 40, highprice: 90, pricecurrency: 'USD' },
		dollars(4000),
		null,
	],
	[
		'an aggregate with offers that share its currency',
		{ '@type': 'AggregateOffer', lowPrice: 1, priceCurrency: 'USD', offers: [{ price: 70, availability: 'InStock' }] },
		dollars(7000),
		true,
	],
	[
		'a price that is struck through',
		{
			...offer('InStock', 60),
			priceSpecification: [
				{
					'@type': 'UnitPriceSpecification',
					priceType: 'https://schema.org/ListPrice',
					price: 100,
					priceCurrency: 'USD',
				},
				{ '@type': 'UnitPriceSpecification', price: 3, priceCurrency: 'USD', referenceQuantity: { value: 100 } },
			],
		},
		dollars(6000, 10_000),
		true,
	],
	[
		'offers beside their range',
		[{ '@type': 'AggregateOffer', lowPrice: 20, priceCurrency: 'USD' }, offer('OutOfStock', 30), offer('SoldOut', 20)],
		dollars(2000),
		false,
	],
	[
		'an aggregate whose offers have no price',
		{ '@type': 'AggregateOffer', lowPrice: 20, priceCurrency: 'USD', offers: [{ url: '/a' }, { url: '/b' }] },
		dollars(2000),
		null,
	],
	[
		'a used article beside a new one',
		[{ ...offer('InStock', 20), itemCondition: 'https://schema.org/UsedCondition' }, offer('OutOfStock', 50)],
		dollars(5000),
		false,
	],
	[
		'a used article alone',
		{ ...offer('InStock', 20), itemCondition: 'http://schema.org/UsedCondition' },
		dollars(2000),
		true,
	],
	[
		'prices for members and per month',
		{
			availability: 'InStock',
			priceSpecification: [
				{ price: 15, priceCurrency: 'USD', validForMemberTier: { name: 'silver' } },
				{ price: 3, priceCurrency: 'USD', billingDuration: 12 },
				{ price: 20, priceCurrency: 'USD' },
			],
		},
		dollars(2000),
		true,
	],
	[
		'a quantity discount',
		[offer('OutOfStock', 20), { price: 15, priceCurrency: 'USD', eligibleQuantity: { minValue: 10 } }],
		dollars(2000),
		false,
	],
	[
		'several pieces before that of one',
		{
			availability: 'InStock',
			priceCurrency: 'USD',
			priceSpecification: [
				{ price: 15, eligibleQuantity: { minValue: '10' } },
				{ price: 20, eligibleQuantity: { minValue: 1, maxValue: 9 } },
			],
		},
		dollars(2000),
		true,
	],
	[
		'large orders and resellers',
		[
			{ ...offer('InStock', 15), eligibleTransactionVolume: { minPrice: 500 } },
			{ ...offer('InStock', 16), eligibleCustomerType: 'http://purl.org/goodrelations/v1#Reseller' },
			{ ...offer('InStock', 20), eligibleCustomerType: 'http://purl.org/goodrelations/v1#Enduser' },
		],
		dollars(2000),
		true,
	],
	[
		'one before tax and one with it',
		{
			availability: 'InStock',
			priceCurrency: 'USD',
			priceSpecification: [
				{ price: 100, valueAddedTaxIncluded: false },
				{ price: 119, valueAddedTaxIncluded: true },
			],
		},
		dollars(11_900),
		true,
	],
	[
		'one before tax alone',
		{
			availability: 'InStock',
			priceSpecification: { price: 100, priceCurrency: 'USD', valueAddedTaxIncluded: 'false' },
		},
		dollars(10_000),
		true,
	],
	[
		'a trade-in beside the sale',
		[offer('OutOfStock', 80), { ...offer('InStock', 42), businessFunction: 'http://purl.org/goodrelations/v1#Buy' }],
		dollars(8000),
		false,
	],
	[
		'a lease in a range',
		{
			'@type': 'AggregateOffer',
			offers: [
				{ ...offer('InStock', 80), businessFunction: { '@id': 'http://purl.org/goodrelations/v1#Sell' } },
				{ ...offer('InStock', 4), businessFunction: 'LeaseOut' },
			],
		},
		dollars(8000),
		true,
	],
	[
		'a sale and a lease in one',
		{ ...offer('InStock', 80), businessFunction: ['LeaseOut', 'Sell'] },
		dollars(8000),
		true,
	],
	[
		'a range of leases',
		{ '@type': 'AggregateOffer', businessFunction: 'LeaseOut', offers: offer('InStock', 4) },
		null,
		null,
	],
	['a trade-in alone', { ...offer('InStock', 42), businessFunction: 'gr:Buy' }, null, null],
	[
		'a range of trade-ins',
		{
			...offer('InStock'),
			'@type': 'AggregateOffer',
			lowPrice: 42,
			offers: { price: 42, businessFunction: 'https://schema.org/Buy' },
		},
		null,
		null,
	],
	[
		'a fee, a deposit, a price to come, one that is over and one for the trade, before the price',
		{
			availability: 'InStock',
			priceCurrency: 'USD',
			priceSpecification: [
				{ '@type': 'PaymentChargeSpecification', price: 3 },
				{ price: 4, priceComponentType: 'https://schema.org/Downpayment' },
				{ price: 5, validFrom: '2099-12-04T00:00:00Z' },
				{ price: 6, validThrough: '2020-12-04T00:00:00+01:00' },
				{ price: 7, priceType: 'https://schema.org/InvoicePrice' },
				{ price: 8, priceType: 'MinimumAdvertisedPrice' },
				{ price: 100, priceType: 'https://schema.org/ListPrice', validThrough: '2020-12-04T00:00:00Z' },
				{ price: 80, validFrom: '2020-12-04T00:00:00Z', validThrough: '2099-12-04T00:00:00Z' },
			],
		},
		dollars(8000, 10_000),
		true,
	],
	[
		'an outdated one alone',
		{
			availability: 'InStock',
			priceSpecification: { price: 80, priceCurrency: 'USD', validThrough: '2025-12-31T23:59:59Z' },
		},
		dollars(8000),
		true,
	],
	[
		'an outdated one beside one for members',
		{
			availability: 'InStock',
			priceCurrency: 'USD',
			priceSpecification: [
				{ price: 80, validThrough: '2025-12-31T23:59:59Z' },
				{ price: 70, validForMemberTier: { name: 'silver' } },
			],
		},
		dollars(8000),
		true,
	],
	[
		'one below an outdated full price',
		{
			...offer('InStock', 80),
			priceSpecification: {
				priceType: 'https://schema.org/ListPrice',
				price: 100,
				validThrough: '2025-12-31T23:59:59Z',
			},
		},
		dollars(8000, 10_000),
		true,
	],
	[
		'a sale behind the price without a type',
		{
			availability: 'InStock',
			priceCurrency: 'USD',
			priceSpecification: [{ price: 100 }, { price: 80, priceType: 'https://schema.org/SalePrice' }],
		},
		dollars(8000),
		true,
	],
	['two amounts', offer('InStock', [100, 80]), null, true],
	['one amount in two forms', offer('InStock', ['80.00', '$80']), dollars(8000), true],
	['two currencies', [offer('InStock'), { ...offer('InStock'), priceCurrency: 'EUR' }], null, true],
	['no currency', { price: 50, availability: 'InStock' }, null, true],
])('the price of %s', (_, offers, price, available) => {
	expect(read(ldJson(product({ offers })))).toMatchObject({ price, available });
});

/** Of whole seconds: some notations have no smaller unit. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const DAY = 86_400_000;
const startsIn = (days: number, zone = 'Z') => new Date(NOW + days * DAY).toISOString().replace('Z', zone);
const starting = (availabilityStarts: string) => ({ ...offer('InStock'), availabilityStarts });
test.each([
	['ahead', starting(startsIn(2)), true],
	['in the past', starting(startsIn(-2)), false],
	['now, by a clock that is a little ahead', starting(startsIn(5 / 86_400)), false],
	['without a zone', starting(startsIn(2, '')), false],
	['only a date', starting(startsIn(2).slice(0, 10)), false],
	['with spaces', starting(startsIn(2, ' +00:00').replace('T', ' ')), true],
	['with a zone of hours only', starting(startsIn(2, '+00')), true],
	['as in RFC 2822', starting(new Date(NOW + 2 * DAY).toUTCString().replace('GMT', '+0000')), true],
	['as in headers', starting(new Date(NOW + 2 * DAY).toUTCString()), true],
	['of one of two offers', [starting(startsIn(2)), offer('InStock')], false],
	['beside an offer that is sold out', [starting(startsIn(2)), offer('OutOfStock')], true],
	['of an offer that is sold out', { ...starting(startsIn(2)), availability: 'OutOfStock' }, false],
])('the start of an offer is the launch: %s', (_, offers, isLaunch) => {
	const { launchAt } = read(ldJson(product({ offers }))) as ShopReading;
	expect(launchAt).toBe(isLaunch ? NOW + 2 * DAY : undefined);
});

test.each([
	['starts ahead', { validFrom: startsIn(2) }, 2000],
	['starts on a day ahead', { validFrom: startsIn(2).slice(0, 10) }, 2000],
	['starts today', { validFrom: startsIn(0).slice(0, 10) }, 1500],
	['cannot be bought yet', { availabilityStarts: startsIn(2, '') }, 2000],
	['is over', { validThrough: startsIn(-2) }, 2000],
	['cannot be bought after a day that is over', { availabilityEnds: startsIn(-2).slice(0, 10) }, 2000],
	['has a price that is over', { priceValidUntil: startsIn(-2).slice(0, 10) }, 2000],
	['ends today', { priceValidUntil: startsIn(0).slice(0, 10), validThrough: startsIn(0).slice(0, 10) }, 1500],
	['ends some time', { validThrough: 'soon' }, 1500],
])('the lowest price is that of an offer that %s: %#', (_, dates, cents) => {
	const dated = { ...offer('InStock', 15), ...dates };
	expect(read(ldJson(product({ offers: [offer('InStock', 20), dated] })))).toMatchObject({ price: dollars(cents) });
	expect(read(ldJson(product({ offers: dated })))).toMatchObject({ price: dollars(1500) });
	const priceSpecification = [{ ...dates, price: 15 }, { price: 20 }];
	const specified = { availability: 'InStock', priceCurrency: 'USD', priceSpecification };
	expect(read(ldJson(product({ offers: specified })))).toMatchObject({ price: dollars(cents) });
});

test.each([
	[startsIn(2, ''), 'preview'],
	[startsIn(2, '').replace('T', ' '), 'preview'],
	['2099-12-04', 'preview'],
	// Somewhere, it is later already.
	[startsIn(13 / 24, ''), 'in_stock'],
	[startsIn(-2, ''), 'in_stock'],
	['soon', 'in_stock'],
])('what starts without a zone, at %s, is %s', (start, state) => {
	const reading = read(ldJson(product({ offers: starting(start) }))) as ShopReading;
	expect([stockStateOf(reading), reading.launchAt]).toEqual([state, undefined]);
	const both = read(ldJson(product({ offers: [starting(start), offer('InStock')] }))) as ShopReading;
	expect(stockStateOf(both)).toBe('in_stock');
	const ordered = `${ldJson(product({ offers: starting(start) }))}<h1>Shoe</h1><button>Pre-order</button>`;
	expect(read(ordered)).toMatchObject({ state: 'preorder' });
});

test.each(['https://shop.myshopify.com/products/shoe', 'http://localhost:3000/p/1'])(
	'an offer at %s, which a template names, is at the shop itself',
	(url) => {
		expect(read(ldJson(product({ offers: { ...offer('InStock'), url } })))).toMatchObject({ url: PAGE.url });
	},
);
