import '../theme/pickers.ts';
import { isTimeZone } from '@dropwire/contract';
import { Checkbox, Select, TextInput } from '@mantine/core';
import type { FieldsProps } from './problems.ts';

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const OWN_ZONE = isTimeZone(BROWSER_ZONE) ? BROWSER_ZONE : 'UTC';
/** Quiet hours when they are switched on. */
const NIGHT = { from: '22:00', to: '08:00', zone: OWN_ZONE };
/** The zones shown at once; typing finds the others. */
const SHOWN = 50;

/** When messages are silent. */
export function QuietFields({ draft: { quiet }, set, problems }: FieldsProps) {
	return (
		<fieldset>
			<legend>Quiet hours</legend>
			<Checkbox
				label="Silent at certain hours"
				description="Messages still arrive, without a sound and without mentions."
				checked={quiet !== null}
				onChange={(event) => set({ quiet: event.currentTarget.checked ? NIGHT : null })}
			/>
			{quiet && (
				<>
					<div className="two">
						<TextInput
							label="From"
							type="time"
							value={quiet.from}
							onChange={(event) => set({ quiet: { ...quiet, from: event.currentTarget.value } })}
							error={problems['quiet']}
						/>
						<TextInput
							label="To"
							type="time"
							value={quiet.to}
							onChange={(event) => set({ quiet: { ...quiet, to: event.currentTarget.value } })}
						/>
					</div>
					<Select
						label="Time zone"
						description="The hours are of this zone; daylight saving time is followed."
						searchable
						allowDeselect={false}
						limit={SHOWN}
						nothingFoundMessage="No time zone matches."
						data={zonesWith(quiet.zone)}
						value={quiet.zone}
						onChange={(zone) => zone !== null && set({ quiet: { ...quiet, zone } })}
						comboboxProps={{ zIndex: 400 }}
					/>
				</>
			)}
		</fieldset>
	);
}

/** All zones of the browser, and those that it names differently. */
function zonesWith(zone: string): string[] {
	return [...new Set([OWN_ZONE, zone, 'UTC', ...Intl.supportedValuesOf('timeZone').filter(isTimeZone)])];
}
