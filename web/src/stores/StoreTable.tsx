import '../products/products.css';
import './stores.css';
import { sortSizes, stockText, type StoreStock } from '@dropwire/contract';
import { Fragment } from 'react';
import { ago } from '../ui/format.ts';

type Store = StoreStock['stores'][number];

/** Stores as rows, nearest first, with the sizes that they have. */
export function StoreTable({ stores }: { stores: readonly Store[] }) {
	return (
		<table className="regions">
			<thead>
				<tr>
					<th scope="col">Store</th>
					<th scope="col">Distance</th>
					<th scope="col">In stock</th>
					<th scope="col">Sold out</th>
				</tr>
			</thead>
			<tbody>
				{stores.map(({ id, name, city, postalCode, url, distanceKm, sizes, checkedAt }) => (
					<tr key={id}>
						<th scope="row">
							<b>
								{url ? (
									<a href={url} target="_blank" rel="noreferrer">
										{name}
									</a>
								) : (
									name
								)}
							</b>{' '}
							<span className="dim">
								{[city, postalCode].filter(Boolean).join(' ')}
								{checkedAt > 0 && `, checked ${ago(checkedAt)}`}
							</span>
						</th>
						<td data-term="Distance">{distanceKm === null ? '–' : `${distanceKm} km`}</td>
						<td data-term="In stock">
							{sizes.length === 0 ? (
								<span className="dim">Does not carry it</span>
							) : (
								<Sizes sizes={sizes} isAvailable />
							)}
						</td>
						<td data-term="Sold out">
							<Sizes sizes={sizes} isAvailable={false} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Sizes({ sizes, isAvailable }: { sizes: Store['sizes']; isAvailable: boolean }) {
	const shown = sortSizes(sizes.filter(({ available }) => available === isAvailable));
	if (shown.length === 0) return <>–</>;
	return (
		<span className={isAvailable ? undefined : 'dim'}>
			{shown.map((size, index) => (
				<Fragment key={size.size}>
					<span className="store-size">
						{isAvailable ? `${size.size} ${stockText(size)}`.trim() : size.size}
						{index < shown.length - 1 && ','}
					</span>{' '}
				</Fragment>
			))}
		</span>
	);
}
