import type { Page } from '@dropwire/contract';
import { type Knex, Release, tableByIndex } from '@dropwire/db';
import {
	type Brand,
	BRANDS,
	PRODUCT_BRANDS,
	type Region,
	REGION_NAMES,
	REGIONS,
	RELEASE_LIMITS,
} from '@dropwire/domain';
import type { Server } from '../http/context.ts';
import { createMemo } from '../http/memo.ts';
import { etagOf } from '../http/respond.ts';
import { calendarFile } from './calendarFile.ts';
import { calendarReleases } from './calendarReleases.ts';

/** How long a calendar that nothing has changed is kept, ms: until then releases that are too old remain in it. */
const TTL_MS = 60_000;
/** Changes that are compared to find out whether there is a newer one. */
const NEWEST = 20;
const MAX_CALENDARS = REGIONS.length * (PRODUCT_BRANDS.length + 1);

/** The calendars of regions, as files. Calls without a change are answered from memory. */
export interface Calendars {
	ofRegion(wanted: { region: Region; brand: Brand | undefined }): Promise<Page>;
	/** @returns null if the region has no release with this id */
	ofRelease(wanted: { region: Region; id: number }): Promise<Page | null>;
}

export function createCalendars({ db: { knex }, responses }: Pick<Server, 'db' | 'responses'>) {
	const files = createMemo<Page>({ ttl: TTL_MS, max: MAX_CALENDARS });
	let latest: string | null = null;
	return {
		async ofRegion({ region, brand }) {
			// Every write of this process, and half a second, ends what `responses` has.
			const version = await responses.get('releases', () => readVersion(knex));
			if (version !== latest) files.forget();
			latest = version;
			return files.get(`${region} ${brand ?? ''}`, async () => {
				const releases = await releasesOfRegion(knex, { region, brand }, Date.now());
				return page(calendarFile(releases, nameOf(region, brand)));
			});
		},
		async ofRelease({ region, id }) {
			const release = await Release.query(knex).findById(id).where({ region });
			return release ? page(calendarFile([release], nameOf(region, release.brand))) : null;
		},
	} satisfies Calendars;
}

export function page(body: string): Page {
	return { type: 'text/calendar; charset=utf-8', body, etag: etagOf(body) };
}

function nameOf(region: Region, brand: Brand | undefined): string {
	return `${brand ? `${BRANDS[brand].name} releases` : 'Releases'}: ${REGION_NAMES[region]}`;
}

/** What is different after every change of a release: several can change at the same moment. */
async function readVersion(knex: Knex): Promise<string> {
	const newest = await knex
		.from(tableByIndex(knex, 'releases', 'releases_changed_index'))
		.orderBy('changedAt', 'desc')
		.limit(NEWEST)
		.select('id', 'changedAt', 'sequence');
	return JSON.stringify(newest);
}

async function releasesOfRegion(
	knex: Knex,
	{ region, brand }: { region: Region; brand: Brand | undefined },
	now: number,
): Promise<Release[]> {
	const index = brand === undefined ? 'releases_region_launch_index' : 'releases_region_brand_launch_index';
	return calendarReleases(knex, now)
		.from(tableByIndex(knex, 'releases', index))
		.where({ region, ...(brand !== undefined && { brand }) })
		.orderBy(['launchAt', 'id'])
		.limit(RELEASE_LIMITS.calendar);
}
