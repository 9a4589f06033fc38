import '../products/products.css';
import './resale.css';
import {
	type Brand,
	feeText,
	formatMoney,
	isOldFee,
	marketName,
	type Region,
	REGION_NAMES,
	type Resale,
} from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { ago } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { PayoutTable } from './PayoutTable.tsx';

/** Markets are read by the server every ten minutes at most. */
const EVERY_MS = 10 * 60_000;

/** What each market pays for a product, size by size, and where the prices and fees come from. */
export function ProductResale({ brand, sku, region }: { brand: Brand; sku: string; region: Region }) {
	const call = useCall('resale', { brand, sku, region }, { refreshInterval: EVERY_MS, keepPreviousData: false });
	return (
		<div className="product-result">
			<Loaded call={call} rows={8}>
				{({ data }) => (
					<>
						<section className="card" aria-labelledby="payouts">
							<h2 id="payouts">
								Payouts for <span className="mono">{sku}</span>
							</h2>
							<p className="dim">
								{data.retail
									? `Full price in ${REGION_NAMES[region]}: ${formatMoney(data.retail.amount, data.retail.currency)}.`
									: `The full price in ${REGION_NAMES[region]} is unknown, so no profit is shown.`}
							</p>
							{data.sizes.length > 0 ? (
								<PayoutTable {...data} />
							) : (
								<p className="empty">No market has a price for this product. The searches below open the markets.</p>
							)}
						</section>
						<Providers {...data} />
					</>
				)}
			</Loaded>
		</div>
	);
}

const STATES: Readonly<Record<Resale['providers'][number]['state'], { word: string; look: string }>> = {
	ready: { word: 'Read', look: 'good' },
	not_set: { word: 'Not read', look: 'dim' },
	error: { word: 'Error', look: 'bad' },
};

/** Where prices and fees come from, market by market. */
function Providers({ providers, fees, sizes }: Resale) {
	const feeOf = new Map(fees.map((fee) => [fee.market, fee]));
	const newest = (market: string) =>
		Math.max(...sizes.flatMap(({ offers }) => offers.filter((offer) => offer.market === market)).map(({ at }) => at));
	return (
		<section className="card" aria-labelledby="markets">
			<h2 id="markets">Markets</h2>
			<table className="regions">
				<thead>
					<tr>
						<th scope="col">Market</th>
						<th scope="col">Prices</th>
						<th scope="col">Fees</th>
						<th scope="col">Search</th>
					</tr>
				</thead>
				<tbody>
					{providers.map(({ market, state, detail, searchUrl }) => {
						const fee = feeOf.get(market);
						const at = newest(market);
						return (
							<tr key={market}>
								<th scope="row">
									<b>{marketName(market)}</b>
								</th>
								<td data-term="Prices">
									<span className={STATES[state].look}>{STATES[state].word}</span>: {detail}
									{Number.isFinite(at) && ` Newest price: ${ago(at)}.`}
								</td>
								<td data-term="Fees">
									{fee && (
										<>
											{feeText(fee)}
											<span className="dim"> as of {fee.asOf}</span>
											{isOldFee(fee, Date.now()) && (
												<span className="signal"> More than 180 days ago: check it at the market.</span>
											)}
										</>
									)}
								</td>
								<td data-term="Search">
									{searchUrl && (
										<a href={searchUrl} target="_blank" rel="noreferrer">
											Open {marketName(market)}
										</a>
									)}
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
}
