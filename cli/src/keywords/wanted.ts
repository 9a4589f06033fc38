import type { CallInput, Contract } from '@dropwire/contract';
import { phrasesIn } from '@dropwire/contract/rows';

export interface WantedOptions {
	region: string;
	shop?: string;
	without?: string;
	minPrice?: number;
	maxPrice?: number;
}

/** The input of the calls that try or add a watch. */
export function wantedOf(
	[source, include]: readonly [string, string[]],
	{ region, shop, without = '', minPrice, maxPrice }: WantedOptions,
): CallInput<Contract['keywordTry']> {
	return {
		source,
		region,
		...(shop !== undefined && { shop }),
		include,
		exclude: phrasesIn(without),
		minPrice: minPrice ?? null,
		maxPrice: maxPrice ?? null,
	};
}
