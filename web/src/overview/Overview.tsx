import './overview.css';
import { LIMITS } from '@dropwire/contract';
import { useState } from 'react';
import { ago } from '../ui/format.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { useLive } from '../api/useLive.ts';
import { useSoon } from '../api/useSoon.ts';
import { Loaded } from '../ui/Loading.tsx';
import { useCoverage } from '../coverage/useCoverage.ts';
import { CoverageCard } from './CoverageCard.tsx';
import { Dead } from './Dead.tsx';
import { Failing } from './Failing.tsx';
import { FIRST_DEAD } from './problems.ts';
import { addNews, Feed, type News } from './Feed.tsx';
import { Latency } from './Latency.tsx';
import { Minutes } from './Minutes.tsx';
import { Monitors } from './Monitors.tsx';
import { Problems } from './Problems.tsx';
import { Pulse } from './Pulse.tsx';
import { Trends } from './Trends.tsx';
import { Watching } from './Watching.tsx';

/** How often the figures are read, besides after live messages, ms. */
const EVERY_MS = 5000;
/** Dead webhooks added by each click on "Show more". */
const MORE_DEAD = 100;

/** The console's first page: the state of the service, and what needs action. */
export default function Overview() {
	const [limit, setLimit] = useState(FIRST_DEAD);
	const call = useCall('overview', { dead: limit }, { refreshInterval: EVERY_MS });
	// Read with the figures, not after them: the first card shows both.
	useCoverage();
	const [news, setNews] = useState<readonly News[]>([]);
	const refreshSoon = useSoon(() => void refresh('overview'));
	const add = (kind: News['kind']) => (data: unknown) => {
		setNews((old) => addNews(old, kind, data));
		refreshSoon();
	};
	const live = useLive({
		event: add('event'),
		delivery: add('delivery'),
		deliveries: add('deliveries'),
		reset: refreshSoon,
	});
	const current = live && !call.error;
	return (
		<>
			<div className="page-head">
				<h1>Overview</h1>
				<span className="live" role="status">
					<i className={`dot ${current ? 'good' : 'wait'}`} aria-hidden="true" />
					{current ? 'Live' : 'Connecting …'}
				</span>
			</div>
			<Loaded call={call} rows={12}>
				{({ data }) => (
					<div className="overview">
						<Problems overview={data} />
						<Pulse pulse={data.pulse} />
						<Trends />
						<section className="card wide">
							<h2>The last hour, minute by minute</h2>
							<Minutes minutes={data.minutes} />
						</section>
						<div className="wide overview-cards">
							<Dead
								dead={data.dead}
								of={data.pulse.webhooksOff}
								more={limit < LIMITS.list ? () => setLimit(Math.min(limit + MORE_DEAD, LIMITS.list)) : null}
							/>
							<Failing failing={data.failing} />
							<Latency overview={data} />
						</div>
						<Feed news={news} />
						<CoverageCard />
						<Monitors monitors={data.monitors} />
						<Watching watching={data.watching} />
						<p className="dim wide" style={{ margin: 0 }}>
							Last change detected {ago(data.pulse.lastEventAt)}, last message queued {ago(data.pulse.lastMessageAt)}.
						</p>
					</div>
				)}
			</Loaded>
		</>
	);
}
