import { type CallOutput, type Contract, formatMoney, type Region } from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { ago, brandName, counted, dateTime, day } from '../ui/format.ts';
import { productPath } from '../ui/paths.ts';

type Entry = CallOutput<Contract['catalogue']>['data'][number];

/** A product in a list: what it is, what it costs, and where it is in stock. */
export function EntryRow({ entry, region }: { entry: Entry; region: Region | undefined }) {
	const { brand, sku, title, image, color, regions, releasedOn, lastSeenAt } = entry;
	const place = regions.find((one) => one.region === (region ?? 'US')) ?? regions.find(({ price }) => price !== null);
	const stocked = regions.some(isStocked);
	return (
		<li className="catalogue-row">
			{image ? (
				<img className="thumb" src={image} alt="" width={56} height={56} loading="lazy" />
			) : (
				<span className="thumb" />
			)}
			<div className="grow">
				<Link to={productPath(brand, sku)}>{title}</Link>
				<p className="dim">
					{brandName(brand)} <span className="mono">{sku}</span>
					{color !== null && ` · ${color}`}
					{releasedOn !== null && ` · release date ${releasedOn}`}
				</p>
			</div>
			<div className="catalogue-price">
				{place?.price ? (
					<>
						{place.price.full > place.price.current && (
							<s className="dim">{formatMoney(place.price.full, place.price.currency)}</s>
						)}{' '}
						<b className="mono">{formatMoney(place.price.current, place.price.currency)}</b>{' '}
						<span className="dim mono">{place.region}</span>
					</>
				) : (
					<span className="dim">price unknown</span>
				)}
				<p className={stocked ? 'good' : 'dim'}>{stockText(regions)}</p>
			</div>
			<time className="dim" dateTime={new Date(lastSeenAt).toISOString()} title={dateTime(lastSeenAt)}>
				{ago(lastSeenAt)}
			</time>
		</li>
	);
}

type Place = Entry['regions'][number];

/** Whether a launch is ahead. Feeds list stock days before it. */
const isAhead = ({ launchAt }: Place) => launchAt !== null && launchAt > Date.now();
const isStocked = (place: Place) => place.available === true && !isAhead(place);

/** Where it is in stock, or from when it is sold; a region of which nothing is known counts neither way. */
function stockText(regions: readonly Place[]): string {
	const stocked = regions.filter(isStocked);
	const ahead = regions.filter(isAhead).map(({ launchAt }) => Number(launchAt));
	if (stocked.length === 0 && ahead.length > 0) return `from ${day(Math.min(...ahead))}`;
	if (regions.every(({ available }) => available === null)) return 'stock unknown';
	if (stocked.length === 0) return 'sold out';
	return stocked.length <= 3
		? `in stock in ${stocked.map((one) => one.region).join(', ')}`
		: `in stock in ${counted(stocked.length, 'region')}`;
}
