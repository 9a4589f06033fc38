import {
	type CallOutput,
	type Contract,
	type EntryState,
	HOT_LISTS,
	type HotMonitor,
	REFURBISHED_LIST,
} from '@dropwire/contract';
import type { Api } from '../server/client.ts';

type Listed = CallOutput<Contract['skus']>['data'][number];

/** A list entry with its state and what the latest check found. */
export interface ListedSku extends Omit<Listed, 'addedAt'> {
	list: string;
	addedAt: number | null;
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
	available: null,
	evidence: null,
	sizes: null,
	oldestCheck: null,
	soldIn: [],
	blocked: [],
};

/**
 * The entries of a list. The server has three calls for them: monitors, hot SKUs, refurbished.
 * @param most fetches no further pages once there are this many
 */
export async function entriesOf(
	api: Api,
	list: string,
	filter: EntryFilter,
	most = Number.POSITIVE_INFINITY,
): Promise<ListedSku[]> {
	const monitor = (Object.keys(HOT_LISTS) as HotMonitor[]).find((one) => HOT_LISTS[one].list === list);
	if (monitor) {
		const rows = await allPages((page) => api.hotSkus({ type: monitor, with: 'PRODUCT', ...filter, ...page }), most);
		return rows.map((entry) => ({ list, ...UNSEEN, ...entry }));
	}
	if (list === REFURBISHED_LIST) return refurbished(api, filter);
	const rows = await allPages((page) => api.skus({ type: list, ...filter, ...page }), most);
	return rows.map((entry) => ({ list, ...entry }));
}

/** Nothing checks this list, and its call has no filters. */
async function refurbished(api: Api, { state = 'not_polled', region = 'US' }: EntryFilter): Promise<ListedSku[]> {
	if (state !== 'not_polled' || region.trim().toUpperCase() !== 'US') return [];
	const rows = await api.nikeWebhooks({ region: 'USCUSTOM', category: 'REFURBISHED' });
	const times = { addedAt: null, checkedAt: null, changedAt: null };
	const unknown = {
		...UNSEEN,
		...times,
		state,
		productLink: null,
		adapter: null,
		regions: null,
		problem: null,
		note: null,
	};
	return rows.flatMap((row) => ('sku' in row ? [{ ...unknown, list: REFURBISHED_LIST, sku: row.sku }] : []));
}

async function allPages<Row>(
	read: (page: { limit: number; cursor?: string }) => Promise<{ data: Row[]; nextCursor: string | null }>,
	most: number,
): Promise<Row[]> {
	const rows: Row[] = [];
	for (let cursor: string | null = ''; cursor !== null && rows.length < most;) {
		const page: { data: Row[]; nextCursor: string | null } = await read({
			limit: Math.min(PAGE, most),
			...(cursor && { cursor }),
		});
		rows.push(...page.data);
		cursor = page.nextCursor;
	}
	return rows;
}
