import '../data/lists.css';
import './watchlists.css';
import { HOT_LISTS, type HotMonitor } from '@dropwire/bff/contract';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { refresh } from '../data/useCall.ts';
import { HotForm } from './HotForm.tsx';
import { HotList } from './HotList.tsx';

/** The hot SKU lists: a form for each, and beside it what is on it now. */
export default function HotSkus() {
	return (
		<>
			<div className="page-head">
				<h1>Hot SKU</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus')} />
				</div>
			</div>
			<div className="lists">
				{(Object.keys(HOT_LISTS) as HotMonitor[]).map((monitor) => (
					<section className="card" key={monitor} aria-label={HOT_LISTS[monitor].name}>
						<h2>{HOT_LISTS[monitor].name}</h2>
						<HotForm monitor={monitor} />
						<HotList monitor={monitor} />
					</section>
				))}
			</div>
		</>
	);
}
