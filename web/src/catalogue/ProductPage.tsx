import './catalogue.css';
import '../products/products.css';
import { type CallOutput, type Contract, LIMITS } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { SearchCheck } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { AskButton } from '../productRequests/AskButton.tsx';
import { Countdown } from '../products/Countdown.tsx';
import { RegionTable } from '../products/RegionTable.tsx';
import { seesProducts } from '../products/seesProducts.ts';
import { WatchThis } from '../products/WatchThis.tsx';
import { CopyLine } from '../ui/CopyLine.tsx';
import { ago, brandName, dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { HistorySection } from './HistorySection.tsx';
import { WhoWasTold } from './WhoWasTold.tsx';

/** Everything about one product: what it is, its state in each region, and its price and stock over time. */
export default function ProductPage() {
	const { brand = '', sku = '' } = useParams();
	const call = useCall('catalogueEntry', { brand, sku: sku.slice(0, LIMITS.sku) }, { refreshInterval: 30_000 });
	return (
		<>
			<Title of={call.data?.data.title ?? sku} />
			<Loaded call={call} rows={10}>
				{({ data }) => <Product entry={data} reload={call.reload} />}
			</Loaded>
		</>
	);
}

type Entry = CallOutput<Contract['catalogueEntry']>['data'];

function Product({ entry, reload }: { entry: Entry; reload(): void }) {
	const user = useUser();
	const isOperator = user.roles.includes('admin');
	const { brand, sku, title, regions, watched } = entry;
	const lists = typeof watched === 'boolean' ? [] : watched;
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
							{entry.releasedOn !== null && `Released on ${entry.releasedOn}. `}
							<time dateTime={new Date(entry.firstSeenAt).toISOString()} title={dateTime(entry.firstSeenAt)}>
								First seen {ago(entry.firstSeenAt)}.
							</time>{' '}
							{!isWatched && 'Nobody watches it now.'}
						</p>
						{launch?.launchAt && <Countdown at={launch.launchAt} region={launch.region} />}
						<CopyLine label="SKU" value={sku} />
						{isOperator ? (
							<WatchThis sku={sku} on={lists.map(({ list }) => list)} added={reload} />
						) : (
							!isWatched && <AskButton sku={sku} />
						)}
						{seesProducts(user) && (
							<Button
								component={Link}
								to={`/dashboard/client/products?${new URLSearchParams({ sku })}`}
								variant="default"
								leftSection={<SearchCheck size={16} aria-hidden="true" />}
							>
								Ask the shops now
							</Button>
						)}
					</div>
				</header>
				{regions.length > 0 && <RegionTable card={{ ...entry, regions, failed: [], lists }} />}
			</section>
			<HistorySection brand={brand} sku={sku} places={regions} />
			{isOperator && <WhoWasTold sku={sku} />}
		</div>
	);
}
