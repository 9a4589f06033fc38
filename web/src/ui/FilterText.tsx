import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTyped } from './useTyped.ts';

/** The pause in typing before the list is filtered, ms. */
const DEBOUNCE_MS = 300;

interface Props extends Pick<TextInputProps, 'className' | 'error' | 'errorProps' | 'style'> {
	label: string;
	placeholder?: string;
	maxLength: number;
	/** The filter in the address; empty for none. */
	value: string;
	change(value: string): void;
}

/** A field that filters a list by a text in the address. */
export function FilterText({ label, placeholder = label, value, change, ...rest }: Props) {
	const [typed, setTyped, applying] = useTyped(value);
	const search = useDebouncedCallback((text: string) => {
		applying(text.trim());
		change(text.trim());
	}, DEBOUNCE_MS);
	return (
		<TextInput
			{...rest}
			aria-label={label}
			placeholder={placeholder}
			value={typed}
			onChange={(event) => {
				setTyped(event.currentTarget.value);
				search(event.currentTarget.value);
			}}
		/>
	);
}
