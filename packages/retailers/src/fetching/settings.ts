import { httpUrl, originUrl } from '@dropwire/domain/settings';
import { z } from 'zod';

const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** The settings of all requests to shops, as a zod shape. */
export const fetchSettings = {
	CONTACT_EMAIL: z.email('must be an email address such as operator@drop.example').optional().meta({
		description: 'The email address of the operator, shown on the terms page and in every request to a shop',
	}),
	PRIVATE_SHOPS: list.pipe(z.array(originUrl())).default([]).meta({
		description: 'Origins of shops at private addresses whose product links are fetched, separated by commas',
	}),
	PROXY_URLS: list.pipe(z.array(httpUrl())).default([]).meta({
		description:
			"HTTP proxies for requests to shops, separated by commas; a shop's requests move to the next one after a wall",
	}),
};

/** The values of `fetchSettings`. */
export type FetchSettings = Readonly<{
	CONTACT_EMAIL?: string | undefined;
	PRIVATE_SHOPS: readonly string[];
	PROXY_URLS: readonly string[];
}>;
