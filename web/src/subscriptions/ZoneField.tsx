import '../theme/pickers.ts';
import { isTimeZone } from '@dropwire/contract';
import { Select } from '@mantine/core';

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
export const OWN_ZONE = isTimeZone(BROWSER_ZONE) ? BROWSER_ZONE : 'UTC';
/** The zones shown at once; typing finds the others. */
const SHOWN = 50;

/** A time zone. */
export function ZoneField({ value, change }: { value: string; change(value: string): void }) {
	return (
		<Select
			label="Time zone"
			description="The hours are of this zone; daylight saving time is followed."
			searchable
			allowDeselect={false}
			limit={SHOWN}
			nothingFoundMessage="No time zone matches."
			data={zonesWith(value)}
			value={value}
			onChange={(zone) => zone !== null && change(zone)}
			comboboxProps={{ zIndex: 400 }}
		/>
	);
}

/** All zones of the browser, and those that it names differently. */
function zonesWith(zone: string): string[] {
	return [...new Set([OWN_ZONE, zone, 'UTC', ...Intl.supportedValuesOf('timeZone').filter(isTimeZone)])];
}
