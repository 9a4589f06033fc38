import { INTERVAL_REASONS } from '@dropwire/domain';
import { z } from 'zod';

/** How often something is checked, and why. */
export const CheckInterval = z.object({
	/**
	 * The time between two checks now, ms. Of several products, that in which the next change is expected to be found: the mean,
	 * in which a product counts by how soon it is expected to change.
	 */
	ms: z.number().int(),
	/** The interval if all products of the shop were checked equally often. None is longer than four of these. */
	uniformMs: z.number().int(),
	reason: z.enum(INTERVAL_REASONS),
	/** Launches, shock drops, restocks and new listings a day, as observed; recent ones count more. */
	changesPerDay: z.number(),
	/** The subscriptions that wait for it. */
	waiting: z.number().int(),
	/** When these changes usually come, in the market's zone; null if there are too few, or they come at any time. */
	usual: z
		.object({
			/** 1 is Monday, 7 Sunday; both are included. */
			fromDay: z.number().int(),
			toDay: z.number().int(),
			/** Whole hours; `toHour` is exclusive. */
			fromHour: z.number().int(),
			toHour: z.number().int(),
			zone: z.string(),
		})
		.nullable(),
});
export type CheckInterval = z.infer<typeof CheckInterval>;
