import './coverage.css';
import {
	BRANDS,
	COVERAGE_VERDICTS,
	type Coverage as CoverageData,
	type CoverageRow,
	isCoverageProblem,
	PRODUCT_BRANDS,
	summaryText,
	VERDICT_NAMES,
} from '@dropwire/contract';
import { Loaded } from '../ui/Loading.tsx';
import { CoverageProblems } from './CoverageProblems.tsx';
import { FamilySection, IdleFamilies } from './FamilySection.tsx';
import { familiesOf } from './families.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { useCoverage } from './useCoverage.ts';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { type FilterOf, oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';

/** The filters of the page: a brand, and a verdict or every verdict that is a problem. */
const COVERAGE_FILTERS = { brand: oneOf(PRODUCT_BRANDS), state: oneOf([...COVERAGE_VERDICTS, 'problems']) };

/** The console's page about what feeds each brand: problems first, then the age of the checks, then every brand. */
export default function Coverage() {
	const call = useCoverage();
	const [filter, change] = useUrlFilter(COVERAGE_FILTERS);
	return (
		<>
			<div className="page-head">
				<h1>Coverage</h1>
				<div className="tools" role="search">
					<FilterChoice
						label="Brand"
						all="All brands"
						options={PRODUCT_BRANDS.map((value) => ({ value, label: BRANDS[value].name }))}
						value={filter.brand}
						change={(value) => change('brand', value)}
					/>
					<FilterChoice
						label="State"
						all="All states"
						options={[
							{ value: 'problems', label: 'Problems' },
							...COVERAGE_VERDICTS.map((value) => ({ value, label: VERDICT_NAMES[value] })),
						]}
						value={filter.state}
						change={(value) => change('state', value)}
					/>
				</div>
			</div>
			<Loaded call={call} rows={12}>
				{({ data }) => (
					<Shown
						coverage={{ ...data, rows: data.rows.filter((row) => matches(filter, row)) }}
						summary={summaryText(data.rows)}
						showIdle={filter.state === 'idle'}
					/>
				)}
			</Loaded>
		</>
	);
}

/** @param summary of all rows, whatever the filter */
function Shown({ coverage, summary, showIdle }: { coverage: CoverageData; summary: string; showIdle: boolean }) {
	const families = familiesOf(coverage.rows);
	const used = families.filter(({ rows }) => showIdle || rows.some(({ verdict }) => verdict !== 'idle'));
	const idle = families.filter((family) => !used.includes(family));
	return (
		<div className="coverage">
			<p className="coverage-summary">
				{summary}
				{coverage.broadcast && ' The broadcast list gets every event, so all regions are polled.'}
			</p>
			{families.length === 0 ? (
				<p className="empty">No brand matches the filters.</p>
			) : (
				<>
					<section className="card">
						<h2>Problems</h2>
						<CoverageProblems coverage={coverage} />
					</section>
					<section className="card">
						<h2>Age of the oldest check</h2>
						<HeatStrip families={families} />
					</section>
					{used.map((family) => (
						<FamilySection key={family.name} family={family} showIdle={showIdle} />
					))}
					{idle.length > 0 && <IdleFamilies families={idle} />}
				</>
			)}
		</div>
	);
}

/** Whether the filter lets a row through. */
function matches({ brand, state }: FilterOf<typeof COVERAGE_FILTERS>, row: CoverageRow): boolean {
	if (brand !== undefined && row.brand !== brand) return false;
	if (state === undefined) return true;
	return state === 'problems' ? isCoverageProblem(row.verdict) : row.verdict === state;
}
