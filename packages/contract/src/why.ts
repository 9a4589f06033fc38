import {
	PRODUCT_BRANDS,
	WHY_CODES,
	WHY_LIMITS,
	WHY_RULES,
	WHY_STEPS,
	type WhyOutcome,
	type WhyStep,
} from '@dropwire/domain';
import { z } from 'zod';
import { Id, QueryTime, Region, Snowflake, StoredSku, word } from './fields.ts';

const Steps = Object.keys(WHY_STEPS) as [WhyStep, ...WhyStep[]];
const Outcomes = [...new Set(Object.values(WHY_STEPS).flat())] as [WhyOutcome, ...WhyOutcome[]];

/** What came of a step. */
const Outcome = z.object({
	step: z.enum(Steps),
	/** One of `WHY_STEPS[step]`. */
	outcome: z.enum(Outcomes),
	/** Why, as a word that a program can translate; null where the outcome says it. */
	code: z.enum(WHY_CODES).nullable(),
	/** The particulars in plain English, like the reason of a shop or the delays of a message; null without any. */
	detail: z.string().nullable(),
});
export type WhyVerdict = z.infer<typeof Outcome>;

const Row = Outcome.extend({
	/** Epoch ms; null for what is so now. */
	at: z.number().nullable(),
	/** The end of a step that took a time or was repeated; null for a moment. */
	until: z.number().nullable(),
	/** How many like steps in a row are joined. */
	count: z.number().int(),
	/** The event whose path the step is on; null before there is one. */
	eventId: z.string().nullable(),
});
export type WhyRow = z.infer<typeof Row>;

/** What happened to a product around a moment. */
export const ProductWhy = z.object({
	data: z.array(Row).max(WHY_LIMITS.rows),
	/** The first step that said no on the path of the event nearest to the moment; null if its message was sent or still waits. */
	verdict: Outcome.nullable(),
});
export type ProductWhy = z.infer<typeof ProductWhy>;

/** Why a subscription got the message of an event or did not. */
export const SubscriptionWhy = z.object({
	data: z.object({
		sent: z.enum(['no', 'waiting', 'yes']),
		reasons: z.array(
			z.object({
				rule: z.enum(WHY_RULES),
				/** Null for a rule after the one that decided. */
				passed: z.boolean().nullable(),
				detail: z.string(),
			}),
		),
	}),
});
export type SubscriptionWhy = z.infer<typeof SubscriptionWhy>;

/** What both forms of the call need: an event and a subscription, or a product in a region. */
const FORMS = { event: ['subscription'], product: ['brand', 'sku', 'region'] } as const;
/** How far a caller's clock can be ahead of the server's, ms. */
const CLOCK_AHEAD_MS = 5000;

/** With `event`, why a subscription got its message or not; otherwise what happened to a product. */
export const WhyQuery = z
	.object({
		event: Id.optional(),
		subscription: Id.optional(),
		brand: word(PRODUCT_BRANDS).optional(),
		sku: StoredSku.optional(),
		region: Region.optional(),
		/** The moment, epoch ms; now by default. */
		at: QueryTime.optional(),
		/** The server whose subscriptions are asked about; the operators' without it and `watchId`. */
		guildId: Snowflake.optional(),
		/** One of the caller's watches. */
		watchId: Id.optional(),
	})
	.superRefine((query, context) => {
		const problem = (field: keyof typeof query, message: string) =>
			context.addIssue({ code: 'custom', path: [field], message });
		for (const field of FORMS[query.event === undefined ? 'product' : 'event']) {
			if (query[field] === undefined) problem(field, 'is required');
		}
		if (query.event !== undefined) return;
		if (query.guildId !== undefined && query.watchId !== undefined) {
			problem('watchId', 'must not be together with guildId: ask about a server or about a watch');
		}
		const ago = Date.now() - (query.at ?? Date.now());
		if (ago < -CLOCK_AHEAD_MS) problem('at', `must not be in the future: ${query.at}`);
		if (ago > WHY_LIMITS.backMs) problem('at', `must be at most 30 days ago: ${query.at}`);
	});
