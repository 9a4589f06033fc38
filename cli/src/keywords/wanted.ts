import type { CallInput, Contract } from '@dropwire/contract';

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

/** The phrases of a text that separates them by commas or semicolons. */
export function phrasesIn(text: string): string[] {
	return text
		.split(/[,;]/)
		.map((phrase) => phrase.trim())
		.filter(Boolean);
}
