import { z } from 'zod';

/** What a plan gives: the access of a client, or that of a premium client, which includes it. */
export const PLAN_RIGHTS = ['client', 'premium'] as const;
export type PlanRight = (typeof PLAN_RIGHTS)[number];

export const MAX_PLANS = 6;

/** A plan that the operator offers, as in the setting `PLANS`. */
export const Plan = z
	.strictObject({
		/** Grants name the plan by it. */
		id: z
			.string()
			.trim()
			.regex(/^[\w.-]{1,40}$/, 'must have 1 to 40 letters, digits, dots, hyphens or underscores')
			.optional(),
		name: z.string().trim().min(1).max(40),
		/** As it is shown, with currency and period: "$30 a month". */
		price: z.string().trim().min(1).max(40),
		features: z.array(z.string().trim().min(1).max(120)).max(12),
		/** What a grant of the plan gives; a plan without rights is only shown. */
		rights: z.array(z.enum(PLAN_RIGHTS)).max(PLAN_RIGHTS.length).optional(),
		/** The plan's subscription or durable item in the application's store at Discord. */
		discordSku: z
			.string()
			.trim()
			.regex(/^\d{17,20}$/, 'must be a Discord id of 17 to 20 digits')
			.optional(),
	})
	.superRefine(({ id, rights = [], discordSku }, context) => {
		const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
		if (rights.length > 0 && id === undefined) problem('id', 'is required for a plan with rights');
		if (discordSku !== undefined && rights.length === 0) problem('rights', 'are required for a plan with discordSku');
	});
export type Plan = z.infer<typeof Plan>;

/** The plans of the setting `PLANS`: no name, id or SKU is used twice. */
export const Plans = z
	.array(Plan)
	.max(MAX_PLANS, `${MAX_PLANS} plans at most`)
	.superRefine((plans, context) => {
		for (const field of ['name', 'id', 'discordSku'] as const) {
			const values = plans.flatMap((plan) => plan[field] ?? []);
			if (new Set(values).size < values.length) {
				context.addIssue({ code: 'custom', message: `two plans have the same ${field}` });
			}
		}
	});
