import type { Region } from '@dropwire/domain';

/** A marketplace by its name in the feed, and the language to request. */
export interface Marketplace {
	marketplace: string;
	language: string;
}

/**
 * The marketplaces to try for each region, most likely first. While none has returned a product, each check of a product
 * asks the next one; then the one with products is remembered. Based on public monitors and recordings from 2026; each guess is one entry.
 */
export const MARKETPLACES: Readonly<Record<Region, readonly Marketplace[]>> = {
	US: [{ marketplace: 'US', language: 'en' }],
	JP: [{ marketplace: 'JP', language: 'ja' }],
	SG: [{ marketplace: 'SG', language: 'en-GB' }],
	MY: [{ marketplace: 'MY', language: 'en-GB' }],
	TH: [
		{ marketplace: 'TH', language: 'th' },
		{ marketplace: 'TH', language: 'en-GB' },
	],
	IN: [{ marketplace: 'IN', language: 'en-GB' }],
	AU: [
		{ marketplace: 'AU', language: 'en-GB' },
		{ marketplace: 'ASTLA', language: 'en-GB' },
	],
	CA: [{ marketplace: 'CA', language: 'en-GB' }],
	CN: [{ marketplace: 'CN', language: 'zh-Hans' }],
	FR: [{ marketplace: 'FR', language: 'fr' }],
	GB: [{ marketplace: 'GB', language: 'en-GB' }],
	MX: [{ marketplace: 'MX', language: 'es-419' }],
	PH: [{ marketplace: 'PH', language: 'en-GB' }],
	KR: [{ marketplace: 'KR', language: 'ko' }],
	TW: [{ marketplace: 'TW', language: 'zh-Hant' }],
	AT: [
		{ marketplace: 'AT', language: 'de' },
		{ marketplace: 'AT', language: 'en-GB' },
	],
};

/** The channel of nike.com. */
const NIKE_COM = 'd9a5bc42-4b9c-4976-858a-f159cf99c647';
/** The channels of nike.com and SNKRS: a product can be in only one of them. */
const CHANNELS = `${NIKE_COM},010794e5-35fe-4e32-aaff-cd2c74f89d61`;

/** The feed's path for SKUs of one marketplace. */
export function feedPath({ marketplace, language }: Marketplace, skus: readonly string[]): string {
	const filters = [
		`marketplace(${marketplace})`,
		`language(${language})`,
		`channelId(${CHANNELS})`,
		`productInfo.merchProduct.styleColor(${skus.join(',')})`,
	];
	const query = new URLSearchParams([...filters.map((filter) => ['filter', filter]), ['count', '100']]);
	return `/product_feed/threads/v3?${query}`;
}

/** The number of products in a page of a wall. Nike accepts 24, 50 and 100; with filters, only 24. */
const WALL_PAGE = 24;

/**
 * The path of a product wall's first page: a wall of the website, or a search.
 * @param path the wall's path at the website (`/w/jordan-37eef`); unset for a search in all products
 */
export function wallPath(region: Region, { path, keywords }: { path?: string; keywords?: string }): string {
	const [{ marketplace, language }] = MARKETPLACES[region] as [Marketplace, ...Marketplace[]];
	const query = new URLSearchParams({
		path: path ?? (region === 'US' ? '/w' : `/${region.toLowerCase()}/w`),
		...(keywords !== undefined && { searchTerms: keywords }),
		queryType: 'PRODUCTS',
		anchor: '0',
		count: String(WALL_PAGE),
	});
	return `/discover/product_wall/v1/marketplace/${marketplace}/language/${language}/consumerChannelId/${NIKE_COM}?${query}`;
}
