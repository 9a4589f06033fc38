import '../theme/pickers.ts';
import { DEFAULT_REMINDERS, OPTION_LIMITS, reminderText, WEEKDAYS } from '@dropwire/contract';
import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldsProps } from './problems.ts';
import { OWN_ZONE, ZoneField } from './ZoneField.tsx';

/** Minutes that are offered: a week, a day, an hour, a quarter of an hour, five minutes. */
const OFFERED = [10_080, 1440, 60, 15, 5];
const { min: MIN, max: MAX } = OPTION_LIMITS.reminderMinutes;
/** A digest when it is switched on. */
const MONDAY_MORNING = { weekday: 1, hour: 9, zone: OWN_ZONE };

/** What a subscription to releases gets besides its events: reminders before launches, and a digest once a week. */
export function ReleaseFields({ draft, set, problems }: FieldsProps) {
	return (
		<fieldset>
			<legend>Releases</legend>
			<Reminders draft={draft} set={set} problems={problems} />
			<Digest draft={draft} set={set} problems={problems} />
		</fieldset>
	);
}

function Reminders({ draft, set, problems }: FieldsProps) {
	const chosen = draft.reminders ?? DEFAULT_REMINDERS;
	const [own, setOwn] = useState<number | string>('');
	const [isWrong, setWrong] = useState(false);
	const isFull = chosen.length >= OPTION_LIMITS.reminders;
	const choose = (minutes: readonly number[]) => {
		const sorted = [...new Set(minutes)].toSorted((a, b) => b - a);
		set({ reminders: sorted.join() === DEFAULT_REMINDERS.join() ? null : sorted });
	};
	function add() {
		if (own === '') return;
		const minutes = Number(own);
		const isValid = Number.isInteger(minutes) && minutes >= MIN && minutes <= MAX;
		setWrong(!isValid);
		if (!isValid) return;
		choose([...chosen, minutes]);
		setOwn('');
	}
	const offered = [...new Set([...OFFERED, ...chosen])].toSorted((a, b) => b - a);
	return (
		<>
			<Checkbox.Group
				label="Reminders before a launch"
				description={`At most ${OPTION_LIMITS.reminders}. A launch that moves moves its reminders.`}
				value={chosen.map(String)}
				onChange={(values) => choose(values.map(Number))}
				error={problems['reminders']}
			>
				<div className="kinds" data-invalid={problems['reminders'] && true}>
					{offered.map((minutes) => (
						<Checkbox
							key={minutes}
							value={String(minutes)}
							label={reminderText(minutes)}
							size="xs"
							disabled={isFull && !chosen.includes(minutes)}
						/>
					))}
				</div>
			</Checkbox.Group>
			<div className="own-reminder">
				<NumberInput
					label="Another reminder, minutes before"
					min={MIN}
					max={MAX}
					clampBehavior="none"
					allowDecimal={false}
					hideControls
					disabled={isFull}
					value={own}
					onChange={(value) => {
						setOwn(value);
						setWrong(false);
					}}
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return;
						// It would save the form.
						event.preventDefault();
						add();
					}}
					error={isWrong && `Enter a whole number from ${MIN} to ${MAX.toLocaleString('en')}.`}
				/>
				<Button variant="default" disabled={isFull} onClick={add}>
					Add
				</Button>
			</div>
		</>
	);
}

function Digest({ draft: { digest }, set, problems }: FieldsProps) {
	return (
		<>
			<Checkbox
				label="Weekly digest"
				description="One message a week: its releases, last week's restocks and lowest prices."
				checked={digest !== null}
				onChange={(event) => set({ digest: event.currentTarget.checked ? MONDAY_MORNING : null })}
				error={problems['digest']}
			/>
			{digest && (
				<>
					<div className="two">
						<NativeSelect
							label="Day"
							value={digest.weekday}
							data={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
							onChange={(event) => set({ digest: { ...digest, weekday: Number(event.currentTarget.value) } })}
						/>
						<NativeSelect
							label="Hour"
							value={digest.hour}
							data={Array.from({ length: 24 }, (_, hour) => ({
								value: String(hour),
								label: `${String(hour).padStart(2, '0')}:00`,
							}))}
							onChange={(event) => set({ digest: { ...digest, hour: Number(event.currentTarget.value) } })}
						/>
					</div>
					<ZoneField value={digest.zone} change={(zone) => set({ digest: { ...digest, zone } })} />
				</>
			)}
		</>
	);
}
