import type { Region } from '@dropwire/db/topics';

/** A marketplace as the feed names it, with the language to ask in. */
export interface Marketplace {
	marketplace: string;
	language: string;
}

/**
 * How each region is asked for, the likeliest first; the next is tried when one answers nothing at all, and what
 * answered is remembered. Read from public monitors and recordings of 2026; each guess is one entry.
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

/** Nike.com's and SNKRS' channels: a product may stand in one and not in the other. */
export const CHANNELS = 'd9a5bc42-4b9c-4976-858a-f159cf99c647,010794e5-35fe-4e32-aaff-cd2c74f89d61';

/** The address of the feed for SKUs of one marketplace. */
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
