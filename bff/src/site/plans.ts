import { MAX_PLANS, Plan } from '@dropwire/contract';
import { z } from 'zod';

const EXAMPLE = '[{"name": "Starter", "price": "$30 a month", "features": ["1 server", "All regions"]}]';
const Plans = z
	.array(Plan)
	.max(MAX_PLANS, `${MAX_PLANS} plans at most`)
	.refine((plans) => new Set(plans.map(({ name }) => name)).size === plans.length, 'two plans have the same name');

/** The setting `PLANS`: JSON, with the limits of the call that sends it to the pages. Errors name the plan and the field. */
export const plansSetting = z
	.string()
	.transform((text, context): Plan[] => {
		const { data, error } = Plans.safeParse(parsed(text));
		if (data) return data;
		const problems = error.issues.map(({ path, message }) => {
			const [plan, ...field] = path;
			return plan === undefined ? message : [`plan ${Number(plan) + 1}`, ...field, message].join(' ');
		});
		context.addIssue({ code: 'custom', message: `must be JSON like ${EXAMPLE}: ${problems.join(', ')}` });
		return z.NEVER;
	})
	.default([]);

/** Undefined for text that is not JSON, which no schema accepts. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
