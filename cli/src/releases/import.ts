import { RELEASE_LIMITS } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { importFile, type ImportOptions } from '../imports/importFile.ts';
import { BRAND, type Fields, IMAGE, PAGE, SKU, TITLE } from '../imports/mapping.ts';

const FIELDS: Fields = {
	brand: BRAND,
	sku: SKU,
	region: {
		names: ['region', 'country', 'countrycode', 'market', 'marketplace'],
		isRequired: true,
		option: '--region US',
	},
	title: TITLE,
	launchAt: {
		names: [
			'launchat',
			'launchdate',
			'launchtime',
			'launch',
			'releaseat',
			'releasedate',
			'releasetime',
			'release',
			'date',
		],
		isRequired: true,
	},
	method: { names: ['method', 'launchmethod', 'launchtype'] },
	entriesUntil: { names: ['entriesuntil', 'entriesclose', 'drawcloses'] },
	url: PAGE,
	image: IMAGE,
	price: { names: ['price'] },
	full: { names: ['full', 'fullprice'] },
	currency: { names: ['currency', 'currencycode'] },
	cancelledAt: { names: ['cancelledat'] },
};

/** `releases import`: releases from a file with any column names. */
export const run: Work<ImportOptions & { brand?: string; region?: string }, [string?]> = ({
	args: [file],
	options,
	globals,
}) =>
	importFile(
		file,
		{
			subject: 'Releases are',
			fields: FIELDS,
			maxRows: RELEASE_LIMITS.rows,
			same: { brand: options.brand, region: options.region },
			send: (api, input) => api.releasesImport(input),
		},
		{ options, globals },
	);
