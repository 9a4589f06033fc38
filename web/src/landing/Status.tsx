import type { PublicStatus, Site } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { readLimit } from '../api/readLimit.ts';
import { Footer } from './Footer.tsx';
import { PublicHeader } from '../ui/PublicHeader.tsx';
import { CONTENT_ID } from '../ui/SkipLink.tsx';
import { counted, durationOf, FAMILY_STATES, messagesOf } from './texts.ts';

/** How often the open page reads the status again, ms. */
const REFRESH_MS = 30_000;

const STATES: Readonly<Record<PublicStatus['state'], string>> = {
	running: 'Everything is running',
	delayed: 'Messages are delayed',
	stopped: 'Nothing is being watched: the engine is stopped',
	unknown: 'The status could not be read',
};

/** The public status page. It is complete without scripts; with them it refreshes itself. */
export function Status({ site, initial }: { site: Site; initial: PublicStatus }) {
	const status = useStatus(initial);
	const { state, delay, families, hours, at } = status;
	const isRunning = state === 'running';
	return (
		<div className="landing">
			<div className="top">
				<PublicHeader plans={site.plans.length > 0} />
			</div>
			<main className="status" id={CONTENT_ID} tabIndex={-1}>
				<h1>Status</h1>
				<p className={`overall ${state}`} role="status">
					<span className="dot" aria-hidden="true" /> {STATES[state]}
				</p>
				<p className="dim">As of {utc(at)}.</p>
				{delay && (
					<p>
						Half of the {messagesOf(delay)} were in Discord within <b>{durationOf(delay.p50)}</b> of the change that was
						seen, 99 of 100 within <b>{durationOf(delay.p99)}</b>.
					</p>
				)}
				{!delay && isRunning && <p>No messages in the last hour.</p>}
				<h2>Brands</h2>
				<table>
					<thead>
						<tr>
							<th scope="col">Brand</th>
							<th scope="col">State</th>
							<th scope="col">Watched</th>
							<th scope="col">Checked every</th>
						</tr>
					</thead>
					<tbody>
						{families.map((family) => (
							<tr key={family.id}>
								<th scope="row">{family.name}</th>
								<td>
									<span className={`state ${family.state}`}>
										<span className="dot" aria-hidden="true" /> {FAMILY_STATES[family.state]}
										{family.blockedIn.length > 0 && ` in ${family.blockedIn.join(', ')}`}
									</span>
								</td>
								<td>{counted(family.products, 'product')}</td>
								<td>{family.everyMs === null ? '–' : durationOf(family.everyMs)}</td>
							</tr>
						))}
					</tbody>
				</table>
				<Hours hours={hours} />
			</main>
			<Footer site={site} />
		</div>
	);
}

/** The status, read again while the page is visible. A failed read shows as unknown. */
function useStatus(initial: PublicStatus): PublicStatus {
	const [status, setStatus] = useState(initial);
	useEffect(() => {
		const refresh = async () => {
			if (document.hidden) return;
			const response = await fetch('/api/status', { signal: readLimit() });
			if (!response.ok) throw new Error(`The server answered ${response.status}`);
			setStatus((await response.json()) as PublicStatus);
		};
		const failed = () =>
			setStatus(({ families, ...last }) => {
				const unknown = families.map((family) => ({ ...family, state: 'unknown' as const, blockedIn: [] }));
				return { ...last, state: 'unknown', families: unknown };
			});
		const timer = setInterval(() => void refresh().catch(failed), REFRESH_MS);
		return () => clearInterval(timer);
	}, []);
	return status;
}

/** The messages of the latest hours as bars. */
function Hours({ hours }: Pick<PublicStatus, 'hours'>) {
	if (hours.length === 0) return null;
	const max = Math.max(1, ...hours.map(({ sent }) => sent));
	const total = hours.reduce((sum, { sent }) => sum + sent, 0);
	const [first] = hours;
	return (
		<section aria-labelledby="hours">
			<h2 id="hours">Messages, last 24 hours</h2>
			<div className="hours" role="img" aria-label={`${counted(total, 'message')} in the last 24 hours`}>
				{hours.map(({ at, sent }) => (
					<span
						key={at}
						title={`${hourOf(at)}: ${counted(sent, 'message')}`}
						style={{ height: `${(sent / max) * 100}%` }}
					/>
				))}
			</div>
			<p className="dim hours-scale">
				<span>{first && hourOf(first.at)}</span>
				<span>{counted(total, 'message')}</span>
				<span>now</span>
			</p>
		</section>
	);
}

/** UTC, so that the server and the browser render the same text. */
function utc(at: number): string {
	return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function hourOf(at: number): string {
	return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
