import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
	label: string;
	description: string;
	choices: readonly { value: Value; label: string }[];
	value: readonly Value[];
	change(value: Value[]): void;
	error: ReactNode;
}

/** Several of a few choices, as boxes in columns. */
export function Choices<Value extends string>({ choices, value, change, ...field }: Props<Value>) {
	return (
		<Checkbox.Group {...field} value={[...value]} onChange={(chosen) => change(chosen)}>
			<div className="kinds" data-invalid={field.error ? true : undefined}>
				{choices.map((choice) => (
					<Checkbox key={choice.value} value={choice.value} label={choice.label} size="xs" />
				))}
			</div>
		</Checkbox.Group>
	);
}
