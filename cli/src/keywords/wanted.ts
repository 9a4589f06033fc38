import type { CallInput, Contract } from '@dropwire/contract';
import type { Invocation } from '../command.ts';

export interface WantedOptions {
	region: string;
	shop?: string;
	without?: string;
	minPrice?: number;
	maxPrice?: number;
}

/** The input of the calls that try or add a watch. */
export function wantedOf({ args, options }: Invocation<WantedOptions>): CallInput<Contract['keywordTry']> {
	const [source, words] = args as [string, string[]];
	const { region, shop, without = '', minPrice = null, maxPrice = null } = options;
	return {
		source,
		region,
		...(shop !== undefined && { shop }),
		include: words,
		exclude: without
			.split(',')
			.map((phrase) => phrase.trim())
			.filter(Boolean),
		minPrice,
		maxPrice,
	};
}
