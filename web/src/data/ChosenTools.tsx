import './lists.css';
import { Button } from '@mantine/core';
import { ChooseAll } from './ChooseAll.tsx';
import type { Chosen } from './useChosen.ts';

/** Above a list whose rows are deleted together: choose all that are shown, how many are chosen, delete those. */
export function ChosenTools({
	chosen,
	keys,
	of,
	erase,
}: {
	chosen: Chosen;
	/** Of the rows that are shown: what a filter hides is not deleted. */
	keys: readonly string[];
	of: string;
	erase(keys: readonly string[]): void;
}) {
	const picked = keys.filter((key) => chosen.has(key));
	return (
		<div className="list-tools">
			<ChooseAll chosen={chosen} keys={keys} of={of} />
			<span className="dim">{picked.length} chosen</span>
			<Button
				variant="default"
				size="compact-xs"
				disabled={picked.length === 0}
				onClick={() => {
					chosen.set(picked, false);
					erase(picked);
				}}
			>
				Delete chosen
			</Button>
		</div>
	);
}
