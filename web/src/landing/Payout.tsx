import {
	feeText,
	formatMoney,
	isOldFee,
	marketName,
	parseMoney,
	payoutIn,
	type Profit,
	profitOf,
} from '@dropwire/domain/payout';
import type { Site } from '@dropwire/contract';
import { useState } from 'react';
import { PublicHeader } from '../ui/PublicHeader.tsx';
import { CONTENT_ID } from '../ui/SkipLink.tsx';
import { Footer } from './Footer.tsx';

/** Currencies of the regions with most sales. Those of the fees are added. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'JPY', 'SGD'];
/** The page is complete before anything is typed. */
const EXAMPLE = '250';

/**
 * What a sale at each resale market pays: a calculator for everybody. It asks no server.
 * @param now decides which fees are old; the server's, so that both render the same text
 */
export function Payout({ site, now }: { site: Site; now: number }) {
	const { fees } = site;
	const [text, setText] = useState({ price: EXAMPLE, paid: '' });
	const [currency, setCurrency] = useState(fees[0]?.currency ?? 'USD');
	const price = parseMoney(text.price, currency);
	const paid = parseMoney(text.paid, currency);
	const rows = fees.map((fee) => {
		const payout = price === null ? null : payoutIn(price, currency, fee);
		return { fee, payout, against: payout === null || paid === null ? null : profitOf(payout, paid) };
	});
	const best = Math.max(...rows.map(({ payout }) => payout ?? Number.NEGATIVE_INFINITY));
	const others = rows.filter(({ payout }) => price !== null && payout === null).map(({ fee }) => fee);
	return (
		<div className="landing">
			<div className="top">
				<PublicHeader plans={site.plans.length > 0} />
			</div>
			<main className="status payout" id={CONTENT_ID} tabIndex={-1}>
				<h1>Payout calculator</h1>
				<p className="dim">What you get for a sale at each resale market, after its fees.</p>
				<form onSubmit={(event) => event.preventDefault()}>
					<Amount
						label="Sale price"
						text={text.price}
						isWrong={text.price.trim() !== '' && price === null}
						change={(next) => setText({ ...text, price: next })}
					/>
					<label>
						Currency
						<select value={currency} onChange={(event) => setCurrency(event.currentTarget.value)}>
							{[...new Set([...CURRENCIES, ...fees.map((fee) => fee.currency)])].map((code) => (
								<option key={code}>{code}</option>
							))}
						</select>
					</label>
					<Amount
						label="You paid (optional)"
						text={text.paid}
						isWrong={text.paid.trim() !== '' && paid === null}
						change={(next) => setText({ ...text, paid: next })}
					/>
				</form>
				<div role="status">
					<table>
						<thead>
							<tr>
								<th scope="col">Market</th>
								<th scope="col">Fees</th>
								<th scope="col">Payout</th>
								<th scope="col">Profit</th>
							</tr>
						</thead>
						<tbody>
							{rows.map(({ fee, payout, against }) => (
								<tr key={fee.market} className={payout === best ? 'best' : undefined}>
									<th scope="row">{marketName(fee.market)}</th>
									<td>{feeText(fee)}</td>
									<td>
										<b>{payout === null ? '–' : formatMoney(payout, currency)}</b>
										{payout === best && rows.length > 1 && <span className="unseen"> (the highest)</span>}
									</td>
									<td>{against === null ? '–' : <Against {...against} currency={currency} />}</td>
								</tr>
							))}
						</tbody>
					</table>
					{others.length > 0 && (
						<p className="dim">
							No payout in {currency} for {others.map(({ market }) => marketName(market)).join(', ')}: fixed fees are
							known in {[...new Set(others.map((fee) => fee.currency))].join(', ')} only.
						</p>
					)}
				</div>
				<h2>Where the fees come from</h2>
				<ul className="fee-sources">
					{fees.map((fee) => (
						<li key={fee.market}>
							<b>{marketName(fee.market)}</b>: {fee.source}. As of {fee.asOf}
							{isOldFee(fee, now) && <span className="old"> – more than 180 days ago: check it at the market</span>}.
						</li>
					))}
				</ul>
				<p className="dim">
					Each share is rounded to the smallest unit, halves up. Taxes and your seller level are not included.
				</p>
			</main>
			<Footer site={site} />
		</div>
	);
}

function Amount(props: { label: string; text: string; isWrong: boolean; change(text: string): void }) {
	const { label, text, isWrong, change } = props;
	return (
		<label>
			{label}
			<input
				inputMode="decimal"
				autoComplete="off"
				maxLength={14}
				value={text}
				aria-invalid={isWrong}
				onChange={(event) => change(event.currentTarget.value)}
			/>
			{isWrong && <span className="bad">Enter an amount such as 250 or 189.99.</span>}
		</label>
	);
}

function Against({ profit, percent, currency }: Profit & { currency: string }) {
	return (
		<span className={profit < 0 ? 'bad' : 'good'}>
			{formatMoney(profit, currency)}
			{percent !== null && ` (${percent}%)`}
		</span>
	);
}
