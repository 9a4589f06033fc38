import { readFileSync } from 'node:fs';

/** A recorded thread of Nike's feed. Only fields that can change have types. */
export interface Thread {
	id: string;
	marketplace?: string;
	language?: string;
	channelId?: string;
	productInfo: RecordedProduct[];
	[key: string]: unknown;
}

export interface RecordedProduct {
	availability?: { available: boolean };
	merchProduct: {
		styleColor: string;
		status: string;
		commerceStartDate?: string | null;
		modificationDate?: string;
		merchGroup?: string;
		[key: string]: unknown;
	};
	merchPrice?: { currentPrice: number; fullPrice: number; currency: string; country?: string; discounted?: boolean };
	productContent?: { title?: string; fullTitle?: string; [key: string]: unknown };
	launchView?: { startEntryDate?: string; [key: string]: unknown };
	skus?: { id?: string; gtin?: string; nikeSize?: string }[];
	availableGtins?: { gtin: string; level: string; available: boolean; [key: string]: unknown }[];
	availableSkus?: { skuId: string; level: string; available: boolean; [key: string]: unknown }[];
	[key: string]: unknown;
}

/** The marketplaces with their languages, their currency, and the currency's value in USD. */
export const MARKETS: Readonly<Record<string, { languages: readonly string[]; currency: string; perDollar: number }>> =
	{
		US: { languages: ['en'], currency: 'USD', perDollar: 1 },
		JP: { languages: ['ja'], currency: 'JPY', perDollar: 110 },
		SG: { languages: ['en-GB'], currency: 'SGD', perDollar: 1.4 },
		MY: { languages: ['en-GB'], currency: 'MYR', perDollar: 4 },
		TH: { languages: ['th', 'en-GB'], currency: 'THB', perDollar: 33 },
		IN: { languages: ['en-GB'], currency: 'INR', perDollar: 80 },
		AU: { languages: ['en-GB'], currency: 'AUD', perDollar: 1.5 },
		CA: { languages: ['en-GB'], currency: 'CAD', perDollar: 1.4 },
		CN: { languages: ['zh-Hans'], currency: 'CNY', perDollar: 7 },
		FR: { languages: ['fr'], currency: 'EUR', perDollar: 1 },
		GB: { languages: ['en-GB'], currency: 'GBP', perDollar: 0.9 },
		MX: { languages: ['es-419'], currency: 'MXN', perDollar: 18 },
		PH: { languages: ['en-GB'], currency: 'PHP', perDollar: 55 },
		KR: { languages: ['ko'], currency: 'KRW', perDollar: 1300 },
		TW: { languages: ['zh-Hant'], currency: 'TWD', perDollar: 31 },
		AT: { languages: ['de', 'en-GB'], currency: 'EUR', perDollar: 1 },
	};

const RECORDINGS: readonly { file: string; market: string }[] = [
	{ file: 'nike-threads-us-2026-04-17.json', market: 'US' },
	{ file: 'nike-threads-us-2026-04-17-multi.json', market: 'US' },
	{ file: 'nike-threads-us-2018-12.json', market: 'US' },
	{ file: 'nike-rollup-thread-SX5090-014.json', market: 'US' },
	{ file: 'nike-threads-gb-2026-04-13.json', market: 'GB' },
	{ file: 'nike-threads-jp-2026-04-17.json', market: 'JP' },
];

/** The original recordings, by marketplace. */
export function recordedThreads(): { market: string; thread: Thread }[] {
	return RECORDINGS.flatMap(({ file, market }) => {
		const text = readFileSync(new URL(`../../recordings/${file}`, import.meta.url), 'utf8');
		return (JSON.parse(text) as { objects: Thread[] }).objects.map((thread) => ({ market, thread }));
	});
}

/** Converts a thread to another marketplace: its names, its currency, and a plausible price. */
export function forMarket(thread: Thread, from: string, to: string): Thread {
	const { languages, currency, perDollar } = MARKETS[to] as (typeof MARKETS)[string];
	if (from === to) return thread;
	const rate = perDollar / (MARKETS[from] as (typeof MARKETS)[string]).perDollar;
	const price = (amount: number) =>
		perDollar > 10 ? Math.round((amount * rate) / 10) * 10 : Math.round(amount * rate);
	return {
		...thread,
		marketplace: to,
		language: languages[0] as string,
		productInfo: thread.productInfo.map((product) => ({
			...product,
			...(product.merchPrice && {
				merchPrice: {
					...product.merchPrice,
					country: to,
					currency,
					currentPrice: price(product.merchPrice.currentPrice),
					fullPrice: price(product.merchPrice.fullPrice),
				},
			}),
		})),
	};
}
