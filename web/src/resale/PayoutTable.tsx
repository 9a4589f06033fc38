import '../products/products.css';
import './resale.css';
import { formatMoney, marketName, MARKET_PRICE_FRESH_MS, type Resale } from '@dropwire/contract';
import { ago } from '../ui/format.ts';

type ResaleSize = Resale['sizes'][number];
type Offer = ResaleSize['offers'][number];

/** Sizes as rows, markets as columns: what remains of each price, and the best of each size. */
export function PayoutTable({ sizes, fees, retail }: Pick<Resale, 'sizes' | 'fees' | 'retail'>) {
	const markets = fees
		.map(({ market }) => market)
		.filter((market) => sizes.some(({ offers }) => offers.some((offer) => offer.market === market)));
	return (
		<table className="regions payouts">
			<thead>
				<tr>
					<th scope="col">Size</th>
					{markets.map((market) => (
						<th key={market} scope="col">
							{marketName(market)}
						</th>
					))}
					<th scope="col">Profit</th>
				</tr>
			</thead>
			<tbody>
				{sizes.map(({ size, offers, best }) => (
					<tr key={size}>
						<th scope="row" className="mono">
							{size}
						</th>
						{markets.map((market) => (
							<td key={market} data-term={marketName(market)}>
								{offers.some((offer) => offer.market === market)
									? offers
											.filter((offer) => offer.market === market)
											.map((offer) => (
												<OfferCell
													key={offer.currency}
													offer={offer}
													isBest={best?.market === market && best.payout === offer.payout}
												/>
											))
									: '–'}
							</td>
						))}
						<td data-term="Profit">{best && retail ? <Profit best={best} currency={retail.currency} /> : '–'}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The payout, and below it the prices that the market names. */
function OfferCell({ offer, isBest }: { offer: Offer; isBest: boolean }) {
	const { currency, payout, lowestAsk, highestBid, lastSale, at } = offer;
	const named = [
		['bid', highestBid],
		['ask', lowestAsk],
		['last', lastSale],
	].flatMap(([word, price]) => (typeof price === 'number' ? [`${word} ${formatMoney(price, currency)}`] : []));
	const isOld = Date.now() - at > MARKET_PRICE_FRESH_MS;
	return (
		<span className="payout">
			<b className={isBest ? 'best' : undefined}>{payout === null ? '–' : formatMoney(payout, currency)}</b>
			{isBest && <span className="visually-hidden"> (the best of this size)</span>}
			<span className="dim">{named.join(', ')}</span>
			{isOld && <span className="signal">{ago(at)}</span>}
		</span>
	);
}

function Profit({ best, currency }: { best: NonNullable<ResaleSize['best']>; currency: string }) {
	const { profit, percent, market } = best;
	if (profit === null) return <>–</>;
	return (
		<span className="payout">
			<b className={profit < 0 ? 'bad' : 'good'}>
				{formatMoney(profit, currency)}
				{percent !== null && ` (${percent}%)`}
			</b>
			<span className="dim">at {marketName(market)}</span>
		</span>
	);
}
