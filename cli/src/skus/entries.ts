import { type CallOutput, type Contract, type EntryState, HOT_LISTS, type HotMonitor } from '@dropwire/contract';
import type { Api } from '../server/client.ts';
import { firstOf, pagesOf } from '../server/pages.ts';

type Listed = CallOutput<Contract['skus']>['data'][number];

/** A list entry with its state and what the latest check found. */
export interface ListedSku extends Listed {
	list: string;
}

/** The filters of a list. */
export interface EntryFilter {
	state?: EntryState | undefined;
	region?: string | undefined;
}

/** Entries per call. */
const PAGE = 1000;
const UNSEEN = {
	title: null,
	image: null,
	url: null,
	price: null,
	priceAt: null,
	available: null,
	stockState: null,
	evidence: null,
	sizes: null,
	oldestCheck: null,
	soldIn: [],
	blocked: [],
};

/**
 * The entries of a list. The server has one call for hot SKUs, and one for all other lists.
 * @param max fetches no further pages once there are this many
 */
export async function entriesOf(
	api: Api,
	list: string,
	filter: EntryFilter,
	max = Number.POSITIVE_INFINITY,
): Promise<ListedSku[]> {
	const limit = Math.min(PAGE, max);
	const monitor = (Object.keys(HOT_LISTS) as HotMonitor[]).find((one) => HOT_LISTS[one].list === list);
	if (monitor) {
		const rows = await firstOf(
			pagesOf((at) => api.hotSkus({ type: monitor, with: 'PRODUCT', ...filter, limit, ...at })),
			max,
		);
		return rows.map((entry) => ({ list, ...UNSEEN, ...entry }));
	}
	const rows = await firstOf(
		pagesOf((at) => api.skus({ type: list, ...filter, limit, ...at })),
		max,
	);
	return rows.map((entry) => ({ list, ...entry }));
}
