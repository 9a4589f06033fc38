import {
	BRAND_SCREENS,
	type CoverageRow,
	type CoverageVerdict,
	HOT_LISTS,
	HP_LIST,
	LINK_LIST,
} from '@dropwire/contract';
import { filteredPath } from '../ui/useFilter.ts';
import { screenPath } from '../ui/paths.ts';

/** What an operator can do about a problem: a link to the screen where it is solved. */
export interface CoverageAction {
	label: string;
	to: string;
}

const SETTINGS = '/dashboard/settings';
const COVERAGE = `${SETTINGS}/coverage`;

/** The action for rows of one source with one verdict; null if there is nothing to do. */
export function actionOf(verdict: CoverageVerdict, rows: readonly CoverageRow[]): CoverageAction | null {
	const [row] = rows;
	if (!row || verdict === 'watched' || verdict === 'first_round' || verdict === 'idle') return null;
	// There, each source can be checked at its shop.
	if (verdict === 'suspect') return { label: 'Check the shop', to: `${COVERAGE}?brand=${row.brand}` };
	const webhooks = { label: 'See webhooks', to: screenPath(row.brand, row.category) };
	const list = (row.lists.find(({ skus }) => skus > 0) ?? row.lists[0])?.list;
	if (verdict === 'watched_but_unsold' || list === undefined) return webhooks;
	// SKUs help only where a source checks them.
	if (verdict === 'sold_but_unwatched')
		return row.sources.length > 0 ? { label: 'Add SKUs', to: listPath(list) } : webhooks;
	return row.sources.length > 0 ? { label: 'See SKUs', to: listPath(list) } : webhooks;
}

/** The path of the screen with a list, scrolled to it. */
export function listPath(list: string): string {
	const own = BRAND_SCREENS.find(({ skus }) => skus?.list === list);
	if (own) return `${SETTINGS}/${own.id}`;
	return filteredPath(`${SETTINGS}/${screenWith(list)}`, '', list);
}

function screenWith(list: string): string {
	if (list === HP_LIST || list === LINK_LIST) return 'links';
	return Object.values(HOT_LISTS).some((hot) => hot.list === list) ? 'hotsku' : 'imagemonitor';
}
