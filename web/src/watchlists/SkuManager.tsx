import './watchlists.css';
import { ADIDAS_LIST } from '@dropwire/contract';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { refresh } from '../api/useCall.ts';
import { ListTabs, useListTab } from './ListTabs.tsx';
import { type Named, SkuForm } from './SkuForm.tsx';
import { WatchedSkus } from './WatchedSkus.tsx';

type Monitor = Named & { purpose: string };

const MONITORS: readonly [Monitor, ...Monitor[]] = [
	{ list: 'MONITOR1', name: 'Monitor #1', purpose: 'Watches status and launches' },
	{ list: 'MONITOR2', name: 'Monitor #2', purpose: 'Watches stock and restocks' },
	{ list: 'MONITOR4', name: 'Monitor #4', purpose: 'Watches prices' },
];

const LISTS: readonly [Monitor, ...Monitor[]] = [
	...MONITORS,
	{ list: ADIDAS_LIST, name: 'Adidas Hot #1', purpose: 'Feeds the Adidas Hot #1 webhooks' },
];

/** The monitors' SKU lists: a form for all Nike monitors, and a tab for each list with its entries and its form. */
export function SkuManager() {
	const chosen = useListTab(LISTS);
	return (
		<>
			<div className="page-head">
				<h1>Image Monitor</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus', 'skuStates')} />
				</div>
			</div>
			<section className="card list-form">
				<SkuForm title="Enter the SKU (Monitor #1, #2, #4)" lists={MONITORS} />
			</section>
			<ListTabs lists={LISTS} chosen={chosen} />
			<section className="card" key={chosen.list} aria-label={chosen.name}>
				<WatchedSkus list={chosen.list} purpose={chosen.purpose} />
				<div className="own-form">
					<SkuForm title={`Enter the SKU (${chosen.name})`} lists={[chosen]} />
				</div>
			</section>
		</>
	);
}
