import { readSchemaOrgPage } from './page.ts';

/** The page that the tests' links name. */
export const PAGE = { url: 'https://shop.example/p/1' };

export const read = (html: string, facts = {}) => readSchemaOrgPage(html, { ...PAGE, ...facts });

/** A page's JSON-LD blocks, each an object or the text itself. */
export const ldJson = (...blocks: unknown[]) =>
	blocks
		.map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
		.map((text) => `<script type="application/ld+json">${text}</script>`)
		.join('\n');

export const offer = (availability?: unknown, price: unknown = 50) => ({
	'@type': 'Offer',
	price,
	priceCurrency: 'USD',
	availability,
});

export const product = (more = {}) => ({
	'@type': 'Product',
	name: 'Shoe',
	sku: 'A-1',
	offers: offer('InStock'),
	...more,
});

/** The reading's price, from cents. */
export const dollars = (current: number, full = current) => ({ current, full, currency: 'USD' });
