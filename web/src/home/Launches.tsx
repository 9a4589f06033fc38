import { PAGES } from '@dropwire/contract';
import type { ComponentProps } from 'react';
import { dateTime } from '../ui/format.ts';
import { ProductTitle } from './ProductTitle.tsx';
import { productOf, useLatest } from '../events/useLatest.ts';

const WEEK_MS = 7 * 86_400_000;
const SHOWN = 5;

interface Launch extends ComponentProps<typeof ProductTitle> {
	regions: string[];
	at: number;
}

/** Launches within a week that the newest changes announce, the next one first; absent without one. */
export function Launches() {
	const events = useLatest().data?.data ?? [];
	const now = Date.now();
	const launches = new Map<string, Launch>();
	for (const event of events) {
		const { title = event.sku, url = null, launchAt = null } = productOf(event);
		if (launchAt === null || launchAt < now || launchAt > now + WEEK_MS) continue;
		const key = `${event.sku}/${launchAt}`;
		const known = launches.get(key);
		const regions = [...new Set([...(known?.regions ?? []), event.region])];
		const { source: brand, sku } = event;
		launches.set(key, { brand, sku, title, url, regions, at: launchAt });
	}
	if (launches.size === 0) return null;
	const shown = [...launches].toSorted(([, a], [, b]) => a.at - b.at).slice(0, SHOWN);
	return (
		<section className="card" aria-labelledby="launches">
			<h2 id="launches">Launches this week</h2>
			<ul className="rows">
				{shown.map(([key, { regions, at, ...product }]) => (
					<li key={key} className="row home-launch">
						<ProductTitle {...product} />
						<span className="dim">
							{dateTime(at)} · {regions.join(', ')}
						</span>
					</li>
				))}
			</ul>
			<p className="home-more">
				<a href={PAGES.releases}>Release calendar</a>
			</p>
		</section>
	);
}
