import type { Brand } from '@dropwire/domain';
import type { Call } from '../http/context.ts';
import { invalidInput } from '../http/errors.ts';

/** Rows of one statement. SQLite allows 32,766 values in one. */
const SLICE = 500;

/** Replaces the imported lists of stores of some sources. @param known the sources that read what stores have */
export async function importStores(call: Call<'bulkStores'>, known: readonly Brand[]) {
	const { rows, sources } = call.input;
	const wanted = [...new Set([...rows.map(({ source }) => source), ...sources])];
	check(rows, wanted, known);
	const results = [];
	for (const source of wanted) {
		const own = rows.filter((row) => row.source === source);
		const before = await call.knex('stores').where({ source }).delete();
		for (let from = 0; from < own.length; from += SLICE)
			await call.knex('stores').insert(own.slice(from, from + SLICE));
		call.audit({ target: `stores of ${source}`, before: { stores: before }, after: { stores: own.length } });
		results.push({ source, before, stores: own.length });
	}
	return results;
}

/** @throws CallError 400 that names each wrong row */
function check(rows: Call<'bulkStores'>['input']['rows'], wanted: readonly Brand[], known: readonly Brand[]): void {
	const problems: Record<string, string> = {};
	const seen = new Map<string, number>();
	for (const [index, { source, id }] of rows.entries()) {
		const key = `${source} ${id}`;
		const first = seen.get(key);
		if (!known.includes(source)) problems[`rows.${index}.source`] = unread(source, known);
		if (first !== undefined) problems[`rows.${index}.id`] = `"${id}" is in row ${first}, too`;
		else seen.set(key, index);
	}
	if (rows.length === 0) {
		for (const source of wanted) if (!known.includes(source)) problems['sources'] = unread(source, known);
	}
	if (Object.keys(problems).length > 0) throw invalidInput(problems);
}

function unread(source: Brand, known: readonly Brand[]): string {
	return `must be one of ${known.join(', ')}, and the stores of ${source} cannot be read`;
}
