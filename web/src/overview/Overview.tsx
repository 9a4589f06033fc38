import './overview.css';
import { LIMITS } from '@dropwire/bff/contract';
import { useRef, useState } from 'react';
import { ago } from '../data/time.ts';
import { refresh, useCall } from '../data/useCall.ts';
import { useLive } from '../data/useLive.ts';
import { shortTarget } from '../webhooks/masked.ts';
import { Loaded } from '../shell/Loading.tsx';
import { Dead } from './Dead.tsx';
import { Failing } from './Failing.tsx';
import { Feed, type News, newsOf } from './Feed.tsx';
import { Figures } from './Figures.tsx';
import { Minutes } from './Minutes.tsx';
import { Places } from './Places.tsx';
import { Pulse } from './Pulse.tsx';
import { Sources } from './Sources.tsx';

/** Asked again by itself; what happens is told at once, at most this often, ms. */
const EVERY_MS = 5000;
const AT_MOST_EVERY_MS = 1000;
const NEWS_KEPT = 12;
/** Dead webhooks that are shown at first, and with every click on "Show more". */
const FIRST_DEAD = 20;
const MORE_DEAD = 100;

/** The console's first page: whether all is well, and what to act on where it is not. */
export default function Overview() {
	const [most, setMost] = useState(FIRST_DEAD);
	const question = useCall('overview', { dead: most }, { refreshInterval: EVERY_MS });
	const [news, setNews] = useState<readonly News[]>([]);
	const waiting = useRef(false);
	const lookSoon = () => {
		if (waiting.current) return;
		waiting.current = true;
		setTimeout(() => {
			waiting.current = false;
			void refresh('overview');
		}, AT_MOST_EVERY_MS);
	};
	const tell = (kind: News['kind']) => (data: unknown) => {
		const one = newsOf(kind, data);
		setNews((old) => [one, ...old.filter(({ key }) => key !== one.key)].slice(0, NEWS_KEPT));
		lookSoon();
	};
	const live = useLive({ event: tell('event'), delivery: tell('delivery'), reset: lookSoon });
	return (
		<>
			<div className="page-head">
				<h1>Overview</h1>
				<span className="live" role="status">
					<i className={`dot ${live ? 'good' : 'wait'}`} aria-hidden="true" />
					{live ? 'Live' : 'Connecting …'}
				</span>
			</div>
			<Loaded question={question} rows={12}>
				{({ data }) => (
					<div className="overview">
						<Pulse pulse={data.pulse} />
						<section className="card wide">
							<h2>The last hour, minute by minute</h2>
							<Minutes minutes={data.minutes} />
						</section>
						<Dead
							dead={data.dead}
							of={data.pulse.webhooksOff}
							more={most < LIMITS.list ? () => setMost(Math.min(most + MORE_DEAD, LIMITS.list)) : null}
						/>
						<Failing failing={data.failing} />
						<section className="card">
							<h2>Seen to accepted by Discord, last hour</h2>
							<Figures rows={data.latency.map(({ brand, ...figures }) => ({ name: brand, ...figures }))} />
							<h2>Slowest webhooks</h2>
							<Figures
								rows={data.slowest.map(({ target, stands, ...figures }) => ({
									name: shortTarget(target),
									note: <Places stands={stands} />,
									...figures,
								}))}
							/>
						</section>
						<Feed news={news} />
						<Sources sources={data.sources} />
						<p className="dim wide" style={{ margin: 0 }}>
							Last change seen {ago(data.pulse.lastEventAt)}, last message queued {ago(data.pulse.lastMessageAt)}.
						</p>
					</div>
				)}
			</Loaded>
		</>
	);
}
