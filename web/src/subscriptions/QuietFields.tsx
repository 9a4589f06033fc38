import { Checkbox, TextInput } from '@mantine/core';
import type { FieldsProps } from './problems.ts';
import { OWN_ZONE, ZoneField } from './ZoneField.tsx';

/** Quiet hours when they are switched on. */
const NIGHT = { from: '22:00', to: '08:00', zone: OWN_ZONE };
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
					<ZoneField value={quiet.zone} change={(zone) => set({ quiet: { ...quiet, zone } })} />
				</>
			)}
		</fieldset>
	);
}
