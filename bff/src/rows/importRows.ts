import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ImportResult, problemOf } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { type Brand, chunks } from '@dropwire/domain';
import type { z } from 'zod';
import { withStoredSkus } from '../skus/storedSkus.ts';
import type { Call } from '../http/context.ts';

/** Rows per transaction: other writers of the embedded database wait for each. A server needs a third of the time for more. */
const SLICES = { embedded: 100, server: 500 };
/** Rows of the audit log for one call; the others are counted. */
const MAX_AUDITED = 199;
/** Characters of a value in a problem. */
const SHOWN = 80;

/** A call that imports the valid rows of a file. */
type ImportCall = Call<'catalogueImport'> | Call<'releasesImport'>;

/** How the rows of an import are stored. */
export interface Importing<Row> {
	schema: z.ZodType<Row>;
	/** What is in the audit log, without the row. */
	subject: string;
	/**
	 * What a row is about: a row that contradicts an earlier one about it is invalid, because each import of the file would
	 * change it twice. Null for a row that others never contradict.
	 */
	keyOf: (row: Row) => string | null;
	/** A row in the audit log. */
	describe: (row: Row) => { target: string; after: object };
	/**
	 * Stores rows in the transaction of a slice, or compares them in a dry run.
	 * @returns the outcome of each
	 */
	store: (knex: Knex, rows: readonly Row[]) => Promise<readonly ('created' | 'updated' | 'unchanged')[]>;
	/** Compares all rows of a dry run at once. */
	wholeDryRun?: boolean;
}

/** Imports rows, all that are valid. */
export async function importRows<Row extends { brand: Brand; sku: string }>(
	call: Pick<ImportCall, 'input' | 'knex' | 'transaction' | 'audit'>,
	{ schema, subject, keyOf, describe, store, wholeDryRun = false }: Importing<Row>,
): Promise<ImportResult> {
	const { dryRun, rows } = call.input;
	const data: ImportResult['data'] = [];
	let changes = 0;
	const firsts = new Map<string, { row: number; value: Row }>();
	const refuseRepeated = (row: number, checked: Checked<Row>): Checked<Row> => {
		const key = 'value' in checked ? keyOf(checked.value) : null;
		if (!('value' in checked) || key === null) return checked;
		const first = firsts.get(key);
		const merged = { ...checked.value, ...first?.value };
		if (first && !isDeepStrictEqual({ ...merged, ...checked.value }, merged))
			return { problems: { sku: `is already set by row ${first.row}` }, repeats: first.row };
		firsts.set(key, { row: first?.row ?? row, value: merged });
		return checked;
	};
	const slice = call.knex.client.dialect === 'mysql' ? SLICES.server : SLICES.embedded;
	const size = dryRun && wholeDryRun ? Math.max(1, rows.length) : slice;
	for (const some of chunks([...rows.entries()], size)) {
		const read = some.map(([row, value]) => ({ row, ...checkRow(schema, value) }));
		const values = (await withStoredSkus(call.knex, valuesOf(read))).values();
		const spelled = read.map((one) => ('value' in one ? { ...one, value: values.next().value ?? one.value } : one));
		const checked = spelled.map(({ row, ...one }) => ({ row, ...refuseRepeated(row, one) }));
		const valid = valuesOf(checked);
		const outcomes = dryRun
			? await store(call.knex, valid)
			: await call.transaction(async (trx) => {
					const done = await store(trx, valid);
					const changed = valid.filter((_, index) => done[index] !== 'unchanged');
					for (const row of changed.slice(0, Math.max(0, MAX_AUDITED - changes))) call.audit(describe(row));
					return done;
				});
		changes += outcomes.filter((outcome) => outcome !== 'unchanged').length;
		const next = outcomes.values();
		for (const { row, ...one } of checked) {
			if ('problems' in one) data.push({ row, outcome: 'invalid', ...one });
			else data.push({ row, outcome: next.next().value ?? 'unchanged' });
		}
		// Statements of the embedded database do not let anything else run in between.
		await setImmediate();
	}
	if (!dryRun && changes > MAX_AUDITED) call.audit({ target: subject, after: { others: changes - MAX_AUDITED } });
	const counts = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
	for (const { outcome } of data) counts[outcome]++;
	return { applied: !dryRun, data, counts };
}

type Checked<Row> = { value: Row } | { problems: Record<string, string>; repeats?: number };

function valuesOf<Row>(checked: readonly Checked<Row>[]): Row[] {
	return checked.flatMap((one) => ('value' in one ? [one.value] : []));
}

function checkRow<Row>(schema: z.ZodType<Row>, value: unknown): Checked<Row> {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		return { problems: { row: `must be an object with the fields of a row (${shown(value)})` } };
	}
	const given = value as Record<string, unknown>;
	const { success, data, error } = schema.safeParse(withoutEmpty(given), { error: problemOf });
	if (success) return { value: data };
	const problems: Record<string, string> = {};
	for (const { path, message } of error.issues) {
		const field = String(path[0] ?? 'row');
		problems[field] ??= `${message} (${shown(given[field])})`;
	}
	return { problems };
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
