import { BRANDS, HOT_LISTS, type HotMonitor } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { EntryList } from './EntryList.tsx';
import { linkRow } from './linkRow.tsx';
import { ListScreen } from './ListScreen.tsx';
import { HOT_TARGETS } from './targets.ts';
import { HOT_TIMING } from './useChangeEntries.ts';
import { LIST_POLL_MS, useListPage } from './useListPage.ts';

const WORDS = {
	link: 'by product link',
	sku: 'by SKU',
	skus: 'by SKU',
	'sku and link': 'by SKU and product link',
} as const;

function tabOf(monitor: HotMonitor) {
	const { brands, list, name, takes } = HOT_LISTS[monitor];
	const shops = brands.map((brand) => BRANDS[brand].name).join(' and ');
	return { monitor, list, name, purpose: `Hot products of ${shops}, ${WORDS[takes]}` };
}
const [FIRST, ...OTHERS] = Object.keys(HOT_LISTS) as [HotMonitor, ...HotMonitor[]];
const LISTS = [tabOf(FIRST), ...OTHERS.map(tabOf)] as const;

/** The hot SKU lists, whose products are checked most often. */
export default function HotSkus() {
	return <ListScreen title="Hot SKU" targets={HOT_TARGETS} timing={HOT_TIMING} lists={LISTS} entries={HotList} />;
}

function HotList({ monitor, list, name, purpose }: ReturnType<typeof tabOf>) {
	const page = useListPage(list);
	const input = { type: monitor, with: 'PRODUCT', ...page.input } as const;
	const pages = usePages('hotSkus', input, LIST_POLL_MS);
	return <EntryList pages={pages} page={page} read="hotSkus" list={list} name={name} purpose={purpose} row={linkRow} />;
}
