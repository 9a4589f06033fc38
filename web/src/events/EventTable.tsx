import './events.css';
import type { ProductEventRow } from '@dropwire/contract';
import { EventLine } from './EventLine.tsx';

/** Product events as a table, in their order. */
export function EventTable({ rows }: { rows: readonly ProductEventRow[] }) {
	return (
		<table className="events">
			<colgroup>
				<col />
				<col style={{ width: 124 }} />
				<col style={{ width: 232 }} />
				<col style={{ width: 140 }} />
				<col style={{ width: 84 }} />
			</colgroup>
			<thead>
				<tr>
					<th scope="col">Product</th>
					<th scope="col">Event</th>
					<th scope="col">Topic</th>
					<th scope="col">Sent to</th>
					<th scope="col">Time</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<EventLine key={row.id} row={row} />
				))}
			</tbody>
		</table>
	);
}
