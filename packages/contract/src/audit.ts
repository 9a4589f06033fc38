import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, QueryTime, Snowflake, text } from './fields.ts';

/** A row of the audit log. */
export const AuditEntry = z.object({
	id: z.string(),
	at: z.number(),
	/** Discord id; null if no user was signed in. */
	actor: z.string().nullable(),
	actorName: z.string().nullable(),
	/** The operator whose bot token made the change in the name of the actor; null for other changes. */
	botOwner: z.string().nullable(),
	via: z.string(),
	action: z.string(),
	target: z.string().nullable(),
	guildId: z.string().nullable(),
	/** The webhook that the change is about, while it exists: the id of its page, and its label in an operator group. */
	webhook: z.object({ id: z.string(), label: z.string().nullable() }).nullable(),
	before: z.unknown(),
	after: z.unknown(),
	requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The audit log. */
export const auditCalls = {
	audit: endpoint({
		method: 'GET',
		path: '/api/audit',
		auth: { role: 'admin' },
		description:
			'Who changed what, newest first. With `object`, a call searches a bounded part of the log, so that a page can have fewer rows, or none, although more pages follow.',
		query: z.object({
			/** The Discord id of the person. */
			person: Snowflake.optional(),
			/** A part of what was changed: of the entry's target, or of the values before and after. */
			object: text(LIMITS.label).optional(),
			/** Epoch ms, inclusive. */
			since: QueryTime.optional(),
			until: QueryTime.optional(),
			cursor: Id.optional(),
		}),
		output: z.object({ data: z.array(AuditEntry), nextCursor: NextCursor }),
	}),
};
