import type { Release } from '@dropwire/contract';
import {
	BRANDS,
	formatMoney,
	launchMethodText,
	REGION_NAMES,
	releaseState,
	type ReleaseState,
} from '@dropwire/domain/calendar';
import { countdownText } from '../ui/countdown.ts';
import { useClock, useReader } from './clock.ts';
import { WatchProduct } from './OwnWatches.tsx';
import { RELEASE_STATE_NAMES, ReleaseMoves } from './ReleaseMoves.tsx';
import { clockTime, marketTime, shortDay, shortMoment } from './times.ts';

/** How long before its launch a release is counted down, ms. */
const COUNTED_MS = 86_400_000;

interface Props {
	release: Release;
	/** Whether its day begins with it, and whether that is today. */
	isFirst: boolean;
	isToday: boolean;
}

/** A release: when, in the reader's zone and the market's, what, how it is sold, and what became of it. */
export function ReleaseRow({ release, isFirst, isToday }: Props) {
	const { brand, sku, region, title, image, url, launchAt, method, entriesUntil, price, moves } = release;
	const reader = useReader();
	const state = useClock((now) => releaseState(release, now));
	const isOpen = useClock((now) => entriesUntil === null || now < entriesUntil);
	const { weekday, date } = shortDay(launchAt, reader);
	const how = launchMethodText(method, entriesUntil === null ? null : shortMoment(entriesUntil, reader));
	return (
		<li className={`release ${state} ${isFirst ? 'first' : ''} ${isToday ? 'today' : ''}`}>
			<div className="release-day">
				<span>{isToday ? 'Today' : weekday}</span>
				<span>{date}</span>
			</div>
			<div className="release-when">
				<time dateTime={new Date(launchAt).toISOString()}>{clockTime(launchAt, reader)}</time>
				<span className="dim">{marketTime(launchAt, region, reader)}</span>
			</div>
			{image ? (
				<img src={image} alt="" width={64} height={64} loading="lazy" decoding="async" />
			) : (
				<span className="release-picture" aria-hidden="true" />
			)}
			<div className="release-what">
				<h2>
					{url === null ? (
						title
					) : (
						<a href={url} target="_blank" rel="noreferrer">
							{title}
						</a>
					)}
				</h2>
				<p className="dim">
					{BRANDS[brand].name} <a href={`/products/${brand}/${encodeURIComponent(sku)}`}>{sku}</a> ·{' '}
					{REGION_NAMES[region]}
					{price && ` · ${formatMoney(price.current, price.currency)}`}
				</p>
				{how && (
					<p>
						{how.slice(0, 1).toUpperCase() + how.slice(1)}
						{!isOpen && ' (ended)'}
					</p>
				)}
				<ReleaseMoves moves={moves} launchAt={launchAt} reader={reader} />
			</div>
			<State state={state} release={release} />
			{state !== 'cancelled' && (
				<p className="release-links">
					{state === 'announced' && (
						<a
							href={`/calendar/${region}.ics?${new URLSearchParams({ id: release.id })}`}
							aria-label={`Add to calendar: ${title}`}
						>
							Add to calendar
						</a>
					)}
					<WatchProduct brand={brand} sku={sku} title={title} />
				</p>
			)}
		</li>
	);
}

function State({ state, release }: { state: ReleaseState; release: Release }) {
	const { launchAt, available } = release;
	const left = useClock((now) => {
		const ms = launchAt - now;
		return state === 'announced' && ms <= COUNTED_MS ? countdownText(ms) : null;
	});
	return (
		<p className="release-state">
			{left === null ? (
				<b>{RELEASE_STATE_NAMES[state]}</b>
			) : (
				<b className="counting">
					<span className="unseen">In </span>
					{left}
				</b>
			)}
			{(state === 'live' || state === 'over') && available !== null && (
				<span className={available ? 'good' : 'dim'}>{available ? 'In stock' : 'Sold out'}</span>
			)}
		</p>
	);
}
