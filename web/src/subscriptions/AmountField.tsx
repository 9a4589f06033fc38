import { amountOf } from '@dropwire/contract';
import { TextInput } from '@mantine/core';

interface Props {
	label: string;
	description: string;
	/** A number, or the text that was typed. */
	value: number | string;
	change(value: number | string): void;
	error: string | undefined;
}

/**
 * A price. After the user leaves the field, it shows how the text was read, without separators of thousands: a comma that
 * the user did not type would be the decimal separator once the digits after it are edited.
 */
export function AmountField({ value, change, ...field }: Props) {
	const leave = () => {
		const amount = typeof value === 'string' ? amountOf(value) : value;
		if (!Number.isNaN(amount)) change(amount);
	};
	return (
		<TextInput
			{...field}
			inputMode="decimal"
			value={value}
			onChange={(event) => change(event.currentTarget.value)}
			onBlur={leave}
		/>
	);
}
