import type { ReactNode } from 'react';
import { grouped } from './format.ts';

/** Maximum number of rows rendered. */
const SHOWN = 200;

/** The first 200 rows of a long list; the filter finds the others. */
export function Capped<T>({ rows, children }: { rows: readonly T[]; children(rows: readonly T[]): ReactNode }) {
	return (
		<>
			{children(rows.slice(0, SHOWN))}
			{rows.length > SHOWN && (
				<p className="empty">{grouped(rows.length - SHOWN)} more not shown. Filter the list to find them.</p>
			)}
		</>
	);
}
