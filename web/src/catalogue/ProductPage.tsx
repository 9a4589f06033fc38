import './catalogue.css';
import '../products/products.css';
import { BRANDS, type CallOutput, type Contract, intervalText, LIMITS, PAGES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { SearchCheck } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { AskButton } from '../productRequests/AskButton.tsx';
import { Countdown } from '../products/Countdown.tsx';
import { RegionTable } from '../products/RegionTable.tsx';
import { seesProducts } from '../products/seesProducts.ts';
import { WatchThis } from '../products/WatchThis.tsx';
import { WhyOfProduct } from '../why/WhyOfProduct.tsx';
import { WatchButton } from '../watches/WatchButton.tsx';
import { CopyLine } from '../ui/CopyLine.tsx';
import { ago, brandName, dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { ProductTabs } from './ProductTabs.tsx';

/** Statuses of a product that does not exist, or of a brand that does not. */
const UNKNOWN = new Set([400, 404]);

/** Everything about one product: what it is, its state in each region, and its price and stock over time. */
export default function ProductPage() {
	const { brand = '', sku = '' } = useParams();
	const call = useCall('catalogueEntry', { brand, sku: sku.slice(0, LIMITS.sku) }, { refreshInterval: 30_000 });
	return (
		<>
			<Title of={call.data?.data.title ?? sku} />
			{UNKNOWN.has(call.error?.status ?? 0) ? (
				<Unseen brand={brand} sku={sku} />
			) : (
				<Loaded call={call} rows={10}>
					{({ data }) => <Product entry={data} reload={call.reload} />}
				</Loaded>
			)}
		</>
	);
}

/** A product that is not in the catalogue, and what the user can do. */
function Unseen({ brand, sku }: { brand: string; sku: string }) {
	return (
		<div className="product-page">
			<h1>{sku}</h1>
			<p>
				Dropwire has never seen this product of {brandName(brand)}. <Link to={PAGES.products}>Search all products</Link>
			</p>
			{useUser().hasAccess && <AskButton product={sku} />}
		</div>
	);
}

type Entry = CallOutput<Contract['catalogueEntry']>['data'];

function Product({ entry, reload }: { entry: Entry; reload(): void }) {
	const user = useUser();
	const isOperator = user.roles.includes('admin');
	const { brand, sku, title, regions, watched } = entry;
	const lists = typeof watched === 'boolean' ? null : watched;
	// Other shops are asked by the links of their products.
	const hasSkus = 'skus' in BRANDS[brand];
	const launch = regions.find(({ launchAt }) => launchAt !== null && launchAt > Date.now());
	const isWatched = typeof watched === 'boolean' ? watched : watched.length > 0;
	return (
		<div className="product-page">
			<section className="card">
				<header className="product-head">
					{entry.image && <img src={entry.image} alt="" width={160} height={160} />}
					<div>
						<h1>{title}</h1>
						<p>{[brandName(brand), entry.subtitle, entry.color, entry.category].filter(Boolean).join(' · ')}</p>
						<p className="dim">
							{entry.releasedOn !== null && `Release date: ${entry.releasedOn}. `}
							<time dateTime={new Date(entry.firstSeenAt).toISOString()} title={dateTime(entry.firstSeenAt)}>
								First seen {ago(entry.firstSeenAt)}.
							</time>{' '}
							{!isWatched && 'Not on a watch list now.'}
						</p>
						{entry.intervals && <Intervals intervals={entry.intervals} />}
						{launch?.launchAt && <Countdown at={launch.launchAt} region={launch.region} />}
						<CopyLine label="SKU" value={sku} />
						<div className="product-actions">
							<WatchButton brand={brand} sku={sku} />
							{isOperator ? (
								<WatchThis sku={sku} on={(lists ?? []).map(({ list }) => list)} added={reload} />
							) : (
								!isWatched && user.hasAccess && <AskButton product={hasSkus ? sku : (entry.url ?? sku)} />
							)}
							{hasSkus && seesProducts(user) && (
								<Button
									component={Link}
									to={`/dashboard/client/products?${new URLSearchParams({ sku })}`}
									variant="default"
									leftSection={<SearchCheck size={16} aria-hidden="true" />}
								>
									Ask the shops now
								</Button>
							)}
							<WhyOfProduct brand={brand} sku={sku} title={title} regions={regions.map(({ region }) => region)} />
						</div>
					</div>
				</header>
				{regions.length > 0 && <RegionTable card={{ ...entry, regions, failed: [], lists }} />}
			</section>
			<ProductTabs entry={entry} places={regions} />
		</div>
	);
}

/** How often the product is checked now: a line for the regions that share it, the most often first. */
function Intervals({ intervals }: { intervals: NonNullable<Entry['intervals']> }) {
	const byText = Map.groupBy(intervals, intervalText);
	return (
		<ul className="product-intervals dim">
			{[...byText].slice(0, MAX_INTERVALS).map(([text, same]) => (
				<li key={text}>
					<span className="mono">{same.map(({ region }) => region).join(', ')}</span> {text}
				</li>
			))}
			{byText.size > MAX_INTERVALS && <li>Other intervals in {byText.size - MAX_INTERVALS} more groups of regions.</li>}
		</ul>
	);
}

/** Lines that say how often a product is checked. */
const MAX_INTERVALS = 4;
