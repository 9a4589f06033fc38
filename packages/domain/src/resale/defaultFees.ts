import { EBAY, type ResaleFee } from './fees.ts';

/**
 * Fees of sellers in the United States without a level or a subscription. They change: the setting `RESALE_FEES` replaces
 * them market by market.
 */
export const DEFAULT_FEES: readonly ResaleFee[] = [
	{
		market: 'STOCKX',
		percent: 9,
		fixed: 0,
		payment: 3,
		shipping: 400,
		currency: 'USD',
		asOf: '2025-03-01',
		source: 'stockx.com/help, "What are StockX\'s fees for sellers": level 1, United States',
	},
	{
		market: 'GOAT',
		percent: 9.5,
		fixed: 500,
		payment: 2.9,
		shipping: 0,
		currency: 'USD',
		asOf: '2025-03-01',
		source: 'support.flightclub.com and goat.com, "Commission structure": United States, with the cash-out fee',
	},
	{
		market: EBAY,
		percent: 13.6,
		fixed: 40,
		payment: 0,
		shipping: 0,
		currency: 'USD',
		asOf: '2025-03-01',
		source:
			'ebay.com, "Selling fees": most categories without a store; athletic shoes from $150 cost 8% and nothing fixed',
	},
];

/** The default fees, with those given instead of the ones of the same market. Other markets follow. */
export function mergeFees(given: readonly ResaleFee[]): ResaleFee[] {
	return [...new Map([...DEFAULT_FEES, ...given].map((fee) => [fee.market, fee])).values()];
}
