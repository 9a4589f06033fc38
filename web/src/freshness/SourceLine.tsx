import '../coverage/coverage.css';
import { type BrandScreen, type Coverage, coverageLines, isCoverageProblem, rowsOfList } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { actionOf } from '../coverage/actions.ts';
import { browserWords, useCoverage } from '../coverage/useCoverage.ts';

/** The webhooks of these families, or the entries of this list. */
type Of = { families: BrandScreen['families'] } | { list: string };

/** The line on every brand and list screen that says what feeds it, from the data of the coverage page. */
export function SourceLine(of: Of) {
	const { data } = useCoverage();
	// A space keeps the line's height while it loads.
	if (!data) return <p className="source-line dim">{'\u00A0'}</p>;
	const rows = rowsOf(of, data.data.rows);
	const lines = coverageLines({ engines: data.data.engines, rows }, browserWords(), 'list' in of ? of.list : undefined);
	const [worst] = lines;
	// On a list's own screen the list is not far away.
	const action =
		worst &&
		actionOf(
			worst.verdict,
			rows.filter(({ verdict }) => verdict === worst.verdict),
		);
	const isElsewhere = 'families' in of ? action?.label !== 'See webhooks' : action?.label === 'See webhooks';
	return (
		<p className="source-line">
			{lines.map(({ verdict, text }) => (
				<span key={text} className={isCoverageProblem(verdict) ? 'bad' : 'dim'}>
					{text}{' '}
				</span>
			))}
			{action && isElsewhere && <Link to={action.to}>{action.label}</Link>}
		</p>
	);
}

function rowsOf(of: Of, rows: Coverage['rows']): Coverage['rows'] {
	if ('list' in of) return rowsOfList(rows, of.list);
	return rows.filter(({ brand, category }) =>
		of.families.some((family) => family.brand === brand && family.category === category),
	);
}
