import './catalogue.css';
import { BRANDS, CATALOGUE_LIMITS, PRODUCT_BRANDS, REGIONS } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Lock, SearchCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePages } from '../api/usePages.ts';
import { seesProducts } from '../products/seesProducts.ts';
import { FilterChoice } from '../ui/FilterChoice.tsx';
import { FilterText } from '../ui/FilterText.tsx';
import { FilterTime } from '../ui/FilterTime.tsx';
import { useUser } from '../ui/Guard.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { anyText, oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { EntryRow } from './EntryRow.tsx';

const EVERY_MS = 60_000;
/** The earliest date of release that the server takes. */
const FIRST_DAY = '1900-01-01';
/** The product query, which has a wall for those who cannot use it. */
const QUERY = '/dashboard/client/products';
const ASK = <SearchCheck size={16} aria-hidden="true" />;
const LOCKED = <Lock size={14} role="img" aria-label="Needs Premium" />;
const SORTS = {
	relevance: 'Best match',
	changed: 'Changed last',
	released: 'Released last',
	price: 'Lowest price',
} as const;
type Sort = keyof typeof SORTS;

const FILTERS = {
	q: anyText,
	brand: oneOf(PRODUCT_BRANDS),
	region: oneOf(REGIONS),
	available: oneOf(['true', 'false'] as const),
	from: anyText,
	to: anyText,
	sort: oneOf(Object.keys(SORTS) as Sort[]),
};

/** Every product that was ever seen: by words or SKU, brand, region, stock and date of release. */
export default function Search() {
	const seesQuery = seesProducts(useUser());
	const [filter, change] = useUrlFilter(FILTERS);
	const { q, brand, region, available, from, to, sort } = filter;
	// Prices of regions have other currencies, so their order needs one region.
	const sorts = (Object.keys(SORTS) as Sort[]).filter(
		(one) => (one !== 'price' || region !== undefined) && (one !== 'relevance' || q !== undefined),
	);
	const shown = sort !== undefined && sorts.includes(sort) ? sort : undefined;
	const pages = usePages('catalogue', { ...filter, sort: shown }, EVERY_MS);
	return (
		<>
			<div className="page-head">
				<h1>Products</h1>
				<Button component={Link} to={QUERY} variant="default" leftSection={seesQuery ? ASK : LOCKED}>
					Ask the shops now
				</Button>
			</div>
			<div className="catalogue-filters" role="search">
				<FilterText
					className="catalogue-q"
					label="Search products"
					placeholder="Words of a title, a colour or a SKU"
					maxLength={CATALOGUE_LIMITS.query}
					value={q ?? ''}
					change={(value) => change('q', value)}
				/>
				<FilterChoice
					label="Brand"
					all="All brands"
					options={PRODUCT_BRANDS.map((id) => ({ value: id, label: BRANDS[id].name }))}
					value={brand}
					change={(value) => change('brand', value)}
				/>
				<FilterChoice
					label="Region"
					all="All regions"
					options={REGIONS}
					value={region}
					change={(value) => change('region', value)}
				/>
				<FilterChoice
					label="Stock"
					all="In stock or not"
					options={[
						{ value: 'true', label: 'In stock' },
						{ value: 'false', label: 'Sold out' },
					]}
					value={available}
					change={(value) => change('available', value)}
				/>
				<div className="catalogue-dates" role="group" aria-label="Released">
					Released
					<Day label="Released from" value={from} change={(day) => change('from', day)} />–
					<Day label="Released until" value={to} change={(day) => change('to', day)} />
				</div>
				<FilterChoice
					label="Order"
					all={q === undefined ? SORTS.changed : SORTS.relevance}
					options={sorts
						.filter((one) => one !== (q === undefined ? 'changed' : 'relevance'))
						.map((one) => ({ value: one, label: SORTS[one] }))}
					value={shown}
					change={(value) => change('sort', value)}
				/>
			</div>
			<Loaded call={pages} rows={10}>
				{(rows) => (
					<>
						{rows.length === 0 && (
							<p className="empty">
								{Object.keys(filter).length === 0
									? 'No product has been seen yet.'
									: 'No product that was ever seen matches.'}{' '}
								{q !== undefined && seesQuery && (
									<Link to={`${QUERY}?${new URLSearchParams({ sku: q })}`}>Ask the shops for it</Link>
								)}
							</p>
						)}
						<ul className="catalogue-rows">
							{rows.map((entry) => (
								<EntryRow key={`${entry.brand} ${entry.sku}`} entry={entry} region={region} />
							))}
						</ul>
						<LoadMore more={pages.more} />
					</>
				)}
			</Loaded>
		</>
	);
}

function Day({ value = '', ...rest }: { label: string; value: string | undefined; change(value: string): void }) {
	return <FilterTime {...rest} type="date" value={value} min={FIRST_DAY} />;
}
