import { type TrendPeriod } from '@dropwire/contract';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { grouped } from '../ui/format.ts';

// The chart's library must not delay the figures.
const TrendChart = lazy(() => import('./TrendChart.tsx'));

const EVERY_MS = 60_000;
const PERIODS = [
	{ period: '24h', name: '24 hours' },
	{ period: '7d', name: '7 days' },
] as const;

/** How many messages were sent and failed per hour, over a day or a week. */
export function Trends() {
	const [period, setPeriod] = useState<TrendPeriod>('24h');
	const call = useCall('trends', { period }, { refreshInterval: EVERY_MS, keepPreviousData: false });
	return (
		<section className="card wide" aria-labelledby="trends">
			<div className="trend-head">
				<h2 id="trends">Messages per hour</h2>
				<div role="group" aria-label="Period" className="periods">
					{PERIODS.map((one) => (
						<button
							key={one.period}
							type="button"
							aria-pressed={one.period === period}
							onClick={() => setPeriod(one.period)}
						>
							{one.name}
						</button>
					))}
				</div>
			</div>
			<Loaded call={call} rows={5}>
				{({ data: { hours } }) => {
					const sent = hours.reduce((sum, hour) => sum + hour.sent, 0);
					const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
					return (
						<>
							<p className="trend-sums">
								<span>
									<b>{grouped(sent)}</b> sent
								</span>
								<span className={failed > 0 ? 'bad' : 'dim'}>
									<b>{grouped(failed)}</b> failed ({shareOf(failed, sent + failed)})
								</span>
							</p>
							<div className="trend">
								<Suspense fallback={null}>
									<TrendChart hours={hours} label={`${grouped(sent)} messages sent, ${grouped(failed)} failed`} />
								</Suspense>
							</div>
						</>
					);
				}}
			</Loaded>
		</section>
	);
}

/** `0.2 %`. */
function shareOf(part: number, all: number): string {
	if (part === 0) return '0 %';
	const share = (part / all) * 100;
	return share < 0.1 ? 'less than 0.1 %' : `${share.toFixed(1)} %`;
}
