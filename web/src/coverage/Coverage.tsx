import './coverage.css';
import {
	BRANDS,
	COVERAGE_VERDICTS,
	type Coverage as CoverageData,
	PRODUCT_BRANDS,
	summaryText,
	VERDICT_NAMES,
} from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { Loaded } from '../ui/Loading.tsx';
import { CoverageProblems } from './CoverageProblems.tsx';
import { FamilySection, IdleFamilies } from './FamilySection.tsx';
import { familiesOf } from './families.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { useCoverage } from './useCoverage.ts';
import { matches, useCoverageFilter } from './useCoverageFilter.ts';

/** The console's page about what feeds each brand: problems first, then the age of the checks, then every brand. */
export default function Coverage() {
	const call = useCoverage();
	const [filter, change] = useCoverageFilter();
	return (
		<>
			<div className="page-head">
				<h1>Coverage</h1>
				<div className="tools" role="search">
					<NativeSelect
						aria-label="Brand"
						value={filter.brand ?? ''}
						data={[
							{ value: '', label: 'All brands' },
							...PRODUCT_BRANDS.map((value) => ({ value, label: BRANDS[value].name })),
						]}
						onChange={(event) => change('brand', event.currentTarget.value)}
					/>
					<NativeSelect
						aria-label="State"
						value={filter.state ?? ''}
						data={[
							{ value: '', label: 'All states' },
							{ value: 'problems', label: 'Problems' },
							...COVERAGE_VERDICTS.map((value) => ({ value, label: VERDICT_NAMES[value] })),
						]}
						onChange={(event) => change('state', event.currentTarget.value)}
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
