import '../ui/lists.css';
import './watchlists.css';
import { HOT_LISTS, type HotMonitor } from '@dropwire/contract';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { SKU_BULK } from '../bulk/kinds.ts';
import { refresh } from '../api/useCall.ts';
import { HotForm } from './HotForm.tsx';
import { HotList } from './HotList.tsx';
import { ListTabs, useListTab } from './ListTabs.tsx';

const MONITORS = Object.keys(HOT_LISTS) as [HotMonitor, ...HotMonitor[]];
const tabOf = (monitor: HotMonitor) => ({ monitor, list: HOT_LISTS[monitor].list, name: HOT_LISTS[monitor].name });
const LISTS = [tabOf(MONITORS[0]), ...MONITORS.slice(1).map(tabOf)] as const;

/** The hot SKU lists: a tab for each with its entries and its form. */
export default function HotSkus() {
	const chosen = useListTab(LISTS);
	return (
		<>
			<div className="page-head">
				<h1>Hot SKU</h1>
				<div className="tools">
					<BulkButton kind={SKU_BULK} done={() => void refresh('skus', 'hotSkus', 'skuStates')} />
				</div>
			</div>
			<ListTabs lists={LISTS} chosen={chosen} />
			<section className="card" key={chosen.list} aria-label={chosen.name}>
				<HotList monitor={chosen.monitor} />
				<div className="own-form">
					<HotForm monitor={chosen.monitor} />
				</div>
			</section>
		</>
	);
}
