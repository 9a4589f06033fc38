import { type CallOutput, type Contract, type ProductInRegion, type Region, REGIONS } from '@dropwire/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { Locked } from '../requestAccess/Locked.tsx';
import { ResaleTab } from '../resale/ResaleTab.tsx';
import { StoresTab } from '../stores/StoresTab.tsx';
import { useUser } from '../ui/Guard.tsx';
import { anyText, oneOf, useUrlFilter } from '../ui/useUrlFilter.ts';
import { HistorySection } from './HistorySection.tsx';
import { ProductEvents } from './ProductEvents.tsx';
import { ProductReleases } from './ProductReleases.tsx';

const TABS = { history: 'History', stores: 'In-store stock', resale: 'Resale' } as const;
type Tab = keyof typeof TABS;
const IDS = Object.keys(TABS) as Tab[];
const FILTERS = { tab: oneOf(IDS), region: oneOf(REGIONS), near: anyText };

interface Props {
	entry: Pick<CallOutput<Contract['catalogueEntry']>['data'], 'brand' | 'sku'>;
	places: readonly ProductInRegion[];
}

/** What else there is about a product, a tab at a time: over time, in stores, at resale markets. */
export function ProductTabs({ entry: { brand, sku }, places }: Props) {
	const [{ tab = 'history', region = places[0]?.region ?? 'US', near = '' }] = useUrlFilter(FILTERS);
	const [query, setQuery] = useSearchParams();
	const change = (parts: { region: Region; near?: string }) =>
		setQuery({ ...Object.fromEntries(query), ...parts }, { replace: true, preventScrollReset: true });
	const { hasAccess, roles } = useUser();
	const product = { brand, sku, region };
	return (
		<>
			<nav className="tabs" aria-label="About this product">
				{IDS.map((id) => (
					<Link
						key={id}
						to={id === 'history' ? '?' : `?${new URLSearchParams({ tab: id })}`}
						replace
						{...(id === tab && { 'aria-current': 'page' })}
					>
						{TABS[id]}
					</Link>
				))}
			</nav>
			{tab === 'history' &&
				(hasAccess ? (
					<HistorySection brand={brand} sku={sku} places={places} />
				) : (
					<Locked text="Price and stock over time need access." />
				))}
			{tab === 'history' && <ProductReleases brand={brand} sku={sku} />}
			{tab === 'history' && roles.includes('admin') && <ProductEvents brand={brand} sku={sku} />}
			{tab === 'stores' && <StoresTab {...product} near={near} change={change} />}
			{tab === 'resale' && <ResaleTab {...product} change={(value) => change({ region: value })} />}
		</>
	);
}
