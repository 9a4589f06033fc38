import { Checkbox } from '@mantine/core';
import type { Chosen } from './useChosen.ts';

/** Chooses all rows that are shown, or none; half on where some are. */
export function ChooseAll({ chosen, keys, of }: { chosen: Chosen; keys: readonly string[]; of: string }) {
	const count = chosen.countOf(keys);
	const all = keys.length > 0 && count === keys.length;
	return (
		<Checkbox
			size="xs"
			label="Choose all"
			aria-label={`Choose all ${of}`}
			checked={all}
			indeterminate={count > 0 && !all}
			disabled={keys.length === 0}
			onChange={() => chosen.set(keys, !all)}
		/>
	);
}
