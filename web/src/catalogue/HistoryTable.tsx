import { useState } from 'react';
import { LoadMore } from '../ui/LoadMore.tsx';
import type { HistoryState } from './history.ts';
import { moment, stateText } from './states.ts';

const PAGE = 50;

/** The changes of a product as a table, newest first. */
export function HistoryTable({ points }: { points: readonly HistoryState[] }) {
	const [shown, setShown] = useState(PAGE);
	const rows = points.toReversed();
	return (
		<>
			<table className="changes-table">
				<caption className="visually-hidden">Changes, newest first</caption>
				<thead>
					<tr>
						<th scope="col">From</th>
						<th scope="col">State</th>
					</tr>
				</thead>
				<tbody>
					{rows.slice(0, shown).map((point) => (
						<tr key={point.at}>
							<th scope="row">
								<time dateTime={new Date(point.at).toISOString()}>{moment(point.at)}</time>
							</th>
							<td>{stateText(point)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<LoadMore more={rows.length > shown ? () => setShown(shown + PAGE) : null} />
		</>
	);
}
