import { CatalogueRow, type ImportResult } from '@dropwire/contract';
import { type ImportedRow, importEntries, storedDate } from '@dropwire/engine';
import type { Call } from '../http/context.ts';
import { importRows } from '../rows/importRows.ts';

/** Imports products of the catalogue. */
export function importCatalogue(call: Call<'catalogueImport'>): Promise<ImportResult> {
	const at = Date.now();
	// A dry run sees what the rows before would have stored.
	const pending = call.input.dryRun ? { pending: new Map() } : {};
	return importRows(call, {
		schema: CatalogueRow,
		subject: 'catalogue',
		keyOf: ({ brand, sku }) => `${brand} ${sku}`,
		describe: ({ brand, sku, title }) => ({ target: `catalogue ${brand} ${sku}`, after: { title } }),
		store: (knex, rows) => importEntries(knex, rows.map(importedRow), { at, ...pending }),
	});
}

function importedRow({ brand, sku, releasedOn, ...facts }: CatalogueRow): ImportedRow {
	const date = releasedOn === undefined ? undefined : storedDate(releasedOn);
	return { brand, sku, facts: { ...facts, releasedOn: date }, title: facts.title };
}
