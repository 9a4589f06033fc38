import { Checkbox } from '@mantine/core';
import type { Selection } from './useSelection.ts';

/** A checkbox that selects all listed rows or none; indeterminate while some are selected. */
export function SelectAll({ selection, keys, of }: { selection: Selection; keys: readonly string[]; of: string }) {
	const count = selection.countOf(keys);
	const all = keys.length > 0 && count === keys.length;
	return (
		<Checkbox
			size="xs"
			label="Select all"
			aria-label={`Select all ${of}`}
			checked={all}
			indeterminate={count > 0 && !all}
			disabled={keys.length === 0}
			onChange={() => selection.set(keys, !all)}
		/>
	);
}
