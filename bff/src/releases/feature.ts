import type { Database } from '@dropwire/db';
import type { Feature } from '../http/feature.ts';
import { listReleases, type Wanted } from './list.ts';
import { presentReleases } from './present.ts';

/** When products are released. */
export const releasesFeature = {
	handlers: {
		releases: ({ input, knex }) => readReleases({ knex }, input),
	},
} satisfies Feature;

/** A page of releases as of now. */
export async function readReleases({ knex }: Pick<Database, 'knex'>, wanted: Wanted) {
	const now = Date.now();
	const { rows, nextCursor } = await listReleases(knex, wanted, now);
	return { data: await presentReleases(knex, rows, now), nextCursor };
}
