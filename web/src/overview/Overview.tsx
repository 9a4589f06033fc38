import './overview.css';
import { useRef, useState } from 'react';
import { ago, duration } from '../data/time.ts';
import { refresh, useCall } from '../data/useCall.ts';
import { useLive } from '../data/useLive.ts';
import { shortTarget } from '../webhooks/masked.ts';
import { Loaded } from '../shell/Loading.tsx';
import { Dead } from './Dead.tsx';
import { Feed, type News, newsOf } from './Feed.tsx';
import { Minutes } from './Minutes.tsx';
import { Pulse } from './Pulse.tsx';
import { Sources } from './Sources.tsx';

/** Asked again by itself; what happens is told at once, at most this often, ms. */
const EVERY_MS = 5000;
const AT_MOST_EVERY_MS = 1000;
const NEWS_KEPT = 12;

/** The console's first page: whether all is well, and what to act on where it is not. */
export default function Overview() {
	const question = useCall('overview', {}, { refreshInterval: EVERY_MS });
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
						<Dead dead={data.dead} />
						<section className="card">
							<h2>Failing webhooks</h2>
							{data.failing.length === 0 && <p className="empty">None within the last hour.</p>}
							<ul className="rows">
								{data.failing.map(({ target, failed, retrying, reason }) => (
									<li className="row noted" key={target}>
										<span className="grow mono">{shortTarget(target)}</span>
										<span className="bad">
											{failed > 0 && `${failed} failed`} {retrying > 0 && `${retrying} retrying`}
										</span>
										{reason && <p className="row-note dim">{reason}</p>}
									</li>
								))}
							</ul>
						</section>
						<section className="card">
							<h2>Seen to accepted by Discord, last hour</h2>
							<Figures
								rows={data.latency.map(({ brand, ...figures }) => ({ name: brand, ...figures }))}
								empty="No message within the last hour."
							/>
							<h2>Slowest webhooks</h2>
							<Figures
								rows={data.slowest.map(({ target, ...figures }) => ({ name: shortTarget(target), ...figures }))}
								empty="No message within the last hour."
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

function Figures({
	rows,
	empty,
}: {
	rows: readonly { name: string; p50: number; p99: number; count: number }[];
	empty: string;
}) {
	if (rows.length === 0) return <p className="empty">{empty}</p>;
	return (
		<table className="figures">
			<thead>
				<tr>
					<th>Which</th>
					<th>Half within</th>
					<th>99 % within</th>
					<th>Messages</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ name, p50, p99, count }) => (
					<tr key={name}>
						<td className="mono">{name}</td>
						<td>{duration(p50)}</td>
						<td>{duration(p99)}</td>
						<td>{count}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
