import { SKU_LISTS } from '@dropwire/bff/contract';
import { SKU_COLUMNS } from '@dropwire/bff/contract/rows';
import type { RowKind } from '../rows/kind.ts';

/** Entries of the watch lists as rows of a file. */
export const skuRows: RowKind = {
	plural: 'SKUs',
	...SKU_COLUMNS,
	place: ({ type = '' }) => type.trim().toUpperCase(),
	// A link keeps its letter case, a SKU has none.
	name: ({ type = '', sku = '' }) =>
		SKU_LISTS[type.trim().toUpperCase()] === 'link' ? sku.trim() : sku.trim().toUpperCase(),
	value: ({ productLink = '' }) => productLink.trim(),
	uniqueValues: false,
	nameColumn: 'sku',
	valueColumn: 'productLink',
	describe: ({ type = '', sku = '', productLink = '' }) =>
		`${type.trim().toUpperCase()}  ${sku.trim()}  ${productLink}`.trimEnd(),
	masked: (cells) => cells,
	send: (api, rows, dryRun) => api.bulkSkus({ dryRun, rows: [...rows] }),
	page: (api, cursor) => api.exportSkus({ ...(cursor !== undefined && { cursor }) }),
};
