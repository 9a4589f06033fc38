import { parseUrl } from './parseUrl.ts';

/** Parameters with which shops and advertisers follow clicks: they name no product. */
const TRACKING =
	/^(?:utm_.+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|yclid|igshid|mc_cid|mc_eid|irclickid|cjevent|srsltid|_ga|_gl|_pos|_sid|_ss)$/i;
/** The longest SKU in the database. */
const SKU_LENGTH = 64;
/** The number of characters by which cut names differ: 41 bits. */
const MARK_LENGTH = 8;

/** A product link without fragment and tracking parameters, so that two spellings of a link are one entry; null for no link. */
export function canonicalLink(link: string): string | null {
	const url = parseUrl(link.trim());
	if (!url || !/^https?:$/.test(url.protocol)) return null;
	url.hash = '';
	// Reading the parameters would rewrite those that stay: `%20` as `+`.
	const kept = url.search
		.slice(1)
		.split('&')
		.filter((one) => one !== '' && !TRACKING.test(one.split('=')[0] ?? ''));
	url.search = kept.join('&');
	return url.href;
}

/** Below some countries, names begin at the third level: `shop.co.uk`, `shop.com.au`. Short names such as `xxl.no` do not. */
const SECOND_LEVELS = new Set('ac biz co com edu gen go gob gov ltd ne net or org plc web'.split(' '));

/**
 * The site of a link, over its subdomains: `shop.example` of `https://www.shop.example/a`, `shop.co.uk`. For an IP address
 * or a single name, with the port.
 */
export function siteOf(link: string): string {
	const { hostname = '', host = '' } = parseUrl(link) ?? {};
	const labels = hostname.split('.');
	const [name = '', top = ''] = labels.slice(-2);
	if (labels.length < 2 || hostname.includes(':') || /^\d+$/.test(top)) return host;
	return labels.slice(top.length === 2 && SECOND_LEVELS.has(name) ? -3 : -2).join('.');
}

/** The last part of a link's path, without `.html`. */
export function lastPart(link: string): string {
	const path = parseUrl(link)?.pathname ?? '';
	return (
		path
			.replace(/\/$/, '')
			.replace(/\.html?$/, '')
			.split('/')
			.at(-1) ?? ''
	);
}

/**
 * What a product of a link is called as long as its SKU is unknown: `shop.example/gel-kayano-31`, at most 64 characters,
 * with the parameters, which can name a variant. A longer name is cut and gets a mark of the whole.
 */
export function skuFromHandle(link: string): string {
	const { host = '', search = '' } = parseUrl(link) ?? {};
	const sku = `${host.replace(/^www\./, '')}/${lastPart(link)}${search}`;
	return sku.length <= SKU_LENGTH ? sku : `${sku.slice(0, SKU_LENGTH - 1 - MARK_LENGTH)}~${markOf(sku)}`;
}

/** The end of a text's hash (FNV-1a, 64 bits): long names that begin alike stay different products. */
function markOf(text: string): string {
	let hash = 0xcbf29ce484222325n;
	for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
	return hash.toString(36).padStart(MARK_LENGTH, '0').slice(-MARK_LENGTH);
}

/** JD Sports and Finish Line: the style and the colour, which their links name. */
export function styleAndColourIn(link: string): string | null {
	const query = parseUrl(link)?.searchParams;
	const [style, colour] = [query?.get('styleId'), query?.get('colorId')];
	return style && colour ? `${style}-${colour}`.toUpperCase() : null;
}

/** The SKU in the last part of a link: all of it, or one of its parts between underscores and dashes. */
export function skuInLastPart(link: string, pattern: RegExp): string | null {
	const part = lastPart(link).toUpperCase();
	return [part, ...part.split('_'), part.split('-')[0] ?? ''].find((text) => pattern.test(text)) ?? null;
}

/**
 * New Balance: the style that a link's parameters choose (`dwvar_U9060V1-42347_style=U9060ECA`), else the one in its last
 * part, which can also be a group of styles.
 */
export function styleIn(link: string, pattern: RegExp): string | null {
	const chosen = [...(parseUrl(link)?.searchParams ?? [])].find(([name]) => /^dwvar_.+_style$/i.test(name));
	const style = chosen?.[1].toUpperCase() ?? '';
	return pattern.test(style) ? style : skuInLastPart(link, pattern);
}
