import { PAGES, type Release } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { dateTime } from '../ui/format.ts';
import { ProductTitle } from './ProductTitle.tsx';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
const SHOWN = 5;

/** Launches within a week, the next one first; absent without one. */
export function Launches() {
	const now = Date.now();
	// The same for a minute, since every other value is another read.
	const from = now - (now % MINUTE_MS);
	const call = useCall('releases', { from, to: from + WEEK_MS }, { refreshInterval: MINUTE_MS });
	const ahead = (call.data?.data ?? []).filter(({ launchAt, cancelledAt }) => launchAt > now && cancelledAt === null);
	const launches = [...Map.groupBy(ahead, launchOf)].slice(0, SHOWN);
	if (launches.length === 0) return null;
	return (
		<section className="card" aria-labelledby="launches">
			<h2 id="launches">Launches this week</h2>
			<ul className="rows">
				{launches.map(([key, releases]) => (
					<Launch key={key} releases={releases} />
				))}
			</ul>
			<p className="home-more">
				<a href={PAGES.releases}>Release calendar</a>
			</p>
		</section>
	);
}

/** Regions in which a product is released at the same moment share a line. */
const launchOf = ({ brand, sku, launchAt }: Release) => `${brand}/${sku}/${launchAt}`;

function Launch({ releases }: { releases: readonly Release[] }) {
	const [first] = releases;
	if (!first) return null;
	return (
		<li className="row home-launch">
			<ProductTitle {...first} />
			<span className="dim">
				{dateTime(first.launchAt)} · {releases.map(({ region }) => region).join(', ')}
			</span>
		</li>
	);
}
