/** Nike's website, in the forms that code reads: no answer is recorded. */
export const SITE = 'https://www.nike.com';

/** A page of the website with this data. */
export const nextData = (pageProps: object) =>
	`<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script>`;

/** A product of a wall. */
export const tile = (productCode: string) => ({
	productCode,
	copy: { title: 'Nike Air Force 1', subTitle: 'Shoes' },
	prices: { currency: 'USD', currentPrice: 91.97, initialPrice: 115 },
	pdpUrl: { url: `${SITE}/t/air-force-1/${productCode}` },
	colorwayImages: { squarishURL: 'https://static.nike.com/a.png' },
});

/** A size of a page. */
export const size = (label: string, status: string) => ({
	label,
	localizedLabel: label,
	localizedLabelPrefix: 'US',
	status,
	gtins: [{ gtin: `g${label}` }],
});
/** The product of a page. */
export const detail = (styleColor: string, more = {}) => ({
	styleColor,
	productInfo: { fullTitle: 'Nike Air Force 1 &#39;07', title: 'AF1', url: `${SITE}/t/x/${styleColor}` },
	prices: { currency: 'USD', currentPrice: 115, initialPrice: 115 },
	contentImages: [{ properties: { squarish: { url: 'https://static.nike.com/b.png' } } }],
	sizes: [size('9', 'ACTIVE'), size('10', 'OOS'), size('11', 'RESERVED_FOR_LAUNCH')],
	...more,
});
