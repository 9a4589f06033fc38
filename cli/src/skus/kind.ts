import { ALL_REGIONS, SKU_LISTS } from '@dropwire/contract';
import { SKU_COLUMNS } from '@dropwire/contract/rows';
import type { RowKind } from '../rows/kind.ts';

/** Entries of the watch lists as rows of a file. */
export const skuRows: RowKind = {
	plural: 'SKUs',
	...SKU_COLUMNS,
	groupColumns: ['type'],
	groups: Object.keys(SKU_LISTS).map((type) => ({ type })),
	describe: ({ type = '', sku = '', productLink = '', regions = '' }) =>
		[type.trim().toUpperCase(), sku.trim(), productLink, regions === ALL_REGIONS ? '' : regions]
			.filter(Boolean)
			.join('  '),
	masked: (cells) => cells,
	send: (api, request) => api.bulkSkus({ mode: 'set', ...request }),
	page: (api, cursor) => api.exportSkus({ ...(cursor !== undefined && { cursor }) }),
};
