import { ApiError, type CallInput, type Contract, type KeywordWatch } from '@dropwire/contract';
import { reasonOf } from '../api/useCall.ts';

/** What the form holds: texts as they are typed. */
export interface Draft {
	source: string;
	region: string;
	/** Only for a source that searches any shop. */
	shop: string;
	/** Phrases, separated by commas. */
	include: string;
	exclude: string;
	minPrice: string;
	maxPrice: string;
}

/** The input of the calls that try or add a keyword watch. */
export function wantedOf({ source, region, ...draft }: Draft, anyShop: boolean): CallInput<Contract['keywordTry']> {
	return {
		source,
		region,
		...(anyShop && { shop: draft.shop.trim() }),
		include: phrasesIn(draft.include),
		exclude: phrasesIn(draft.exclude),
		minPrice: boundIn(draft.minPrice),
		maxPrice: boundIn(draft.maxPrice),
	};
}

/** The phrases of a text that separates them by commas. */
export function phrasesIn(text: string): string[] {
	return text
		.split(',')
		.map((phrase) => phrase.trim())
		.filter(Boolean);
}

function boundIn(text: string): number | null {
	return text.trim() === '' ? null : Number(text);
}

/** The server's error for a field, including errors that name one of several phrases by index. */
export function errorFor(error: unknown, field: keyof Draft): string | null {
	if (!(error instanceof ApiError)) return null;
	const found = Object.keys(error.fields).find((name) => name === field || name.startsWith(`${field}.`));
	return found ? `Error: ${reasonOf(error, found)}` : null;
}

/** `ADIDAS US`, `shop.example`. */
export function placeText({ source, region, shop }: KeywordWatch): string {
	return shop === null ? `${source} ${region}` : new URL(shop).host;
}
