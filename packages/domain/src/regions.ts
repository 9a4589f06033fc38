/** Nike's marketplaces, in the order of every list (contract: "Nike regions, in order"). */
export const REGIONS = [
	'US',
	'JP',
	'SG',
	'MY',
	'TH',
	'IN',
	'AU',
	'CA',
	'CN',
	'FR',
	'GB',
	'MX',
	'PH',
	'KR',
	'TW',
	'AT',
] as const;

export type Region = (typeof REGIONS)[number];

/** The names that screens and messages show. */
export const REGION_NAMES: Readonly<Record<Region, string>> = {
	US: 'United States',
	JP: 'Japan',
	SG: 'Singapore',
	MY: 'Malaysia',
	TH: 'Thailand',
	IN: 'India',
	AU: 'Australia',
	CA: 'Canada',
	CN: 'China',
	FR: 'France',
	GB: 'United Kingdom',
	MX: 'Mexico',
	PH: 'Philippines',
	KR: 'Korea',
	TW: 'Taiwan',
	AT: 'Austria',
};

/** The time zone of each market; of a market with several, the one that the contract names. */
export const MARKET_ZONES: Readonly<Record<Region, string>> = {
	US: 'America/New_York',
	JP: 'Asia/Tokyo',
	SG: 'Asia/Singapore',
	MY: 'Asia/Kuala_Lumpur',
	TH: 'Asia/Bangkok',
	IN: 'Asia/Kolkata',
	AU: 'Australia/Sydney',
	CA: 'America/Toronto',
	CN: 'Asia/Shanghai',
	FR: 'Europe/Paris',
	GB: 'Europe/London',
	MX: 'America/Mexico_City',
	PH: 'Asia/Manila',
	KR: 'Asia/Seoul',
	TW: 'Asia/Taipei',
	AT: 'Europe/Vienna',
};

/** The currency of each market's prices. */
export const MARKET_CURRENCIES: Readonly<Record<Region, string>> = {
	US: 'USD',
	JP: 'JPY',
	SG: 'SGD',
	MY: 'MYR',
	TH: 'THB',
	IN: 'INR',
	AU: 'AUD',
	CA: 'CAD',
	CN: 'CNY',
	FR: 'EUR',
	GB: 'GBP',
	MX: 'MXN',
	PH: 'PHP',
	KR: 'KRW',
	TW: 'TWD',
	AT: 'EUR',
};
