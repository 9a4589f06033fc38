/** The brands whose images the free fetcher searches (spec 2), in the order of their chips. */
export const IMAGE_BRANDS = [
	'adidas',
	'asics',
	'carhartt',
	'crocs',
	'new-balance',
	'nike',
	'puma',
	'timberland',
] as const;
export type ImageBrand = (typeof IMAGE_BRANDS)[number];
/** The brands as they write themselves. */
export const IMAGE_BRAND_NAMES: Readonly<Record<ImageBrand, string>> = {
	adidas: 'adidas',
	asics: 'ASICS',
	carhartt: 'Carhartt',
	crocs: 'Crocs',
	'new-balance': 'New Balance',
	nike: 'Nike',
	puma: 'PUMA',
	timberland: 'Timberland',
};

/** The paddings around the views of a product, in the order of the views. */
export const PADDING_NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export type PaddingName = (typeof PADDING_NAMES)[number];
export type Paddings = Readonly<Record<PaddingName, number>>;
/** The largest padding, in pixels. */
export const PADDING_MOST = 2000;
