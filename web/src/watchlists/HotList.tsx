import { HOT_LISTS, type HotMonitor } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { SourceLine } from '../freshness/SourceLine.tsx';
import { EntryList } from './EntryList.tsx';
import { linkRow } from './linkRow.tsx';
import { LIST_POLL_MS, useListPage } from './useListPage.ts';

/** The entries of a hot SKU list; each is a SKU or a product link. */
export function HotList({ monitor }: { monitor: HotMonitor }) {
	const { list, name } = HOT_LISTS[monitor];
	const page = useListPage(list);
	const input = { type: monitor, with: 'PRODUCT', ...page.input } as const;
	const pages = usePages('hotSkus', input, LIST_POLL_MS);
	return (
		<EntryList
			pages={pages}
			page={page}
			read="hotSkus"
			list={list}
			name={name}
			note={<SourceLine list={list} />}
			row={linkRow}
		/>
	);
}
