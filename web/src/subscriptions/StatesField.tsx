import { OTHER_STATES, STATE_NAMES } from '@dropwire/contract';
import type { ReactNode } from 'react';
import { Choices } from './Choices.tsx';

interface Props<State extends string> {
	value: readonly State[];
	change(states: State[]): void;
	error: ReactNode;
}

/** The states besides in stock that count as available. */
export function StatesField<State extends string>(field: Props<State>) {
	return (
		<Choices
			label="Also counts as available"
			description="By default only stock that ships now does. A product or size that becomes available in one of these ways is a restock, too."
			choices={OTHER_STATES.map((state) => ({ value: state as string as State, label: STATE_NAMES[state] }))}
			{...field}
		/>
	);
}
