import './coverage.css';
import { type Coverage, coverageGroups, coverageLines, isCoverageProblem, VERDICT_NAMES } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { actionOf } from './actions.ts';
import { VerdictDot } from './VerdictDot.tsx';
import { browserWords } from './useCoverage.ts';

/** What is wrong with the coverage, one line per source and verdict, each with a link to the screen that solves it. */
export function CoverageProblems({ coverage }: { coverage: Coverage }) {
	const words = browserWords();
	const groups = coverageGroups(coverage.rows).filter(({ verdict }) => isCoverageProblem(verdict));
	if (coverage.engines === 0) {
		return <p className="bad coverage-none">No engine is running, so no product is checked and no message is sent.</p>;
	}
	if (groups.length === 0) return <p className="dim coverage-none">No problems.</p>;
	return (
		<ul className="coverage-problems">
			{groups.map(({ name, verdict, rows }) => {
				const action = actionOf(verdict, rows);
				const text = coverageLines({ engines: coverage.engines, rows }, words)
					.map((line) => line.text)
					.join(' ');
				const title = VERDICT_NAMES[verdict];
				return (
					<li key={`${name} ${verdict}`}>
						<VerdictDot verdict={verdict} />
						<b>{name}</b>
						<span className={`what ${verdict === 'watched_but_unsold' ? '' : 'bad'}`}>
							{!text.startsWith(title) && <b>{title}. </b>}
							{text}
						</span>
						{action && (
							<Link to={action.to}>
								{action.label}
								<span className="visually-hidden">: {name}</span>
							</Link>
						)}
					</li>
				);
			})}
		</ul>
	);
}
