import { TextInput } from '@mantine/core';
import { useTyped } from './useTyped.ts';

/** What a field of each type accepts. A year that is being typed is before the earliest time: 2, 20 and 202 of 2025. */
const RANGES = {
	date: { min: '2000-01-01', max: '9999-12-31' },
	'datetime-local': { min: '2000-01-01T00:00', max: '9999-12-31T23:59' },
} as const;

interface Props {
	label: string;
	type: keyof typeof RANGES;
	/** The filter in the address, as the browser's field has it; empty for none. */
	value: string;
	change(value: string): void;
	/** The earliest value, if it is not 2000. */
	min?: string;
	/** Shown below the field, whose label is then visible. */
	description?: string;
}

/** A field that filters a list by a day or a moment in the browser's time zone, once it is complete. */
export function FilterTime({ label, type, value, change, min = RANGES[type].min, description }: Props) {
	const [typed, setTyped, applying, reset] = useTyped(value);
	return (
		<TextInput
			{...(description === undefined ? { 'aria-label': label } : { label, description })}
			inputWrapperOrder={['label', 'input', 'description']}
			type={type}
			min={min}
			max={RANGES[type].max}
			value={typed}
			onChange={({ currentTarget: field }) => {
				setTyped(field.value);
				if (!field.validity.valid) return;
				applying(field.value);
				change(field.value);
			}}
			onBlur={({ currentTarget: field }) => {
				if (!field.validity.valid) reset();
			}}
		/>
	);
}
