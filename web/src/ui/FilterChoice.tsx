import { NativeSelect } from '@mantine/core';

interface Props {
	label: string;
	/** The chosen value, if any. */
	value: string | undefined;
	/** What the list shows without a choice. */
	all: string;
	options: readonly (string | { value: string; label: string })[];
	change(value: string): void;
}

/** A select that filters a list by one value. */
export function FilterChoice({ label, value = '', all, options, change }: Props) {
	return (
		<NativeSelect
			aria-label={label}
			value={value}
			data={[{ value: '', label: all }, ...options]}
			onChange={(event) => change(event.currentTarget.value)}
		/>
	);
}
