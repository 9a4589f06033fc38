import '../watchlists/watchlists.css';
import { type Region, REGION_NAMES } from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { AskButton } from '../productRequests/AskButton.tsx';
import { brandName } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { Countdown } from './Countdown.tsx';
import type { QueryResult } from './queryProduct.ts';
import { RegionDetails } from './RegionDetails.tsx';
import { RegionTable } from './RegionTable.tsx';
import { WatchThis } from './WatchThis.tsx';

/** What a search found for one SKU: the product, its regions, and the details of one of them. */
export function ProductResult({ result, reload }: { result: QueryResult; reload: () => void }) {
	const { sku, card, entries, error } = result;
	const failed = [...new Set([...result.failed, ...(card?.failed ?? [])])];
	const [chosen, setChosen] = useState<Region | null>(null);
	const isOperator = useUser().roles.includes('admin');
	const region = chosen !== null && entries.has(chosen) ? chosen : [...entries.keys()][0];
	const entry = region && entries.get(region);
	const launch = card?.regions.find((one) => one.launchAt !== null);
	return (
		<section className="product-result" aria-label={sku}>
			<div role="status">
				{error && <p className="banner bad">{error}</p>}
				{failed.length > 0 && (
					<p className="banner bad">
						No answer from {failed.map((one) => REGION_NAMES[one] ?? one).join(', ')}: the results may be incomplete.
					</p>
				)}
				{!error && card === null && entries.size === 0 && (
					<p className="empty">{sku} was not found in any region that answered.</p>
				)}
			</div>
			{card && (
				<div className="card">
					<header className="product-head">
						{card.image && <img src={card.image} alt="" width={120} height={120} />}
						<div>
							<h2>{card.title}</h2>
							<p>
								<span className="mono">{card.sku}</span>
								{[brandName(card.brand), card.subtitle, card.color].filter(Boolean).map((text) => ` · ${text}`)}
							</p>
							{launch?.launchAt && <Countdown at={launch.launchAt} region={launch.region} />}
							{isOperator && (
								<WatchThis sku={card.sku} on={(card.lists ?? []).map(({ list }) => list)} added={reload} />
							)}
							{!isOperator && card.regions.every(({ watched }) => !watched) && <AskButton product={card.sku} />}
						</div>
					</header>
					<RegionTable card={card} />
				</div>
			)}
			{region && entry && (
				<div className="card">
					<div className="details-head">
						<h2>Details</h2>
						<NativeSelect
							aria-label="Region of the details"
							data={[...entries.keys()].map((one) => ({ value: one, label: `${one} · ${REGION_NAMES[one]}` }))}
							value={region}
							onChange={(event) => setChosen(event.currentTarget.value as Region)}
						/>
					</div>
					<RegionDetails
						key={region}
						region={region}
						entry={entry}
						state={card?.regions.find((one) => one.region === region)}
					/>
				</div>
			)}
		</section>
	);
}
