import { randomBytes } from 'node:crypto';
import type { Page } from '@dropwire/contract';
import { type Knex, type Release, Watch } from '@dropwire/db';
import { type Brand, chunks, type Region, RELEASE_LIMITS, WATCH_LIMITS } from '@dropwire/domain';
import type { Call } from '../http/context.ts';
import { hashToken } from '../http/auth.ts';
import { CallError } from '../http/errors.ts';
import { calendarFile } from './calendarFile.ts';
import { page } from './calendars.ts';
import { calendarReleases } from './calendarReleases.ts';

const SECRET_BYTES = 24;
/** Products per statement. */
const PRODUCTS = 200;

/** A product that somebody waits for. */
interface WatchedProduct {
	brand: Brand;
	sku: string;
	/** Null for all. */
	regions: readonly Region[] | null;
}

/** The products that a person watches. */
async function watchedBy(knex: Knex, discordId: string): Promise<WatchedProduct[]> {
	const watches = await Watch.query(knex)
		.where({ discordId })
		.orderBy('id')
		.limit(WATCH_LIMITS.perPremium)
		.select('brand', 'sku', 'regions');
	return watches.map(({ brand, sku, regions }) => ({
		brand,
		sku,
		regions: (regions?.split(',') ?? null) as Region[] | null,
	}));
}

/** Makes the secret of a person's calendar. One from before stops working. @returns the calendar's address */
export async function replaceSecret(call: Call<'calendarSecretReplace'>): Promise<string> {
	const { knex, caller, server } = call;
	const secret = randomBytes(SECRET_BYTES).toString('base64url');
	const row = { discordId: caller.discordId, secretHash: hashToken(secret), createdAt: Date.now() };
	await knex('calendar_secrets').insert(row).onConflict('discordId').merge();
	call.audit({ target: `user ${caller.discordId}`, after: { calendar: 'new address' } });
	return `${server.settings.PUBLIC_URL}/calendar/mine/${secret}.ics`;
}

/**
 * The calendar of the person whose secret this is.
 * @throws CallError 404
 */
export async function ownCalendar({ knex, input: { secret } }: Call<'ownCalendar'>): Promise<Page> {
	const row = await knex('calendar_secrets')
		.where({ secretHash: hashToken(secret) })
		.first('discordId');
	if (!row) throw new CallError('not_found', 'This calendar has another address now, or never existed.');
	const releases = await releasesOf(knex, await watchedBy(knex, row.discordId), Date.now());
	return page(calendarFile(releases, 'Releases of my watches'));
}

/** The releases of products in their regions, as calendars show them. */
async function releasesOf(knex: Knex, products: readonly WatchedProduct[], now: number): Promise<Release[]> {
	const releases: Release[] = [];
	for (const some of chunks(products, PRODUCTS)) {
		const keys = some.map(({ brand, sku }): [string, string] => [brand, sku]);
		const rows = await calendarReleases(knex, now).whereIn(['brand', 'sku'], keys);
		const regions = new Map(some.map((product) => [`${product.brand} ${product.sku}`, product.regions]));
		releases.push(...rows.filter(({ brand, sku, region }) => regions.get(`${brand} ${sku}`)?.includes(region) ?? true));
	}
	return releases.toSorted((a, b) => a.launchAt - b.launchAt || a.id - b.id).slice(0, RELEASE_LIMITS.calendar);
}
