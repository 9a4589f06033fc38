import { ALL_REGIONS, entryKey } from '@dropwire/domain';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Rejection } from '../rows/planRows.ts';
import { lockOwner } from '../webhooks/owner.ts';
import { planEntries } from './planEntries.ts';
import { writeEntries } from './writeEntries.ts';

interface EntriesChange {
	/** ADD fails if an entry exists, and REMOVE fails if it does not; SET and UNSET skip such entries. */
	action: 'ADD' | 'REMOVE' | 'SET' | 'UNSET';
	list: string;
	/** SKUs or links, in any spelling; duplicates count once. */
	skus: readonly string[];
	/** For lists whose entries have a product link. */
	productLink?: string | undefined;
	/** The only regions of the entries; none for all. Undefined: existing entries keep theirs. */
	regions?: readonly string[] | undefined;
	/** The call's name of the field that has a SKU, by its position in `skus`. */
	fieldOf?: (at: number) => string;
}

/**
 * Changes entries of one list: all of them, or none.
 * @returns the SKUs that were added or removed, those that already existed and are updated, and those without a change
 * @throws CallError 400, 404 or 409, naming the field and every rejected SKU
 */
export async function changeEntries(
	call: Parameters<typeof writeEntries>[0],
	{ action, list, skus, productLink = '', regions, fieldOf = () => 'sku' }: EntriesChange,
): Promise<{ changed: string[]; updated: string[]; unchanged: string[] }> {
	await lockOwner(call.knex, 'operators');
	const cell = regions === undefined ? '' : regions.join() || ALL_REGIONS;
	const names = skus.map((sku) => entryKey(list, sku));
	// The positions of the first spelling of each entry.
	const first = names.flatMap((name, at) => (names.indexOf(name) === at ? at : []));
	const plan = await planEntries(
		call,
		first.map((at) => ({ action, type: list, sku: skus[at] as string, productLink, regions: cell })),
	);
	const entries = first.map((at, row) => ({ at, name: names[at] as string, planned: plan.rows[row] as PlannedRow }));
	const refused = entries.flatMap(({ at, name, planned }) =>
		planned.outcome === 'refused' ? [{ rejection: planned.rejection, sku: name, field: fieldOf(at) }] : [],
	);
	if (refused.length > 0) throw errorOfEntries(refused);
	await writeEntries(call, plan);
	const withOutcome = (...outcomes: string[]) =>
		entries.flatMap(({ name, planned }) => (outcomes.includes(planned.outcome) ? name : []));
	return {
		changed: withOutcome('added', 'removed'),
		updated: withOutcome('changed'),
		unchanged: withOutcome('unchanged'),
	};
}

type PlannedRow = Awaited<ReturnType<typeof planEntries>>['rows'][number];

/** Reports invalid input first, SKU by SKU; otherwise the SKUs that already exist, or do not exist. */
function errorOfEntries(refused: readonly { rejection: Rejection; sku: string; field: string }[]): CallError {
	const invalid = refused.filter(({ rejection }) => rejection.code === 'invalid_input');
	if (invalid.length > 0) {
		const problems = invalid.flatMap(({ rejection, field }) =>
			Object.entries(rejection.problems).map(([column, problem]) => [column === 'sku' ? field : column, problem]),
		);
		return invalidInput(Object.fromEntries(problems));
	}
	const names = refused.map(({ sku }) => sku).join(', ');
	const exist = refused[0]?.rejection.code === 'conflict';
	const field = (refused[0]?.field ?? '').replace(/\.\d+$/, '');
	return exist
		? new CallError('conflict', `Already on the list: ${names}.`, { [field]: `is already on the list: ${names}` })
		: new CallError('not_found', `Not on the list: ${names}.`, { [field]: `is not on the list: ${names}` });
}
