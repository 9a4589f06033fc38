import { z } from 'zod';
import { absoluteUrl, lenient, readAs } from '../fields.ts';
import { isRefused, type ShopRefusal } from '../reading.ts';

const SHOPPING = 'dev.ucp.shopping';
const PERMALINK = 'dev.ucp.shopping.permalink';
/** In a permalink, an ID of these characters is written as it is. */
const PLAIN_ID = /^[\w.-]+$/;

const Profile = z.object({
	ucp: z.object({
		services: z.record(z.string(), z.array(z.object({ transport: z.string(), endpoint: lenient(z.string()) }))),
		capabilities: z.record(z.string(), z.array(z.object({ config: lenient(z.object({ endpoint: z.string() })) }))),
	}),
});

/** What a shop offers to programs (Universal Commerce Protocol, an open specification). */
export interface UcpShop {
	/** The catalogue's endpoints, the preferred first. */
	endpoints: { transport: 'rest' | 'mcp'; url: string }[];
	search: boolean;
	lookup: boolean;
	/** Where links start that put a variant into the cart; null if the shop has none. */
	permalink: string | null;
}

/** Reads `/.well-known/ucp`; a shop without it answers with a page or an error. */
export function readUcpProfile(json: unknown): UcpShop | ShopRefusal {
	const answer = readAs(Profile, json, 'a UCP profile');
	if (isRefused(answer)) return answer;
	const profile = answer.data.ucp;
	const endpoints = (profile.services[SHOPPING] ?? []).flatMap(({ transport, endpoint }) => {
		const url = absoluteUrl(endpoint);
		return url && (transport === 'rest' || transport === 'mcp') ? [{ transport, url } as const] : [];
	});
	return {
		endpoints: endpoints.toSorted((a, b) => Number(b.transport === 'rest') - Number(a.transport === 'rest')),
		search: `${SHOPPING}.catalog.search` in profile.capabilities,
		lookup: `${SHOPPING}.catalog.lookup` in profile.capabilities,
		permalink: absoluteUrl(profile.capabilities[PERMALINK]?.find(({ config }) => config)?.config?.endpoint),
	};
}

/** The link that puts one piece of a variant into the cart. */
export function ucpCartLink(permalink: string, variantId: string): string {
	const token = PLAIN_ID.test(variantId) ? variantId : `~${Buffer.from(variantId).toString('base64url')}`;
	return `${permalink.replace(/\/$/, '')}/${token}:1`;
}
