import type { Database } from '@dropwire/db';
import { REGIONS } from '@dropwire/domain';
import { notFound } from '../http/errors.ts';
import type { Server } from '../http/context.ts';
import type { Feature } from '../http/feature.ts';
import { createCalendars } from './calendars.ts';
import { exportReleases } from './exportReleases.ts';
import { importReleases } from './importReleases.ts';
import { listReleases, type Wanted } from './list.ts';
import { ownCalendar, replaceSecret } from './ownCalendars.ts';
import { presentReleases } from './present.ts';

/** When products are released. */
export function releasesFeature(services: Pick<Server, 'db' | 'responses'>) {
	const calendars = createCalendars(services);
	return {
		handlers: {
			releases: ({ input, knex }) => readReleases({ knex }, input),

			releaseCalendar: async ({ input: { brand, id, ...input } }) => {
				const region = REGIONS.find((one) => one === input.region.toUpperCase());
				if (!region) throw notFound(`Region "${input.region}"`);
				if (id === undefined) return calendars.ofRegion({ region, brand });
				const calendar = await calendars.ofRelease({ region, id: Number(id) });
				if (!calendar) throw notFound(`Release ${id} in ${region}`);
				return calendar;
			},

			ownCalendar: (call) => {
				call.header('Cache-Control', 'private, no-cache');
				return ownCalendar(call);
			},

			releasesExport: ({ input, knex }) => exportReleases(knex, input.format),

			releasesImport: importReleases,

			calendarSecret: async ({ knex, caller: { discordId } }) => {
				const row = await knex('calendar_secrets').where({ discordId }).first('createdAt');
				return { data: { exists: row !== undefined, createdAt: row?.createdAt ?? null } };
			},

			calendarSecretReplace: async (call) => ({ data: { url: await replaceSecret(call) } }),
		},
	} satisfies Feature;
}

/** A page of releases as of now. */
export async function readReleases({ knex }: Pick<Database, 'knex'>, wanted: Wanted) {
	const now = Date.now();
	const { rows, nextCursor } = await listReleases(knex, wanted, now);
	return { data: await presentReleases(knex, rows, now), nextCursor };
}
