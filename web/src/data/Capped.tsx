import type { ReactNode } from 'react';

/** Rows drawn at a time. */
const SHOWN = 200;

/** The first rows of a list that may be long; the filter finds the rest. */
export function Capped<T>({ rows, children }: { rows: readonly T[]; children(rows: readonly T[]): ReactNode }) {
	return (
		<>
			{children(rows.slice(0, SHOWN))}
			{rows.length > SHOWN && (
				<p className="empty">… and {(rows.length - SHOWN).toLocaleString('en')} more. Filter to find them.</p>
			)}
		</>
	);
}
