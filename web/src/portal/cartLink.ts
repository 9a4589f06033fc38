/** Pages on which the extension runs: the matches of web/extension/manifest.json. */
const PRODUCT_PAGE = /^https:\/\/www\.nike\.com\/(.+\/)?t\/./;

/** The product link with the size that the extension is to choose; null while either is missing. */
export function cartLink(product: string, size: string): string | null {
	const chosen = size.trim();
	if (!chosen || !URL.canParse(product.trim())) return null;
	const url = new URL(product.trim());
	if (!PRODUCT_PAGE.test(url.href)) return null;
	url.hash = String(new URLSearchParams({ 'dropwire-size': chosen }));
	return url.href;
}
