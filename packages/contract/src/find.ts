import { PRODUCT_BRANDS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, TopicKey } from './fields.ts';

/** The search of the command palette. */
export const findCalls = {
	find: endpoint({
		method: 'GET',
		path: '/api/find',
		auth: { role: 'admin' },
		description:
			'What contains a text, a few of each: watched SKUs, labels of webhooks, people on the access list, servers, and products of the catalogue by the beginnings of their words. People, servers and webhooks are found by their ids at Discord, too.',
		query: z.object({ q: text(64) }),
		output: z.object({
			skus: z.array(z.object({ sku: z.string(), list: z.string() })),
			labels: z.array(z.object({ ...TopicKey, label: z.string(), webhookId: z.string() })),
			/** Webhooks whose id at Discord ends with the text, if it is a number of at least four digits. */
			webhooks: z.array(z.object({ id: z.string(), target: z.string() })),
			people: z.array(
				z.object({ discordId: z.string(), username: z.string().nullable(), plan: z.string().nullable() }),
			),
			servers: z.array(z.object({ guildId: z.string(), name: z.string() })),
			products: z.array(z.object({ brand: z.enum(PRODUCT_BRANDS), sku: z.string(), title: z.string() })),
		}),
	}),
};
