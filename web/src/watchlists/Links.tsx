import { HP_LIST, LINK_LIST } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { EntryList } from './EntryList.tsx';
import { linkRow } from './linkRow.tsx';
import { ListScreen } from './ListScreen.tsx';
import { LINK_TARGETS } from './targets.ts';
import { LINK_TIMING } from './useChangeEntries.ts';
import { LIST_POLL_MS, useListPage } from './useListPage.ts';

interface LinkTab {
	list: typeof LINK_LIST | typeof HP_LIST;
	name: string;
	purpose: string;
}

const LISTS: readonly [LinkTab, ...LinkTab[]] = [
	{ list: LINK_LIST, name: 'Links', purpose: 'Products of any shop without a list of its own' },
	{ list: HP_LIST, name: 'HP', purpose: "HP's products, by part number or link" },
];

/** Products that are watched by their links, and those of HP. */
export default function Links() {
	return <ListScreen title="Links" targets={LINK_TARGETS} timing={LINK_TIMING} lists={LISTS} entries={LinkList} />;
}

function LinkList({ list, name, purpose }: LinkTab) {
	const page = useListPage(list);
	const pages = usePages('skus', { type: list, ...page.input }, LIST_POLL_MS);
	return <EntryList pages={pages} page={page} read="skus" list={list} name={name} purpose={purpose} row={linkRow} />;
}
