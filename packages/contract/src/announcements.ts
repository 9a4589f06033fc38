import { DELIVERY_STATUSES, LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Snowflake, text, WebhookUrl, WebUrl } from './fields.ts';

/** Servers that one announcement can name, and that a list of them has. */
export const MAX_SERVERS = 500;

const Announcement = z.object({
	id: z.string(),
	title: z.string(),
	createdAt: z.number(),
	/** Its deliveries by status. */
	counts: z.record(z.enum(DELIVERY_STATUSES), z.number().int()),
});

/** Stock number announcements: messages that an operator writes to many webhooks. */
export const announcementCalls = {
	stockNumberSend: endpoint({
		method: 'POST',
		path: '/api/stocknumbersend',
		auth: { role: 'admin' },
		idempotent: true,
		limits: { rate: 'announcements', body: '16mb' },
		description:
			'Queues an announcement for webhooks of the saved list and, with `servers`, for those of the servers that link Stock Numbers, or of some of them; 202 once every delivery is stored. The header Idempotency-Key makes a repeat answer the first one and send nothing.',
		body: z.object({
			title: text(LIMITS.title),
			imageURL: WebUrl,
			description: text(LIMITS.description),
			/** At least one, unless servers get it. */
			webhooks: z.array(WebhookUrl).max(LIMITS.list, `must have at most ${LIMITS.list} webhooks`),
			/** Whether the servers that link the topic of announcements get it too, or the ids of those that do. */
			servers: z
				.union([
					z.boolean(),
					z.array(Snowflake).max(MAX_SERVERS, `must have at most ${MAX_SERVERS} servers; true is all of them`),
				])
				.default(false),
		}),
		output: z.object({ data: z.object({ id: z.string(), deliveries: z.number().int() }) }),
		status: 202,
		errors: ['conflict'],
	}),
	announcementTally: endpoint({
		method: 'GET',
		path: '/api/announcements/:id',
		auth: { role: 'admin' },
		description: 'How far an announcement got: its deliveries, counted by what became of them.',
		params: z.object({ id: Id }),
		output: z.object({ data: Announcement }),
		errors: ['not_found'],
	}),
	announcementServers: endpoint({
		method: 'GET',
		path: '/api/announcementservers',
		auth: { role: 'admin' },
		description:
			'How many servers link Stock Numbers and so get announcements with `servers`, and with how many webhooks. Paused links and servers, and webhooks that are off, do not count.',
		output: z.object({ data: z.object({ servers: z.number().int(), webhooks: z.number().int() }) }),
	}),
	announcementServerList: endpoint({
		method: 'GET',
		path: '/api/announcementserverlist',
		auth: { role: 'admin' },
		description: `These servers by name, each with the number of its webhooks: the first ${MAX_SERVERS} whose name or id contains a text.`,
		query: z.object({ q: text(LIMITS.label).optional() }),
		output: z.object({
			data: z.array(z.object({ guildId: z.string(), name: z.string(), webhooks: z.number().int() })),
		}),
	}),
	announcementsSent: endpoint({
		method: 'GET',
		path: '/api/announcements',
		auth: { role: 'admin' },
		description: 'The announcements that were sent, newest first, 20 a page, with what became of their deliveries.',
		query: z.object({ cursor: Id.optional() }),
		output: z.object({
			data: z.array(
				Announcement.extend({
					/** The name of the person who sent it; null if that person has never signed in. */
					by: z.string().nullable(),
				}),
			),
			nextCursor: NextCursor,
		}),
	}),
};
