import { summaryText } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { familiesOf } from '../coverage/families.ts';
import { HeatStrip } from '../coverage/HeatStrip.tsx';
import { useCoverage } from '../coverage/useCoverage.ts';
import { Loaded } from '../ui/Loading.tsx';

/** The age of the checks by brand and region. */
export function CoverageCard() {
	return (
		<section className="card wide coverage-card">
			<h2>
				<Link to="/dashboard/settings/coverage">Coverage</Link>
			</h2>
			<Loaded call={useCoverage()} rows={8}>
				{({ data }) => (
					<>
						<p className="dim">{summaryText(data.rows)}</p>
						<HeatStrip families={familiesOf(data.rows)} />
					</>
				)}
			</Loaded>
		</section>
	);
}
