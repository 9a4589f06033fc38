import { useState } from 'react';
import { LoadMore } from '../ui/LoadMore.tsx';
import type { History } from './history.ts';
import { minutesText } from './sentences.ts';
import { moment } from './states.ts';

const PAGE = 10;

/** The restocks of the shown time, newest first, with how long they lasted. */
export function Restocks({ restocks }: Pick<History, 'restocks'>) {
	const [shown, setShown] = useState(PAGE);
	if (restocks.length === 0) return <p className="empty">No restock in this time.</p>;
	const rows = restocks.toSorted((a, b) => b.at - a.at);
	return (
		<section aria-labelledby="restocks">
			<h3 id="restocks">Restocks</h3>
			<table className="changes-table">
				<thead>
					<tr>
						<th scope="col">At</th>
						<th scope="col">Sizes</th>
						<th scope="col">Lasted</th>
					</tr>
				</thead>
				<tbody>
					{rows.slice(0, shown).map(({ at, sizes, minutes }) => (
						<tr key={at}>
							<th scope="row">
								<time dateTime={new Date(at).toISOString()}>{moment(at)}</time>
							</th>
							<td>{sizes.length === 0 ? 'The product itself' : sizes.join(', ')}</td>
							<td>{minutes === null ? <span className="good">still there</span> : minutesText(minutes)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<LoadMore more={rows.length > shown ? () => setShown(shown + PAGE) : null} />
		</section>
	);
}
