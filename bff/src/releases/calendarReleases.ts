import { type Knex, Release } from '@dropwire/db';
import { RELEASE_LIMITS } from '@dropwire/domain';

/** What calendars show: recent and future launches, and those that were cancelled recently. */
export function calendarReleases(knex: Knex, now: number) {
	const since = now - RELEASE_LIMITS.calendarPastMs;
	return Release.query(knex)
		.where('launchAt', '>=', since)
		.where('launchAt', '<=', now + RELEASE_LIMITS.aheadMs)
		.where((is) => void is.whereNull('cancelledAt').orWhere('cancelledAt', '>=', since));
}
