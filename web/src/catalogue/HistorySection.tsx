import '../theme/pickers.ts';
import { HISTORY_LIMITS, OFFERS, type ProductInRegion, REGION_NAMES } from '@dropwire/contract';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { Loaded, Skeletons } from '../ui/Loading.tsx';
import { oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import type { History } from './history.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { Restocks } from './Restocks.tsx';
import { sentencesOf } from './sentences.ts';
import { SizeBands } from './SizeBands.tsx';

const PriceChart = lazy(() => import('./PriceChart.tsx'));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The ranges of the chart, ms. */
const RANGES = { '24 h': DAY_MS, '7 d': 7 * DAY_MS, '30 d': 30 * DAY_MS, '1 y': 365 * DAY_MS, all: Infinity } as const;
type Range = keyof typeof RANGES;
const NAMES = Object.keys(RANGES) as Range[];
const USUAL: Range = '30 d';
/** How often the history is read while the page is visible, ms: as often as the table of regions above. */
const EVERY_MS = 30_000;

/** A region and an offer that have a history. */
type Place = Pick<ProductInRegion, 'region' | 'offer' | 'launchAt'>;

interface Props {
	brand: string;
	sku: string;
	places: readonly Place[];
}

/** Price and stock of a product over time, in one region: as a chart, or as a table; what the figures say, and restocks. */
export function HistorySection({ brand, sku, places }: Props) {
	const keys = places.map(keyOf);
	const [{ place: chosen, range = USUAL }, change] = useUrlFilter({ place: oneOf(keys), range: oneOf(NAMES) });
	const [asTable, setAsTable] = useState(false);
	const place = places[Math.max(0, keys.indexOf(chosen ?? ''))];
	// Fixed, since every other value would be another read: the chart cuts off what is older than its range.
	const readFrom = useMemo(() => Math.max(0, Date.now() - RANGES[range]), [range]);
	const call = useCall(
		'history',
		place ? { brand, sku, region: place.region, offer: place.offer, from: readFrom } : null,
		// The history of another region would be shown as that of this one.
		{ refreshInterval: EVERY_MS, keepPreviousData: false },
	);
	// The end of the current minute, so that the chart is drawn again once a minute and has the latest change.
	const to = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
	const from = Math.max(0, to - RANGES[range]);
	if (!place) return <p className="empty">No check has read this product yet, so it has no history.</p>;
	return (
		<section className="card history" aria-labelledby="history">
			<div className="list-head">
				<h2 id="history">Price and stock over time</h2>
				<div className="history-tools">
					<NativeSelect
						aria-label="Region of the history"
						size="xs"
						data={places.map((one) => ({ value: keyOf(one), label: placeName(one) }))}
						value={keyOf(place)}
						onChange={(event) => change('place', event.currentTarget.value)}
					/>
					<SegmentedControl
						aria-label="Time"
						size="xs"
						data={NAMES}
						value={range}
						onChange={(value) => change('range', value === USUAL ? '' : value)}
					/>
					<Button size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
						As a table
					</Button>
				</div>
			</div>
			<Loaded call={call} rows={8}>
				{({ data }) => <Shown history={data} from={from} to={to} place={place} asTable={asTable} />}
			</Loaded>
		</section>
	);
}

interface ShownProps {
	history: History;
	from: number;
	to: number;
	place: Place;
	asTable: boolean;
}

function Shown({ history: { points, sizes, restocks, more, statistics }, from, to, place, asTable }: ShownProps) {
	const first = points[0];
	if (!first) return <p className="empty">No check has read this product in this region yet.</p>;
	// A history that is younger than the range fills the chart.
	const start = Math.max(from, Math.min(first.at, to - HOUR_MS));
	const sentences =
		statistics === null
			? []
			: sentencesOf(statistics, points.findLast(({ currency }) => currency !== null)?.currency ?? null);
	return (
		<>
			{asTable ? (
				<HistoryTable points={points} />
			) : (
				<>
					<Suspense fallback={<Skeletons rows={6} />}>
						<PriceChart
							points={points}
							restocks={restocks}
							launchAt={place.launchAt}
							from={start}
							to={to}
							label={`Price in ${placeName(place)}: the arrow keys go from change to change`}
						/>
					</Suspense>
					<Legend />
					<SizeBands sizes={sizes} from={start} to={to} />
					{more.spans && <p className="dim">Sizes are shown for the last {HISTORY_LIMITS.spanDays} days.</p>}
				</>
			)}
			{sentences.length > 0 && (
				<ul className="sentences" aria-label="What the figures say">
					{sentences.map((sentence) => (
						<li key={sentence}>{sentence}</li>
					))}
				</ul>
			)}
			<Restocks restocks={restocks} />
		</>
	);
}

function Legend() {
	return (
		<ul className="chart-legend" aria-label="Legend">
			<li className="price">Price</li>
			<li className="full">Full price</li>
			<li className="restock">Restock</li>
			<li className="sold-out">Sold out</li>
			<li className="launch">Launch</li>
		</ul>
	);
}

const keyOf = ({ region, offer }: Pick<Place, 'region' | 'offer'>) => (offer === 'NEW' ? region : `${region}-${offer}`);

/** `US United States`, and the offer where it is not new. */
function placeName({ region, offer }: Pick<Place, 'region' | 'offer'>): string {
	return `${region} ${REGION_NAMES[region]}${offer === 'NEW' ? '' : ` · ${OFFERS[offer].name}`}`;
}
