import { setImmediate } from 'node:timers/promises';
import { CatalogueRow, type CatalogueImport, problemOf } from '@dropwire/contract';
import { chunks } from '@dropwire/domain';
import { type ImportedRow, importEntries, storedDate } from '@dropwire/engine';
import type { Call } from '../http/context.ts';

/** Rows per transaction: other writers of the embedded database wait for each. A server needs a third of the time for more. */
const SLICES = { embedded: 100, server: 500 };
/** Rows of the audit log for one call; the others are counted. */
const MAX_AUDITED = 199;
/** Characters of a value in a problem. */
const SHOWN = 80;

type Outcome = CatalogueImport['data'][number];

/** Imports rows, all that are valid. */
export async function importRows(call: Call<'catalogueImport'>): Promise<CatalogueImport> {
	const { dryRun, rows } = call.input;
	const at = Date.now();
	// A dry run sees what the rows before would have stored.
	const pending = new Map();
	const data: Outcome[] = [];
	let changes = 0;
	const slice = call.knex.client.dialect === 'mysql' ? SLICES.server : SLICES.embedded;
	for (const some of chunks([...rows.entries()], slice)) {
		const checked = some.map(([row, value]) => ({ row, ...checkRow(value) }));
		const imported = checked.flatMap((one) => ('imported' in one ? [one.imported] : []));
		const outcomes = dryRun
			? await importEntries(call.knex, imported, { at, pending })
			: await call.transaction(async (trx) => {
					const done = await importEntries(trx, imported, { at });
					const changed = imported.filter((_, index) => done[index] !== 'unchanged');
					for (const { brand, sku, title } of changed.slice(0, Math.max(0, MAX_AUDITED - changes))) {
						call.audit({ target: `catalogue ${brand} ${sku}`, after: { title } });
					}
					return done;
				});
		changes += outcomes.filter((outcome) => outcome !== 'unchanged').length;
		const next = outcomes.values();
		for (const { row, ...one } of checked) {
			if ('problems' in one) data.push({ row, outcome: 'invalid', problems: one.problems });
			else data.push({ row, outcome: next.next().value ?? 'unchanged' });
		}
		// Statements of the embedded database do not let anything else run in between.
		await setImmediate();
	}
	if (!dryRun && changes > MAX_AUDITED) call.audit({ target: 'catalogue', after: { others: changes - MAX_AUDITED } });
	const counts = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
	for (const { outcome } of data) counts[outcome]++;
	return { applied: !dryRun, data, counts };
}

function checkRow(value: unknown): { imported: ImportedRow } | { problems: Record<string, string> } {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		return { problems: { row: `must be an object with brand, sku and title (${shown(value)})` } };
	}
	const given = value as Record<string, unknown>;
	const { success, data, error } = CatalogueRow.safeParse(withoutEmpty(given), { error: problemOf });
	if (!success) {
		const problems: Record<string, string> = {};
		for (const { path, message } of error.issues) {
			const field = String(path[0] ?? 'row');
			problems[field] ??= `${message} (${shown(given[field])})`;
		}
		return { problems };
	}
	const { brand, sku, releasedOn, ...facts } = data;
	const date = releasedOn === undefined ? undefined : storedDate(releasedOn);
	return { imported: { brand, sku, facts: { ...facts, releasedOn: date }, title: facts.title } };
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
