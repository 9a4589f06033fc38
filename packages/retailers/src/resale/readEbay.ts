import { minorDigits, readSize, showSize } from '@dropwire/domain';
import { z } from 'zod';

/** A listing of a new item that can be bought at once. */
export interface EbayListing {
	id: string;
	title: string;
	/** In minor units. */
	price: number;
	currency: string;
}

const Price = z.object({ value: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/), currency: z.string().regex(/^[A-Z]{3}$/) });
const Summary = z.object({ itemId: z.string(), title: z.string(), price: Price, conditionId: z.string().optional() });
const Search = z.object({ itemSummaries: z.array(z.unknown()).default([]) });
const Item = z.object({
	title: z.string(),
	localizedAspects: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

/** Of a new item in its original packaging (eBay's documentation, "Item condition ID and name values"). */
export const NEW_CONDITION = '1000';

/**
 * Reads an answer of `item_summary/search` (eBay's documentation of the Browse API). A listing without a price is left out.
 * @returns null if it is none
 */
export function readListings(json: unknown): EbayListing[] | null {
	const { data } = Search.safeParse(json);
	return (
		data?.itemSummaries.flatMap((one) => {
			const summary = Summary.safeParse(one).data;
			if (!summary || (summary.conditionId ?? NEW_CONDITION) !== NEW_CONDITION) return [];
			const { itemId: id, title, price } = summary;
			return [
				{
					id,
					title,
					price: Math.round(Number(price.value) * 10 ** minorDigits(price.currency)),
					currency: price.currency,
				},
			];
		}) ?? null
	);
}

/** Aspects that name the shop's number of a product, in the languages of the marketplaces. */
const STYLE_CODE = /^(style code|mpn|manufacturer part number|herstellernummer|numéro de pièce fabricant)$/i;
const SIZE_ASPECT = /^(?:(US|UK|EU|AU|JP) Shoe Size(?: \(Men'?s\)| \(Women'?s\))?|Size|Größe|Taille)$/i;

/**
 * The size of an item, from an answer of `item/{id}`: only if it is an item of the SKU and one aspect names one size, else
 * if its title does.
 */
export function readItemSize(json: unknown, sku: string): string | null {
	const { data } = Item.safeParse(json);
	if (!data) return null;
	const { title, localizedAspects } = data;
	const isNamed =
		namesSku(title, sku) || localizedAspects.some(({ name, value }) => STYLE_CODE.test(name) && isSku(value, sku));
	if (!isNamed) return null;
	const sizes = localizedAspects.flatMap(({ name, value }) => {
		const system = SIZE_ASPECT.exec(name);
		return system ? (oneSize([system[1] ?? '', value].join(' ')) ?? []) : [];
	});
	return sizes[0] ?? sizeInTitle(title, sku);
}

/** Whether a title contains the SKU, with or without its hyphen. */
export function namesSku(title: string, sku: string): boolean {
	return (
		` ${plain(title)} `.includes(` ${plain(sku)} `) || plain(title).split(' ').includes(plain(sku).replaceAll(' ', ''))
	);
}

const isSku = (text: string, sku: string) => plain(text).replaceAll(' ', '') === plain(sku).replaceAll(' ', '');

/** Words of letters and digits in upper case, with one space between them. */
function plain(text: string): string {
	return text
		.toUpperCase()
		.replaceAll(/[^A-Z0-9]+/g, ' ')
		.trim();
}

const SYSTEM = String.raw`(?:US|UK|EU|EUR)`;
const WHO = String.raw`(?:Men'?s|Women'?s|Wmns|Youth|Kids|Toddler|GS|M|W)`;
const NUMBER = String.raw`\d{1,2}(?:[.,]\d{1,2}|½|[ -]1/2)?\s?(?:Y|C|W)?(?![\w.,/½-])`;
const LETTER = String.raw`(?:[2-5]?X{0,3}[SL]|M)\b`;
/** What names a size in a title: `Size 9.5`, `Sz US 9`, `US 9.5`, `Men's 10`, `Size XL`. A number alone does not. */
const NAMED = new RegExp(
	String.raw`\b(?:(?:Size|Sz\.?)[:\s]*(?:${SYSTEM}\s)?(?:${WHO}\s)?(?:${NUMBER}|${LETTER})|(?:${SYSTEM})\s?(?:${WHO}\s)?${NUMBER}|(?:${WHO})\s(?:${SYSTEM}\s)?${NUMBER})(?:\s(?:Men'?s|Women'?s)\b)?`,
	'gi',
);
/** Several sizes: `Sizes 8-12`, `Size 9 10 11`, `All sizes`. */
const SEVERAL =
	/\b(?:sizes|multiple|various|choose|pick|select)\b|\d\s?(?:[-–&+]|to|and|or|thru)\s?\d{1,2}(?:\.5)?\b|\b(?:size|sz)\W*\d{1,2}(?:\.5)?\s\d{1,2}(?:\.5)?\b(?!\/)/i;

/** The size that a title names; null if it names none, or more than one. */
export function sizeInTitle(title: string, sku: string): string | null {
	const text = title.replaceAll(new RegExp(sku.split(/[^A-Z0-9]+/i).join('[ -]?'), 'gi'), ' ');
	if (SEVERAL.test(text)) return null;
	const found = new Set([...text.matchAll(NAMED)].map(([phrase]) => oneSize(phrase)));
	// The same size on several scales is named by the first.
	const [first = null, ...others] = found;
	const scaleOf = (size: string | null) => (size === null ? null : (readSize(size)[0]?.system ?? null));
	const scales = new Set([...found].map(scaleOf));
	return others.length > 0 && scales.size < found.size ? null : first;
}

/** The text as one size; null if it is none. */
function oneSize(text: string): string | null {
	const label = text.replaceAll(/\b(?:size|sz\.?)[:\s]*/gi, '').trim();
	const [name, ...others] = readSize(label);
	return name && name.kind !== 'text' && others.length === 0 ? showSize(label) : null;
}
