import { ADIDAS_LIST, NIKE_HOT_LIST, type WatchList } from '@dropwire/contract';
import { ListScreen } from './ListScreen.tsx';
import { MONITOR_TARGETS } from './targets.ts';
import { MONITOR_TIMING } from './useChangeEntries.ts';
import { WatchedSkus } from './WatchedSkus.tsx';

interface Monitor {
	list: WatchList | typeof ADIDAS_LIST;
	name: string;
	purpose: string;
}

const LISTS: readonly [Monitor, ...Monitor[]] = [
	{ list: 'MONITOR1', name: 'Monitor #1', purpose: 'Watches status and launches' },
	{ list: 'MONITOR2', name: 'Monitor #2', purpose: 'Watches stock and restocks' },
	{ list: 'MONITOR4', name: 'Monitor #4', purpose: 'Watches prices' },
	{ list: NIKE_HOT_LIST, name: 'Nike Hot', purpose: 'Watches every change, five times as often as the monitors' },
	{ list: ADIDAS_LIST, name: 'Adidas Hot #1', purpose: 'Feeds the Adidas Hot #1 webhooks' },
];

/** The monitors' SKU lists. */
export function SkuManager() {
	return (
		<ListScreen
			title="Image Monitor"
			targets={MONITOR_TARGETS}
			timing={MONITOR_TIMING}
			lists={LISTS}
			entries={WatchedSkus}
		/>
	);
}
