import { GRANT_PROVIDERS, GRANT_STATES, GRANT_SUBJECTS, GRANTS_PAGE } from '@dropwire/domain';
import { PLAN_RIGHTS } from '@dropwire/domain/plans';
import { z } from 'zod';
import { endpoint, SIGNERS } from './endpoint.ts';
import { lowerWord, NextCursor, Snowflake, text } from './fields.ts';

/** The earliest and the latest time that is accepted: values in seconds or microseconds lie outside. */
const [EARLIEST, LATEST] = [Date.UTC(2020, 0), Date.UTC(2100, 0)];
const TIME_RULE = 'must be a time in milliseconds since 1970, from 2020 to 2100';
const Time = z.int(TIME_RULE).min(EARLIEST, TIME_RULE).max(LATEST, TIME_RULE);

/** How far the clock of a billing service can be ahead of the server's, ms. */
const CLOCK_AHEAD_MS = 5 * 60_000;
/** A Standard Webhooks id, an event's id, and the billing service's id of what was bought. */
const MAX_ID = 255;

const Grant = z.object({
	id: z.string(),
	provider: z.enum(GRANT_PROVIDERS),
	/** The provider's id: of the entitlement at Discord, or as the billing service names it; of a manual one, its subject. */
	externalId: z.string(),
	subject: z.enum(GRANT_SUBJECTS),
	/** The Discord id of the person or server. */
	subjectId: z.string(),
	/** The name of the person or server; null if it is not known. */
	subjectName: z.string().nullable(),
	/** The plan's id; of a manual grant whose plan the settings do not name, the operator's text or null. */
	plan: z.string().nullable(),
	/** As it is shown; null without a plan. */
	planName: z.string().nullable(),
	/** What the grant gives while it is active; empty if the settings name the plan no longer. */
	rights: z.array(z.enum(PLAN_RIGHTS)),
	startsAt: z.number(),
	/** Null for a grant without an end, and for a subscription at Discord that was not cancelled. */
	endsAt: z.number().nullable(),
	state: z.enum(GRANT_STATES),
});
export type Grant = z.infer<typeof Grant>;

/** Signed bodies that were rejected within the last 7 days, by reason, the newest first. */
export const RejectedEvents = z.array(
	z.object({
		signer: z.enum(SIGNERS),
		reason: z.enum(['headers', 'signature', 'time', 'size', 'body', 'replayed']),
		count: z.number().int(),
		lastAt: z.number(),
	}),
);

const Summary = z.object({
	/** One row per plan and provider that has or had a grant. `new` and `ended` count the last 30 days, `ending` the next 30. */
	plans: z.array(
		z.object({
			plan: z.string().nullable(),
			planName: z.string().nullable(),
			provider: z.enum(GRANT_PROVIDERS),
			active: z.number().int(),
			new: z.number().int(),
			ended: z.number().int(),
			ending: z.number().int(),
		}),
	),
	/** The latest reading of Discord's list of entitlements; null if the settings sell nothing there. */
	discord: z
		.object({
			/** Epoch ms; null before the first reading. */
			readAt: z.number().nullable(),
			/** Why the latest attempt failed; null if it succeeded. */
			problem: z.string().nullable(),
		})
		.nullable(),
	/** Whether the settings have the secret that each signer needs. */
	signers: z.record(z.enum(SIGNERS), z.boolean()),
	rejected: RejectedEvents,
});
export type GrantSummary = z.infer<typeof Summary>;

const Subject = { subject: lowerWord(GRANT_SUBJECTS), subjectId: Snowflake };

const BillingGrant = z
	.object({
		externalId: text(MAX_ID),
		/** The person or the server that has the grant: exactly one of them. */
		discordId: Snowflake.optional(),
		guildId: Snowflake.optional(),
		/** The id of a plan with rights. */
		plan: text(40),
		startsAt: Time,
		endsAt: Time.nullable(),
	})
	.superRefine(({ discordId, guildId, startsAt, endsAt }, context) => {
		const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
		if (discordId === undefined && guildId === undefined) problem('discordId', 'is required, or guildId');
		if (discordId !== undefined && guildId !== undefined) problem('guildId', 'must be absent where discordId is given');
		if (endsAt !== null && endsAt < startsAt) problem('endsAt', `must not be before startsAt (${startsAt})`);
	});

/** An event of a billing service. Times are epoch ms. */
const BillingEvent = z.object({
	type: z.enum(['grant.created', 'grant.updated', 'grant.ended'], {
		error: 'must be grant.created, grant.updated or grant.ended',
	}),
	id: text(MAX_ID),
	occurredAt: Time.refine((time) => time <= Date.now() + CLOCK_AHEAD_MS, {
		error: ({ input }) => `must not be in the future: ${String(input)}, and the server's time is ${Date.now()}`,
	}),
	grant: BillingGrant,
});
export type BillingEvent = z.output<typeof BillingEvent>;

/** Access that people and servers have from operators, Discord's store and billing services. */
export const grantCalls = {
	grants: endpoint({
		method: 'GET',
		path: '/api/grants',
		auth: { role: 'member', bot: true },
		description: `The grants of a person or server, newest first, ${GRANTS_PAGE} a page. Without \`subject\`: all for operators, and for others their own and those of the servers that they manage. Only operators can name somebody else (403).`,
		query: z.object({
			subject: Snowflake.optional(),
			cursor: z
				.string()
				.trim()
				.regex(/^\d{1,15}-\d{1,20}$/, 'must be the nextCursor of a page')
				.optional(),
		}),
		output: z.object({ data: z.array(Grant), nextCursor: NextCursor }),
	}),
	grantSummary: endpoint({
		method: 'GET',
		path: '/api/grantsummary',
		auth: { role: 'admin' },
		description:
			'Grants by plan and provider with those that began and ended in the last 30 days and end in the next 30, and the state of what reports them.',
		output: z.object({ data: Summary }),
	}),
	grantAdd: endpoint({
		method: 'POST',
		path: '/api/grants',
		auth: { role: 'admin' },
		description:
			'Gives a person or server a plan by hand, or changes the end of what they were given by hand. A person is added to the access list. Paid grants stay as they are.',
		body: z.object({
			...Subject,
			/** The id of a plan with rights. */
			plan: text(40),
			/** Null for never. */
			endsAt: Time.nullable().default(null),
		}),
		output: z.object({ data: Grant }),
		status: 201,
		errors: ['conflict'],
	}),
	grantEnd: endpoint({
		method: 'POST',
		path: '/api/grantend',
		auth: { role: 'admin' },
		description:
			'Ends a grant that was given by hand. A paid one is ended where it was bought (409): the next report would bring it back.',
		body: z.object({ id: text(40) }),
		output: z.object({ data: Grant }),
		errors: ['not_found', 'conflict'],
	}),
	botEntitlements: endpoint({
		method: 'POST',
		path: '/api/bot/entitlements',
		auth: { role: 'admin', bot: true, via: 'token' },
		description:
			'The bot reports that an entitlement changed at Discord. The list of entitlements is read within 2 s; what changed is not taken from the report.',
		effects: 'own',
		output: z.object({ data: z.object({ reading: z.boolean() }) }),
	}),
	billingEvents: endpoint({
		method: 'POST',
		path: '/billing/events',
		auth: { role: 'anyone', signed: 'billing' },
		limits: { rate: 'signedEvents', body: '64kb' },
		description:
			'A billing service reports a grant, signed as Standard Webhooks describes (webhook-id, webhook-timestamp within 5 minutes, webhook-signature with BILLING_SECRETS). An event that is not newer (`occurredAt`) than the latest of its `externalId`, and a webhook-id of the last 7 days, change nothing. 404 without BILLING_SECRETS.',
		body: BillingEvent,
		output: 'nothing',
		status: 204,
		errors: ['unauthenticated', 'not_found'],
	}),
	discordEvents: endpoint({
		method: 'POST',
		path: '/discord/events',
		auth: { role: 'anyone', signed: 'discord' },
		limits: { rate: 'signedEvents', body: '64kb' },
		description:
			"Discord's webhook events, signed with Ed25519 (DISCORD_PUBLIC_KEY). An event about an entitlement makes the server read the list of entitlements within 2 s. 404 without DISCORD_PUBLIC_KEY.",
		body: z.object({
			/** 0 is a PING, 1 an event. */
			type: z.int(),
			event: z.object({ type: text(100) }).nullish(),
		}),
		effects: 'own',
		output: 'nothing',
		status: 204,
		errors: ['unauthenticated', 'not_found'],
	}),
};
