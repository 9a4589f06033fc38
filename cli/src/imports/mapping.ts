import { BRANDS, PRODUCT_BRANDS } from '@dropwire/domain';
import { usage } from '../failure.ts';

/** A field of an import. */
export interface Field {
	/** What files name it, without spaces, marks and upper case; the first name that a file has is taken. */
	names: readonly string[];
	isRequired?: true;
	/** The option that gives every row the same value, for a file without a column: `--brand NIKE`. */
	option?: string;
	/** Converts a cell to what the server takes. */
	read?: (cell: unknown) => unknown;
}
/** The fields by name, in the order in which a mapping is shown. */
export type Fields = Readonly<Record<string, Field>>;
/** Values of every row, by field. */
export type SameValues = Readonly<Record<string, string | undefined>>;

/** A brand's id, also for its name: `New Balance`. */
export const BRAND: Field = {
	names: ['brand', 'vendor', 'manufacturer', 'make', 'brandname'],
	isRequired: true,
	option: '--brand NIKE',
	read: (cell) =>
		typeof cell === 'string'
			? (PRODUCT_BRANDS.find((brand) => [brand, BRANDS[brand].name].some((name) => plain(name) === plain(cell))) ??
				cell)
			: cell,
};
export const SKU: Field = {
	names: [
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
	isRequired: true,
};
export const TITLE: Field = {
	names: ['title', 'name', 'productname', 'producttitle', 'product', 'model'],
	isRequired: true,
};
export const IMAGE: Field = { names: ['image', 'imageurl', 'imagelink', 'imagesrc', 'picture', 'photo', 'thumbnail'] };
export const PAGE: Field = { names: ['url', 'link', 'producturl', 'productlink', 'page'] };

/** The column of the file that each field is read from. */
export type Mapping = ReadonlyMap<string, string>;

/**
 * Proposes which column each field is read from, by their names.
 * @param said `FIELD=COLUMN` of `--map`, which replace the proposal; an empty column leaves a field out
 * @param same fields that have one value in every row
 * @throws Failure (usage) that names the columns, if a required field has none
 */
export function mappingOf(
	columns: readonly string[],
	{ fields, said, same }: { fields: Fields; said: readonly string[]; same: SameValues },
): Mapping {
	const mapping = new Map<string, string>();
	const free = new Set(columns);
	for (const [field, column] of said.map((text) => saidOf(text, columns, fields))) {
		mapping.set(field, column);
		free.delete(column);
	}
	for (const [field, { names }] of Object.entries(fields)) {
		if (mapping.has(field) || same[field] !== undefined) continue;
		for (const name of names) {
			const column = [...free].find((one) => plain(one) === name);
			if (column === undefined) continue;
			mapping.set(field, column);
			free.delete(column);
			break;
		}
	}
	for (const [field, column] of mapping) if (column === '') mapping.delete(field);
	const missing = Object.entries(fields).filter(([field, { isRequired }]) => {
		return isRequired && !mapping.has(field) && same[field] === undefined;
	});
	if (missing.length > 0) {
		const names = missing.map(([field]) => field).join(', the ');
		const hint = missing.map(([field, { option = `--map ${field}=COLUMN` }]) => option).join(' ');
		throw usage(`No column is the ${names}. The file has: ${columns.join(', ')}`, `Name it: ${hint}`);
	}
	return mapping;
}

function saidOf(text: string, columns: readonly string[], fields: Fields): [string, string] {
	const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
	const field = Object.keys(fields).find((one) => one.toLowerCase() === name.trim().toLowerCase());
	if (!field) {
		throw usage(`--map ${text}: it must be FIELD=COLUMN with a field of ${Object.keys(fields).join(', ')}.`);
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
	{ mapping, fields, same }: { mapping: Mapping; fields: Fields; same: SameValues },
): Record<string, unknown> {
	const cells = { ...same, ...Object.fromEntries([...mapping].map(([field, column]) => [field, record.get(column)])) };
	return Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, fields[field]?.read?.(cell) ?? cell]));
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
