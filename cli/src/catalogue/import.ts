import { CATALOGUE_LIMITS } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { importFile, type ImportOptions } from '../imports/importFile.ts';
import { BRAND, type Fields, IMAGE, PAGE, SKU, TITLE } from '../imports/mapping.ts';

const FIELDS: Fields = {
	brand: BRAND,
	sku: SKU,
	title: TITLE,
	subtitle: { names: ['subtitle', 'producttype', 'type'] },
	color: { names: ['color', 'colour', 'colorway', 'colourway', 'colorname', 'colordescription'] },
	category: { names: ['category', 'department', 'group'] },
	image: IMAGE,
	url: PAGE,
	releasedOn: {
		names: ['releasedon', 'releasedate', 'release', 'launchdate', 'launch', 'released', 'date'],
		// A time, as databases export dates.
		read: (cell) => (typeof cell === 'string' ? /^(\d{4}-\d{2}-\d{2})[T ]/.exec(cell.trim())?.[1] : undefined),
	},
};

/** `catalogue import`: products from a file with any column names. */
export const run: Work<ImportOptions & { brand?: string }, [string?]> = ({ args: [file], options, globals }) =>
	importFile(
		file,
		{
			subject: 'The catalogue is',
			fields: FIELDS,
			maxRows: CATALOGUE_LIMITS.rows,
			same: { brand: options.brand },
			send: (api, input) => api.catalogueImport(input),
		},
		{ options, globals },
	);
