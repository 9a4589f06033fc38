import { TextInput } from '@mantine/core';

/** Where stores are searched. */
export function NearField({ value, change }: { value: string; change(value: string): void }) {
	return (
		<TextInput
			label="City or postal code"
			required
			maxLength={100}
			placeholder="New York"
			value={value}
			onChange={(event) => change(event.currentTarget.value)}
		/>
	);
}
