import type { Release } from '@dropwire/db';
import {
	formatMoney,
	launchMethodText,
	MARKET_ZONES,
	type Region,
	REGION_NAMES,
	type ReleaseMove,
	tidy,
} from '@dropwire/domain';
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';

/** How often programs read a calendar again. */
const REFRESH_S = 3600;
/** Ends the ids of events: unlike the server's address, it never changes, and an id that changes is another event. */
const UID_DOMAIN = 'dropwire';
/** What a URI must not have (RFC 3986, 2), and what the library escapes in one: readers do not take escapes back. */
const NOT_IN_URI = /[^\w\-.~:/?#[\]@!$&'()*+=%]/gu;

/** Releases as an iCalendar file. The same releases make the same text, so that its ETag lasts. */
export function calendarFile(releases: readonly Release[], name: string): string {
	const calendar = ical({
		name,
		prodId: { company: 'Dropwire', product: 'Release calendar', language: 'EN' },
		ttl: REFRESH_S,
	});
	for (const release of releases) {
		const { id, sequence, changedAt, launchAt, title, url, cancelledAt } = release;
		const changed = new Date(changedAt);
		calendar.createEvent({
			id: `release-${id}@${UID_DOMAIN}`,
			sequence,
			stamp: changed,
			lastModified: changed,
			start: new Date(launchAt),
			summary: tidy(title),
			description: describe(release),
			url: url && uri(url),
			status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
			// A launch does not block the reader's time.
			transparency: ICalEventTransparency.TRANSPARENT,
		});
	}
	return `${calendar.toString()}\r\n`;
}

function describe({ sku, region, method, entriesUntil, price, currency, cancelledAt, moves }: Release): string {
	const until = entriesUntil === null ? null : marketTime(region, entriesUntil);
	const how = launchMethodText(method, until);
	const { from } = (JSON.parse(moves) as ReleaseMove[]).at(-1) ?? {};
	return [
		...(cancelledAt === null ? [] : ['Cancelled.']),
		`SKU: ${tidy(sku)}`,
		`Region: ${REGION_NAMES[region]}`,
		...(how === '' ? [] : [`How it is sold: ${how}`]),
		...(price === null || currency === null ? [] : [`Price: ${formatMoney(price, currency)}`]),
		...(from === undefined ? [] : [`Moved from ${marketTime(region, from)}`]),
	].join('\n');
}

const formats = new Map<Region, Intl.DateTimeFormat>();

/** A time in the zone of the market, with the zone. */
function marketTime(region: Region, at: number): string {
	let format = formats.get(region);
	if (!format) {
		format = new Intl.DateTimeFormat('en', {
			timeZone: MARKET_ZONES[region],
			day: 'numeric',
			month: 'short',
			year: 'numeric',
			hour: 'numeric',
			minute: '2-digit',
			timeZoneName: 'short',
		});
		formats.set(region, format);
	}
	return format.format(at);
}

function uri(url: string): string {
	return (URL.parse(url)?.href ?? url).toWellFormed().replace(NOT_IN_URI, (char) => encodeURIComponent(char));
}
