/** Pages on which the extension runs, as in the matches of web/extension/manifest.json. */
const PRODUCT_PAGE = /^https:\/\/www\.nike\.com\/(.+\/)?t\/./;

/** The product link with the size that the browser extension selects; null if either is missing or invalid. */
export function cartLink(product: string, size: string): string | null {
	const wanted = size.trim();
	if (!wanted || !URL.canParse(product.trim())) return null;
	const url = new URL(product.trim());
	if (!PRODUCT_PAGE.test(url.href)) return null;
	url.hash = String(new URLSearchParams({ 'dropwire-size': wanted }));
	return url.href;
}
