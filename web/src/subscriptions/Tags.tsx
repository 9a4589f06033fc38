import { TagsInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/** The tags of Mantine's field share one separator. Phrases can contain spaces. */
const SEPARATORS = [',', ';', '\n'];

interface TagsProps {
	label: string;
	description: string;
	/** What one entry is. */
	of: string;
	/** The largest number of entries. */
	max: number;
	/** The largest length of an entry. */
	longest: number;
	value: readonly string[];
	/** What separates entries as they are typed. */
	separators?: readonly string[];
	/** Entries to choose from; others can be typed. */
	choices?: readonly string[];
	change(value: string[]): void;
	error: string | undefined;
}

/** A list of short texts. Enter, a comma or leaving the field adds one; Backspace removes the last. */
export function Tags({
	label,
	description,
	of,
	max,
	longest,
	value,
	separators = SEPARATORS,
	choices = [],
	change,
	error,
}: TagsProps) {
	return (
		<TagsInput
			label={label}
			description={description}
			placeholder={value.length === 0 ? `Type a ${of} and press Enter` : ''}
			value={[...value]}
			data={[...choices]}
			onChange={change}
			maxTags={max}
			maxLength={longest}
			splitChars={[...separators]}
			error={error}
			// In an empty field Enter would save the form. On the wrapper, since the field ignores a key that was prevented.
			wrapperProps={{ onKeyDown: keepInForm }}
			// The open list of choices would hide an error below the field.
			{...(choices.length > 0 && { inputWrapperOrder: ['label', 'description', 'error', 'input'] })}
		/>
	);
}

function keepInForm(event: KeyboardEvent): void {
	if (event.key === 'Enter') event.preventDefault();
}
