import { hash } from 'node:crypto';
import type { StoredRow } from '@dropwire/db';
import { BRANDS, clipText, formatMoney, launchMethodText, REGION_NAMES } from '@dropwire/domain';
import { discordTime } from '../message/discordTime.ts';

/** Discord's limits of a scheduled event, characters (its documentation, "Guild Scheduled Event"). */
const MAX = { name: 100, description: 1000, location: 100 } as const;
/** How long an event lasts, ms: Discord requires an end. */
const LASTS_MS = 3_600_000;
/** Discord's values: members of the server only; outside Discord. */
const [GUILD_ONLY, EXTERNAL] = [2, 3] as const;

export type Release = Pick<
	StoredRow<'releases'>,
	'id' | 'brand' | 'sku' | 'region' | 'title' | 'url' | 'launchAt' | 'method' | 'entriesUntil' | 'price' | 'currency'
>;

/** What the bot writes for a release, and the hash by which a later difference is found. */
export interface Scheduled {
	releaseId: number;
	startsAt: number;
	version: string;
	body: object;
}

/**
 * A release as a scheduled event: from the launch on for an hour, at the product's page.
 * @param publicUrl the origin of the web app, whose page of the product replaces an address that Discord has no space for
 */
export function composeScheduled(release: Release, publicUrl: string | null): Scheduled {
	const { id: releaseId, sku, title, launchAt } = release;
	const body = {
		name: clipText(title.trim() || sku, MAX.name),
		description: describe(release),
		scheduled_start_time: new Date(launchAt).toISOString(),
		scheduled_end_time: new Date(launchAt + LASTS_MS).toISOString(),
		privacy_level: GUILD_ONLY,
		entity_type: EXTERNAL,
		entity_metadata: { location: locationOf(release, publicUrl) },
	};
	return { releaseId, startsAt: launchAt, version: hash('sha256', JSON.stringify(body)), body };
}

/** The last line of a description. By it, an event is found again whose id was not stored. */
export function markOf(releaseId: number): string {
	return `Dropwire release ${releaseId}`;
}
const MARK = /\bDropwire release (\d{1,15})$/;

function describe({ id, sku, region, url, method, entriesUntil, price, currency }: Release): string {
	const how = launchMethodText(method, discordTime(entriesUntil, 'f'));
	const mark = markOf(id);
	const lines = [
		[sku, REGION_NAMES[region], price !== null && currency !== null && formatMoney(price, currency), how],
		[url],
	].map((parts) => parts.filter(Boolean).join(' · '));
	return `${clipText(lines.filter(Boolean).join('\n'), MAX.description - mark.length - 1)}\n${mark}`;
}

/** The release that an event of the bot is about; null for none. */
export function releaseIn(description: unknown): number | null {
	const [, id] = typeof description === 'string' ? (MARK.exec(description.trim()) ?? []) : [];
	return id === undefined ? null : Number(id);
}

function locationOf({ brand, sku, url }: Release, publicUrl: string | null): string {
	const page = publicUrl && `${publicUrl}/products/${brand}/${encodeURIComponent(sku)}`;
	return [url, page].find((one) => one && one.length <= MAX.location) ?? BRANDS[brand].name;
}
