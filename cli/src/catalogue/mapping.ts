import { BRANDS, PRODUCT_BRANDS } from '@dropwire/domain';
import { usage } from '../failure.ts';

/** The fields of an import, in the order in which a mapping is shown. */
export const FIELDS = ['brand', 'sku', 'title', 'subtitle', 'color', 'category', 'image', 'url', 'releasedOn'] as const;
export type Field = (typeof FIELDS)[number];
const REQUIRED = ['brand', 'sku', 'title'] as const;

/** The column of the file that each field is read from. */
export type Mapping = ReadonlyMap<Field, string>;

/** What files name the fields, without spaces, marks and upper case; the first name that a file has is taken. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
	brand: ['brand', 'vendor', 'manufacturer', 'make', 'brandname'],
	sku: [
		'sku',
		'stylecolor',
		'stylecolour',
		'stylecode',
		'styleid',
		'productcode',
		'articlenumber',
		'article',
		'mpn',
		'style',
	],
	title: ['title', 'name', 'productname', 'producttitle', 'product', 'model'],
	subtitle: ['subtitle', 'producttype', 'type'],
	color: ['color', 'colour', 'colorway', 'colourway', 'colorname', 'colordescription'],
	category: ['category', 'department', 'group'],
	image: ['image', 'imageurl', 'imagelink', 'imagesrc', 'picture', 'photo', 'thumbnail'],
	url: ['url', 'link', 'producturl', 'productlink', 'page'],
	releasedOn: ['releasedon', 'releasedate', 'release', 'launchdate', 'launch', 'released', 'date'],
};

/**
 * Proposes which column each field is read from, by their names.
 * @param said `FIELD=COLUMN` of `--map`, which replace the proposal; an empty column leaves a field out
 * @param brand of every row, if the file has no column for it
 * @throws Failure (usage) that names the columns, if a required field has none
 */
export function mappingOf(columns: readonly string[], said: readonly string[], brand: string | undefined): Mapping {
	const mapping = new Map<Field, string>();
	const free = new Set(columns);
	for (const [field, column] of said.map((text) => saidOf(text, columns))) {
		mapping.set(field, column);
		free.delete(column);
	}
	for (const field of FIELDS) {
		if (mapping.has(field) || (field === 'brand' && brand !== undefined)) continue;
		for (const name of NAMES[field]) {
			const column = [...free].find((one) => plain(one) === name);
			if (column === undefined) continue;
			mapping.set(field, column);
			free.delete(column);
			break;
		}
	}
	for (const [field, column] of mapping) if (column === '') mapping.delete(field);
	const missing = REQUIRED.filter((field) => !mapping.has(field) && !(field === 'brand' && brand !== undefined));
	if (missing.length > 0) {
		const hint = missing.map((field) => (field === 'brand' ? '--brand NIKE' : `--map ${field}=COLUMN`)).join(' ');
		throw usage(`No column is the ${missing.join(', the ')}. The file has: ${columns.join(', ')}`, `Name it: ${hint}`);
	}
	return mapping;
}

function saidOf(text: string, columns: readonly string[]): [Field, string] {
	const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
	const field = FIELDS.find((one) => one.toLowerCase() === name.trim().toLowerCase());
	if (!field) {
		throw usage(`--map ${text}: it must be FIELD=COLUMN with a field of ${FIELDS.join(', ')}.`);
	}
	const found = columns.find((one) => one === column) ?? columns.find((one) => plain(one) === plain(column));
	if (column !== '' && found === undefined) {
		throw usage(`--map ${text}: the file has no column ${JSON.stringify(column)}.`, `It has: ${columns.join(', ')}`);
	}
	return [field, found ?? ''];
}

/** A row of the import, from a record of the file. */
export function rowOf(
	record: ReadonlyMap<string, unknown>,
	mapping: Mapping,
	brand: string | undefined,
): Record<string, unknown> {
	const row: Record<string, unknown> = brand === undefined ? {} : { brand };
	for (const [field, column] of mapping) row[field] = record.get(column);
	if (typeof row['brand'] === 'string') row['brand'] = brandOf(row['brand']);
	const date = row['releasedOn'];
	// A time, as databases export dates.
	if (typeof date === 'string') row['releasedOn'] = /^(\d{4}-\d{2}-\d{2})[T ]/.exec(date.trim())?.[1] ?? date;
	return row;
}

/** A brand's id, also for its name: `New Balance`. */
function brandOf(text: string): string {
	return (
		PRODUCT_BRANDS.find((brand) => [brand, BRANDS[brand].name].some((name) => plain(name) === plain(text))) ?? text
	);
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
