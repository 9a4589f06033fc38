import type { ReactNode } from 'react';
import { duration, grouped } from '../ui/format.ts';

interface Figure {
	key: string;
	name: ReactNode;
	/** Shown below the name. */
	note?: ReactNode;
	/** Latency percentiles, ms. */
	p50: number;
	p99: number;
	count: number;
}

/** The latency of messages: median and 99th percentile. @param messages what their number is called */
export function Figures({ what, messages, rows }: { what: string; messages: string; rows: readonly Figure[] }) {
	return (
		<table className="figures">
			<thead>
				<tr>
					<th>{what}</th>
					<th>p50</th>
					<th>p99</th>
					<th>{messages}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ key, name, note, p50, p99, count }) => (
					<tr key={key}>
						<td>
							{name}
							{note && <span className="figure-note">{note}</span>}
						</td>
						<td>{duration(p50)}</td>
						<td>{duration(p99)}</td>
						<td>{grouped(count)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
