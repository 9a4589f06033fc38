import {
	type CoverageRow,
	type CoverageVerdict,
	durationText,
	oldestCheckOf,
	roundsSince,
	VERDICT_NAMES,
} from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { type CoverageFamily, familyId } from './families.ts';

/** What a cell without a check says. */
const WORDS: Readonly<Record<CoverageVerdict, string>> = {
	blocked: 'blocked',
	sold_but_unwatched: 'no SKU',
	suspect: 'suspect',
	late: 'late',
	watched_but_unsold: 'unsold',
	first_round: 'first round',
	watched: 'waiting',
	idle: '–',
};

/** Brand by region: the age of the oldest check as text and colour; what is not checked says why. */
export function HeatStrip({ families }: { families: readonly CoverageFamily[] }) {
	const now = Date.now();
	return (
		<ul className="heat" aria-label="Age of the oldest check by brand and region">
			{families.map((family) => (
				<li key={familyId(family)} className={family.rows.length > 1 ? 'wide' : undefined}>
					<Link to={`/dashboard/settings/coverage?brand=${family.brand}`}>{family.name}</Link>
					<ul>
						{family.rows.map((row) => (
							<li key={row.region} className={`cell ${toneOf(row, now)}`} title={VERDICT_NAMES[row.verdict]}>
								<span>{row.region}</span> <b>{wordOf(row, now)}</b>
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	);
}

function wordOf(row: CoverageRow, now: number): string {
	const oldest = oldestCheckOf(row);
	const isChecked = row.verdict === 'watched' || row.verdict === 'late';
	if (row.verdict === 'watched' && row.checks.length === 0 && row.monitors.length > 0) return 'reported';
	if (row.verdict === 'sold_but_unwatched' && row.sources.length === 0) return 'no source';
	return isChecked && oldest !== null ? durationText(Math.max(0, now - oldest)) : WORDS[row.verdict];
}

/** `fresh` within one and a half rounds, then `aging` until it is late. */
function toneOf(row: CoverageRow, now: number): string {
	if (row.verdict !== 'watched') return row.verdict;
	return row.checks.some((check) => roundsSince(check, now) > 1.5) ? 'aging' : 'fresh';
}
