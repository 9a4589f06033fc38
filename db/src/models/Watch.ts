import type { Brand } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A product that a person wants notices about. One per person, brand and SKU. */
export class Watch extends Row {
	static override tableName = 'watches';
	static override booleans = ['muted'];

	declare id: number;
	declare discordId: string;
	declare brand: Brand;
	declare sku: string;
	/** Separated by commas; null for all. */
	declare regions: string | null;
	/** In the minor unit of `maxCurrency`; null without a limit. */
	declare maxAmount: number | null;
	declare maxCurrency: string | null;
	/** JSON of `SubscriptionOptions` with kinds, sizes and states only. */
	declare options: string;
	declare muted: boolean;
	declare snoozedUntil: number | null;
	declare createdAt: number;
	/** The event of the last notice that was sent, and when. */
	declare lastEventId: number | null;
	declare lastAt: number | null;
}
