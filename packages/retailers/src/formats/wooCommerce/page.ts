/**
 * The Store API of the WordPress site that a page of WooCommerce links to; null without one, or at another origin.
 * @param facts the page's URL
 */
export function storeApiIn(html: string, { url }: { url: string }): string | null {
	if (!/woocommerce/i.test(html)) return null;
	const [tag = ''] = /<link\b[^<>]{0,200}https:\/\/api\.w\.org\/[^<>]{0,300}>/i.exec(html) ?? [];
	const root = URL.parse(/\bhref=["']([^"']+)["']/i.exec(tag)?.[1] ?? '', url);
	const isPath = root && root.origin === new URL(url).origin && root.search === '';
	return isPath ? `${root.href.replace(/\/$/, '')}/wc/store/v1` : null;
}
