import { type BulkResult, roundText } from '@dropwire/contract';
import { type Cells, problemsByLine } from '@dropwire/contract/rows';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { BulkKind } from './kinds.ts';

const SIGNS = { added: '+', changed: '~', removed: '-', unchanged: '=', refused: '!' } as const;
/** The height of a row before it is measured, px; the same as in bulk.css. */
const ROW_PX = 37;

interface Props {
	rows: readonly Cells[];
	lines: readonly number[];
	result: BulkResult;
	show: BulkKind['show'];
}

/** A row-by-row preview. Rejected rows come first, with their problems. Only the visible rows are rendered. */
export function Plan({ rows, lines, result, show }: Props) {
	const { counts, data, rounds = [] } = result;
	const ordered = useMemo(
		() => [...data].sort((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused')),
		[data],
	);
	const place = useRef<HTMLDivElement>(null);
	// oxlint-disable-next-line react/incompatible-library -- nothing memoizes this component: no compiler is in use
	const seen = useVirtualizer({
		count: ordered.length,
		getScrollElement: () => place.current,
		estimateSize: () => ROW_PX,
		overscan: 8,
	});
	return (
		<>
			<p className="plan-counts" role="status">
				<b className="good">{counts.added} added</b> <b className="signal">{counts.changed} changed</b>{' '}
				<b className="bad">{counts.removed} removed</b> <span className="dim">{counts.unchanged} unchanged</span>
				{counts.refused > 0 && (
					<b className="bad"> {counts.refused} refused: nothing is applied until they are fixed</b>
				)}
			</p>
			{rounds.map((round) => (
				<p className="dim" key={`${round.source} ${round.offer}`}>
					{roundText(round)}
				</p>
			))}
			<div ref={place} className="scroll-list" tabIndex={0} role="region" aria-label="Row by row">
				<ul className="rows plan" style={{ height: seen.getTotalSize() }}>
					{seen.getVirtualItems().map(({ index, start }) => {
						const planned = ordered[index];
						const row = planned && rows[planned.row];
						if (!planned || !row) return null;
						const { row: at, outcome, problems, before, kept } = planned;
						const { name, place: where, value } = show(row);
						return (
							<li
								key={at}
								ref={seen.measureElement}
								data-index={index}
								className={`row ${problems || kept ? 'noted' : ''}`}
								style={{ transform: `translateY(${start}px)` }}
							>
								<span className={`sign ${outcome}`} title={outcome}>
									{SIGNS[outcome]}
								</span>
								<span className="dim mono">{lines[at]}</span>
								<span className="name">{name}</span>
								<span className="grow dim">{where}</span>
								<span className="mono dim">
									{before && outcome === 'changed' && `${before} → `}
									{value}
								</span>
								{kept && <p className="row-note">Not removed: it has another value now.</p>}
								{problems && (
									<p className="row-note bad">
										{Object.entries(problemsByLine(planned, lines))
											.map(([field, problem]) => `${field} ${problem}`)
											.join('; ')}
									</p>
								)}
							</li>
						);
					})}
				</ul>
			</div>
		</>
	);
}
