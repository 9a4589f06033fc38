/** How a retailer writes its SKUs. */
export interface SkuFormat {
	/** Matches a complete SKU in upper case. */
	pattern: RegExp;
	/** For messages: `a Nike SKU ({words}, such as {example})`. */
	words: string;
	example: string;
	/** What begins the last part of a SKU that people leave out. */
	optionalFrom?: string;
}

/**
 * Nike's style-colour: a style of six characters and a colour of three digits. In all recorded answers of the feed
 * (`CK9246-101`, `136064-122`), and on the label of every shoe since 1992.
 */
export const NIKE_SKU: SkuFormat = {
	pattern: /^[A-Z0-9]{6}-\d{3}$/,
	words: '6 letters and digits, a dash and 3 digits',
	example: 'CK9246-101',
};

/** The article number in adidas' addresses and in both recorded answers of its product API. */
export const ADIDAS_SKU: SkuFormat = {
	pattern: /^[A-Z0-9]{6}$/,
	words: '6 letters and digits',
	example: 'EG4959',
};

/** HP's product number, optionally with the localization after `#`, as in the addresses of its shop. */
export const HP_SKU: SkuFormat = {
	pattern: /^[A-Z0-9]{6,7}(?:#[A-Z0-9]{3})?$/,
	words: '6 or 7 letters and digits, with or without # and 3 more',
	example: '7Z5A1UA#ABA',
	optionalFrom: '#',
};

/**
 * New Balance's style number. The shop documents no format; every known one begins with letters for the wearer
 * (`M990GL6`, `U9060BPM`, `BB550PWA`), and some have digits only at the end (`MRCELV4`).
 */
export const NEWBALANCE_SKU: SkuFormat = {
	pattern: /^(?=[A-Z]+\d)[A-Z0-9]{4,12}$/,
	words: '4 to 12 letters and digits, letters first',
	example: 'M990GL6',
};

/**
 * The style and the colour of a product at JD Sports and Finish Line, which sell many brands: `styleId` and `colorId` in
 * the links of both shops.
 */
export const STYLE_AND_COLOUR: SkuFormat = {
	pattern: /^[A-Z0-9]{4,15}-[A-Z0-9]{2,4}$/,
	words: 'style and colour of letters and digits, with a dash between them',
	example: 'DD1391-100',
};

/**
 * ASICS' style and colour, as in the addresses of its shop (`ANA_1011B867-001.html`) and in code that reads it. The colour
 * can be missing.
 */
export const ASICS_SKU: SkuFormat = {
	pattern: /^\d{4}[A-Z]\d{3}(?:[-.]\d{3})?$/,
	words: '4 digits, a letter and 3 digits, with or without a dash and 3 more',
	example: '1011B867-001',
};
