import { ADIDAS_LIST, HP_LIST, LINK_LIST, REFURBISHED_LIST, WATCH_LISTS } from '@dropwire/contract';
import { ExternalLink, PackageSearch, Zap } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { filteredPath } from '../ui/useFilter.ts';
import { sectionPath } from '../ui/paths.ts';

export const watchlists: Feature = {
	sections: [
		{
			id: 'imagemonitor',
			group: 'Watch lists',
			label: 'Image Monitor',
			alias: 'SKU watch lists',
			names: 'SKU manager',
			icon: PackageSearch,
			...lazily(async () => ({ default: (await import('./SkuManager.tsx')).SkuManager })),
		},
		{
			id: 'hotsku',
			group: 'Watch lists',
			label: 'Hot SKU',
			alias: 'Lists polled first',
			icon: Zap,
			...lazily(() => import('./HotSkus.tsx')),
		},
		{ id: 'links', group: 'Watch lists', label: 'Links', icon: ExternalLink, ...lazily(() => import('./Links.tsx')) },
	],
	find: ({ skus, verb }) =>
		(verb === null ? skus : []).map(({ sku, list }) => ({
			id: `${list}/${sku}`,
			group: 'SKUs',
			label: sku,
			description: list,
			path: skuPath(sku, list),
		})),
};

/** The path of the screen with a watch list, filtered by a SKU. */
function skuPath(sku: string, list: string): string {
	if (list === REFURBISHED_LIST) return filteredPath(sectionPath('nike-refurbished'), sku);
	if (list === HP_LIST || list === LINK_LIST) return filteredPath(sectionPath('links'), sku, list);
	const monitored = list === ADIDAS_LIST || list in WATCH_LISTS;
	return filteredPath(sectionPath(monitored ? 'imagemonitor' : 'hotsku'), sku, list);
}
