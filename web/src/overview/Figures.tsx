import type { ReactNode } from 'react';
import { duration } from '../data/time.ts';

interface Figure {
	name: string;
	/** What else there is to say of it. */
	note?: ReactNode;
	p50: number;
	p99: number;
	count: number;
}

/** How long messages took: by the median, and by all but the slowest. */
export function Figures({ rows }: { rows: readonly Figure[] }) {
	if (rows.length === 0) return <p className="empty">No message within the last hour.</p>;
	return (
		<table className="figures">
			<thead>
				<tr>
					<th>Which</th>
					<th>Half within</th>
					<th>99 % within</th>
					<th>Messages</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ name, note, p50, p99, count }) => (
					<tr key={name}>
						<td>
							<span className="mono">{name}</span>
							{note && <span className="figure-note">{note}</span>}
						</td>
						<td>{duration(p50)}</td>
						<td>{duration(p99)}</td>
						<td>{count}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
