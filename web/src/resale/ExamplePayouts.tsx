import { compareMarkets, DEFAULT_FEES } from '@dropwire/contract';
import { PayoutTable } from './PayoutTable.tsx';

const RETAIL = { amount: 20_500, currency: 'USD' };

/** Made up. */
const PRICES: readonly [size: string, market: string, bid: number | null, ask: number][] = [
	['8', 'STOCKX', 24_100, 26_800],
	['8', 'GOAT', 23_500, 26_000],
	['8', 'EBAY', null, 27_500],
	['9', 'STOCKX', 27_900, 30_500],
	['9', 'EBAY', null, 29_900],
	['10', 'STOCKX', 26_400, 28_800],
	['10', 'GOAT', 27_500, 29_000],
	['11', 'GOAT', 21_000, 24_500],
	['11', 'EBAY', null, 25_000],
];

/** The table of a product with made-up prices and the default fees, without asking anything. */
export function ExamplePayouts() {
	const now = Date.now();
	const prices = PRICES.map(([size, market, highestBid, lowestAsk]) => {
		return { size, market, highestBid, lowestAsk, lastSale: null, currency: 'USD', at: now };
	});
	const sizes = compareMarkets(prices, { fees: DEFAULT_FEES, retail: RETAIL, now });
	return <PayoutTable sizes={sizes} fees={[...DEFAULT_FEES]} retail={{ ...RETAIL, region: 'US' }} />;
}
