import { ADIDAS_LIST, type WatchList } from '@dropwire/bff/contract';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { refresh } from '../data/useCall.ts';
import { SkuForm, type SkuList } from './SkuForm.tsx';
import { WatchedSkus } from './WatchedSkus.tsx';

const MONITORS: readonly { list: WatchList; name: string; what: string }[] = [
	{ list: 'MONITOR1', name: 'Monitor #1', what: 'status and launches' },
	{ list: 'MONITOR2', name: 'Monitor #2', what: 'stock and restocks' },
	{ list: 'MONITOR4', name: 'Monitor #4', what: 'price' },
];

const LISTS: readonly { list: SkuList; name: string; what: string }[] = [
	...MONITORS,
	{ list: ADIDAS_LIST, name: 'Adidas Hot #1', what: 'everything that Adidas changes' },
];

/** What the monitors watch: a form per list, and beside it what is on it now. */
export function SkuManager() {
	return (
		<>
			<div className="page-head">
				<h1>Image Monitor</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus')} />
				</div>
			</div>
			<section className="card" style={{ marginBottom: 16 }}>
				<SkuForm title="Enter the SKU (Monitor #1, #2, #4)" lists={MONITORS} />
			</section>
			<div className="lists">
				{LISTS.map((monitor) => (
					<section className="card" key={monitor.list}>
						<SkuForm title={`Enter the SKU (${monitor.name})`} lists={[monitor]} />
						<WatchedSkus list={monitor.list} what={monitor.what} />
					</section>
				))}
			</div>
		</>
	);
}
