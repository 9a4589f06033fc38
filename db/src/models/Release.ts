import type { Brand, LaunchMethod, Region, ReleaseOrigin } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A launch of a product in a region. Its `id` stays the same when it moves, is cancelled, or is announced again. */
export class Release extends Row {
	static override tableName = 'releases';

	declare id: number;
	declare brand: Brand;
	declare sku: string;
	declare region: Region;
	declare title: string;
	declare image: string | null;
	declare url: string | null;
	declare launchAt: number;
	declare method: LaunchMethod | null;
	declare entriesUntil: number | null;
	/** In the currency's minor unit; null without a currency. */
	declare price: number | null;
	declare full: number | null;
	declare currency: string | null;
	/** Who named the current date. A shop's date replaces an import's. */
	declare origin: ReleaseOrigin;
	declare announcedAt: number;
	/** When the current date became known; reminders are sent for later minutes only. */
	declare datedAt: number;
	declare changedAt: number;
	/** How often the date or the state has changed (RFC 5545: SEQUENCE). */
	declare sequence: number;
	declare cancelledAt: number | null;
	/** JSON of `ReleaseMove[]`, oldest first. */
	declare moves: string;
}
