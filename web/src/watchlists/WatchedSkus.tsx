import type { ADIDAS_LIST, CallOutput, Contract, WatchList } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { ago, counted } from '../ui/format.ts';
import { checkedText } from './texts.ts';
import { EntryList } from './EntryList.tsx';
import { LIST_POLL_MS, useListPage } from './useListPage.ts';

type Watched = CallOutput<Contract['skus']>['data'][number];

/** The SKUs of a monitor's list, each with its product and the result of the last check. */
export function WatchedSkus({ list, purpose }: { list: WatchList | typeof ADIDAS_LIST; purpose: string }) {
	const page = useListPage(list);
	const pages = usePages('skus', { type: list, ...page.input }, LIST_POLL_MS);
	return (
		<EntryList
			pages={pages}
			page={page}
			read="skus"
			list={list}
			name={list}
			purpose={purpose}
			row={(entry) => ({
				picture: entry.image ? (
					<img className="thumb" src={entry.image} alt="" width={32} height={32} loading="lazy" />
				) : (
					<span className="thumb" />
				),
				title: (
					<span title={entry.title ?? ''}>
						<span className="mono">{entry.sku}</span> <span className="dim">{entry.title}</span>
					</span>
				),
				times: timesOf(entry),
				problem: problemOf(entry),
			})}
		/>
	);
}

function timesOf({ state, soldIn, ...entry }: Watched): string[] {
	if (state === 'not_polled') return ['not polled: no active subscription in its regions'];
	const where = soldIn.length > 0 ? [`in ${counted(soldIn.length, 'region')}`] : [];
	const missing = state === 'not_found' ? ['not found in any region'] : [];
	return [...where, ...missing, ...checkedText(entry)];
}

/** The regions that do not respond to requests for this SKU. */
function problemOf({ blocked }: Watched): string | null {
	if (blocked.length === 0) return null;
	const where = blocked.map(({ region, since }) => `${region} (since ${ago(since)})`).join(', ');
	return `No answer from ${where}: ${blocked[0]?.reason}`;
}
