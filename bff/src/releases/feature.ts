import type { Feature } from '../http/feature.ts';
import { listReleases } from './list.ts';
import { presentReleases } from './present.ts';

/** When products are released. */
export const releasesFeature = {
	handlers: {
		releases: async ({ input, knex }) => {
			const now = Date.now();
			const { rows, nextCursor } = await listReleases(knex, input, now);
			return { data: await presentReleases(knex, rows, now), nextCursor };
		},
	},
} satisfies Feature;
