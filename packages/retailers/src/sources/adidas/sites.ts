import type { Region } from '@dropwire/domain';

/** adidas' shop of a region. */
export interface Site {
	/** The site's name in API paths. */
	sitePath: string;
	/** The currency of its prices, which no answer contains. */
	currency: string;
}

/** The supported sites. adidas' topics cover only the US, so nobody would read a second site's data yet. */
export const SITES: Readonly<Partial<Record<Region, Site>>> = { US: { sitePath: 'us', currency: 'USD' } };
