import { type Brand, launchMethodText, PAGES, RELEASE_LIMITS, REGION_NAMES, type Release } from '@dropwire/contract';
import { useMemo } from 'react';
import { useCall } from '../api/useCall.ts';
import { useReader } from '../releases/clock.ts';
import { RELEASE_STATE_NAMES, ReleaseMoves } from '../releases/ReleaseMoves.tsx';
import { marketTime, shortMoment } from '../releases/times.ts';
import { ReadError } from '../ui/Loading.tsx';

const EVERY_MS = 60_000;

/** When a product is and was released, region by region; absent where no launch is known. */
export function ProductReleases({ brand, sku }: { brand: Brand; sku: string }) {
	const to = useMemo(() => Date.now() + RELEASE_LIMITS.aheadMs, []);
	const call = useCall('releases', { brand, sku, from: 0, to }, { refreshInterval: EVERY_MS });
	const releases = call.data?.data;
	if (call.error && !releases) return <ReadError call={call} />;
	if (!releases || releases.length === 0) return null;
	return (
		<section className="card" aria-labelledby="releases">
			<div className="list-head">
				<h2 id="releases">Releases</h2>
				<a href={`${PAGES.releases}?${new URLSearchParams({ q: sku })}`}>Release calendar</a>
			</div>
			<ReadError call={call} />
			<ul className="rows">
				{releases.map((release) => (
					<Row key={release.id} release={release} />
				))}
			</ul>
		</section>
	);
}

function Row({ release: { region, launchAt, method, entriesUntil, state, moves } }: { release: Release }) {
	const reader = useReader();
	const how = launchMethodText(method, entriesUntil === null ? null : shortMoment(entriesUntil, reader));
	return (
		<li className="row product-release">
			<span>
				<span className="mono">{region}</span> {REGION_NAMES[region]}
			</span>
			<span>
				<time dateTime={new Date(launchAt).toISOString()}>{shortMoment(launchAt, reader)}</time>{' '}
				<span className="dim">{marketTime(launchAt, region, reader)}</span>
			</span>
			<span className="grow">
				{how}
				<ReleaseMoves moves={moves} launchAt={launchAt} reader={reader} />
			</span>
			<b className={{ announced: '', live: 'good', over: 'dim', cancelled: 'bad' }[state]}>
				{RELEASE_STATE_NAMES[state]}
			</b>
		</li>
	);
}
