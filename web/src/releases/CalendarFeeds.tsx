import { type Brand, BRANDS, type Region, REGION_NAMES, REGIONS } from '@dropwire/domain/calendar';
import { useState, useSyncExternalStore } from 'react';
import { CopyAddress } from './CopyAddress.tsx';
import { OwnCalendar } from './OwnCalendar.tsx';

const never = () => () => {};

/** The calendars that calendar apps subscribe to: of a region, with the brand of the filter, and of one's own watches. */
export function CalendarFeeds({ region: filtered, brand }: { region: Region | undefined; brand: Brand | undefined }) {
	const [chosen, setChosen] = useState<Region>('US');
	const region = filtered ?? chosen;
	const path = `/calendar/${region}.ics${brand ? `?brand=${brand}` : ''}`;
	// The server does not know under which address it is read.
	const host = useSyncExternalStore(
		never,
		() => location.host,
		() => '',
	);
	const scheme = useSyncExternalStore(
		never,
		() => location.protocol,
		() => 'https:',
	);
	const what = `${brand ? `${BRANDS[brand].name} releases` : 'all releases'} in ${REGION_NAMES[region]}`;
	return (
		<section className="calendar-feeds" aria-labelledby="calendar-feeds">
			<h2 id="calendar-feeds">Add to your calendar</h2>
			<p>
				Your calendar app reads {what} from this address, and follows when one moves or is cancelled.
				{brand === undefined && ' Filter by brand for a shorter calendar.'}
			</p>
			<div className="calendar-ways">
				{filtered === undefined && (
					<select
						aria-label="Region of the calendar"
						value={chosen}
						onChange={({ currentTarget: { value } }) => setChosen(REGIONS.find((one) => one === value) ?? chosen)}
					>
						{REGIONS.map((one) => (
							<option key={one} value={one}>
								{REGION_NAMES[one]}
							</option>
						))}
					</select>
				)}
				<a className="button" href={host ? `webcal://${host}${path}` : path}>
					Subscribe
				</a>
				<CopyAddress label="Copy address" value={`${scheme}//${host}${path}`} />
			</div>
			<OwnCalendar />
		</section>
	);
}
