import { CatalogueRow, type CatalogueImport } from '@dropwire/contract';
import type { Brand } from '@dropwire/domain';
import { type ImportedRow, importEntries, storedDate } from '@dropwire/engine';
import type { Call } from '../http/context.ts';

/** Rows per transaction: other writers of the embedded database wait for each. */
const SLICE = 500;
/** Characters of a value in a problem. */
const SHOWN = 80;

type Outcome = CatalogueImport['data'][number];

/** Imports rows, all that are valid. */
export async function importRows(call: Call<'catalogueImport'>): Promise<CatalogueImport> {
	const { dryRun, rows } = call.input;
	const data: Outcome[] = [];
	const valid: { row: number; imported: ImportedRow }[] = [];
	for (const [row, value] of rows.entries()) {
		const checked = checkRow(value);
		if ('problems' in checked) data.push({ row, outcome: 'invalid', problems: checked.problems });
		else valid.push({ row, imported: checked.imported });
	}
	const at = Date.now();
	// A dry run sees what the rows before would have stored.
	const pending = new Map();
	for (let from = 0; from < valid.length; from += SLICE) {
		const slice = valid.slice(from, from + SLICE);
		const imported = slice.map((one) => one.imported);
		const outcomes = dryRun
			? await importEntries(call.knex, imported, { at, pending })
			: await call.transaction(async (trx) => {
					const done = await importEntries(trx, imported, { at });
					for (const [index, { brand, sku, title }] of imported.entries()) {
						if (done[index] !== 'unchanged') call.audit({ target: `catalogue ${brand} ${sku}`, after: { title } });
					}
					return done;
				});
		for (const [index, { row }] of slice.entries()) data.push({ row, outcome: outcomes[index] ?? 'unchanged' });
	}
	data.sort((a, b) => a.row - b.row);
	const counts = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
	for (const { outcome } of data) counts[outcome]++;
	return { applied: !dryRun, data, counts };
}

function checkRow(value: unknown): { imported: ImportedRow } | { problems: Record<string, string> } {
	const filled = value !== null && typeof value === 'object' ? withoutEmpty(value) : value;
	const { success, data, error } = CatalogueRow.safeParse(filled);
	if (!success) {
		const problems: Record<string, string> = {};
		for (const { path, message } of error.issues) {
			const field = String(path[0] ?? 'row');
			problems[field] ??=
				`${message} (${shown(path.length === 0 ? value : (value as Record<string, unknown>)[field])})`;
		}
		return { problems };
	}
	const { brand, sku, releasedOn, ...facts } = data;
	const date = releasedOn === undefined ? undefined : storedDate(releasedOn);
	return { imported: { brand: brand as Brand, sku, facts: { ...facts, releasedOn: date }, title: facts.title } };
}

/** A row without its empty cells. */
function withoutEmpty(row: object): object {
	const isEmpty = (cell: unknown) =>
		cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
	return Object.fromEntries(Object.entries(row).filter(([, cell]) => !isEmpty(cell)));
}

function shown(value: unknown): string {
	const text = JSON.stringify(value);
	if (text === undefined) return 'no value';
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
