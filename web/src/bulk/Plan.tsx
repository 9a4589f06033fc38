import type { BulkResult } from '@dropwire/bff/contract';
import { masked } from '../webhooks/masked.ts';
import type { FileRow } from './readRows.ts';

const SIGNS = { added: '+', changed: '~', removed: '-', unchanged: '=', refused: '!' } as const;
/** Rows shown; the refused ones come first. */
const SHOWN = 200;

/** What would happen, row by row: what is refused first, with why. */
export function Plan({
	rows,
	lines,
	result,
}: {
	rows: readonly FileRow[];
	lines: readonly number[];
	result: BulkResult;
}) {
	const { counts, data } = result;
	const ordered = [...data].sort((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'));
	return (
		<>
			<p className="plan-counts" role="status">
				<b className="good">{counts.added} added</b> <b className="signal">{counts.changed} changed</b>{' '}
				<b className="bad">{counts.removed} removed</b> <span className="dim">{counts.unchanged} as they are</span>
				{counts.refused > 0 && (
					<b className="bad"> {counts.refused} refused: nothing is applied until they are mended</b>
				)}
			</p>
			<div className="scroll-list" tabIndex={0} role="region" aria-label="Row by row">
				<ul className="rows plan">
					{ordered.slice(0, SHOWN).map(({ row: at, outcome, problems, before }) => {
						const row = rows[at];
						if (!row) return null;
						return (
							<li className={`row ${problems ? 'noted' : ''}`} key={at}>
								<span className={`sign ${outcome}`} title={outcome}>
									{SIGNS[outcome]}
								</span>
								<span className="dim mono">{lines[at]}</span>
								<span className="name">{row.label}</span>
								<span className="grow dim">
									{row.brand} {row.category} · {row.region} · {row.status}
								</span>
								<span className="mono dim">
									{before && outcome === 'changed' && `${before} → `}
									{masked(row.value)}
								</span>
								{problems && (
									<p className="row-note bad">
										{Object.entries(problems)
											.map(([field, problem]) => `${field} ${problem}`)
											.join('; ')}
									</p>
								)}
							</li>
						);
					})}
				</ul>
				{data.length > SHOWN && <p className="empty">… and {data.length - SHOWN} more.</p>}
			</div>
		</>
	);
}
