import { ALL_REGIONS, SKU_LISTS } from '@dropwire/contract';
import { SKU_COLUMNS } from '@dropwire/contract/rows';
import type { Work } from '../command.ts';
import { type ExportOptions, exportRows } from '../rows/export.ts';
import { type ImportOptions, importRows } from '../rows/import.ts';
import type { RowKind } from '../rows/kind.ts';
import { type ListOptions, within } from './lists.ts';

/** Entries of the watch lists as rows of a file. */
const skuRows: RowKind = {
	noun: 'SKU',
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
	page: (api, at) => api.exportSkus(at),
};

export const importSkus: Work<ImportOptions & ListOptions, [string?]> = ({ args: [file], options, globals }) =>
	importRows(skuRows, file, options, globals, within(options));

export const exportSkus: Work<ExportOptions & ListOptions> = ({ options, globals }) =>
	exportRows(skuRows, options, globals, within(options)?.holds ?? (() => true));
