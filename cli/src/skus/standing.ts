import { HOT_LISTS, type HotMonitor, REFURBISHED_LIST } from '@dropwire/bff/contract';
import type { Api } from '../server/client.ts';

/** An entry of a list, with the last look at it; lists that are watched by others know nothing of looks. */
export interface StandingSku {
	list: string;
	sku: string;
	productLink: string | null;
	title: string | null;
	addedAt: number | null;
	checkedAt: number | null;
	changedAt: number | null;
	/** Regions that sell it now. */
	regions: string[];
	/** Regions where the retailer refuses to answer. */
	blocked: { region: string; reason: string; since: number }[];
}

const UNSEEN = { title: null, addedAt: null, checkedAt: null, changedAt: null, regions: [], blocked: [] };

/** What stands on a list. Three calls of the server know lists: monitors, hot SKUs, refurbished. */
export async function standingSkus(api: Api, list: string): Promise<StandingSku[]> {
	const monitor = (Object.keys(HOT_LISTS) as HotMonitor[]).find((one) => HOT_LISTS[one].list === list);
	if (monitor) {
		const { data } = await api.hotSkus({ type: monitor });
		return data.map((entry) => ({ ...UNSEEN, list, ...entry }));
	}
	if (list === REFURBISHED_LIST) {
		const rows = await api.nikeWebhooks({ region: 'USCUSTOM', category: 'REFURBISHED' });
		return rows.flatMap((row) => ('sku' in row ? [{ ...UNSEEN, list, sku: row.sku, productLink: null }] : []));
	}
	const { data } = await api.skus({ type: list });
	return data.map(({ sku, title, addedAt, checkedAt, changedAt, regions, blocked }) => ({
		list,
		sku,
		productLink: null,
		title,
		addedAt,
		checkedAt,
		changedAt,
		regions,
		blocked,
	}));
}
