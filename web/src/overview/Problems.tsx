import '../coverage/coverage.css';
import { isCoverageProblem, type Overview } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { CoverageProblems } from '../coverage/CoverageProblems.tsx';
import { useCoverage } from '../coverage/useCoverage.ts';
import { Loaded } from '../ui/Loading.tsx';
import { type Problem, problemsOf } from './problems.ts';

/** Everything that needs action, each with the screen that solves it: first delivery, then coverage. */
export function Problems({ overview }: { overview: Overview }) {
	const problems = problemsOf(overview, Date.now());
	const coverage = useCoverage();
	const { rows = [], engines = 1 } = coverage.data?.data ?? {};
	const covered = engines > 0 && !rows.some(({ verdict }) => isCoverageProblem(verdict));
	return (
		<section className="card wide" aria-labelledby="problems">
			<h2 id="problems">Problems</h2>
			{problems.length > 0 && (
				<ul className="coverage-problems">
					{problems.map((problem) => (
						<Line key={problem.name} problem={problem} />
					))}
				</ul>
			)}
			<Loaded call={coverage} rows={1}>
				{({ data }) => (covered && problems.length > 0 ? null : <CoverageProblems coverage={data} />)}
			</Loaded>
		</section>
	);
}

function Line({ problem: { name, text, to, action } }: { problem: Problem }) {
	return (
		<li>
			<i className="dot bad" aria-hidden="true" />
			<b>{name}</b>
			<span className="what bad">{text}</span>
			<Link to={to}>
				{action}
				<span className="visually-hidden">: {name}</span>
			</Link>
		</li>
	);
}
