import { createHash } from 'node:crypto';
import { LIMITS } from '@dropwire/domain';
import type { Contract, HandlerOutput } from '@dropwire/contract';
import { CallError, invalidInput } from '../http/errors.ts';
import type { Plan, Rejection, RowValue } from './planRows.ts';

type Result = Omit<HandlerOutput<Contract['bulkWebhooks']>, 'pruned'>;

/**
 * Identifies the effect of a plan: equal ids mean the same changes to the same rows. Previews therefore do not need to
 * be stored.
 */
function planIdOf<V extends RowValue>({ rows, changes }: Plan<V>): string {
	const refused = rows.flatMap(({ outcome }, index) => (outcome === 'refused' ? [index] : []));
	const written = changes.map(({ group, name, before, after }) => [
		group,
		name,
		before?.key ?? null,
		after?.key ?? null,
		...(after?.detail === undefined ? [] : [after.detail]),
	]);
	return createHash('sha256')
		.update(JSON.stringify([refused, written]))
		.digest('base64url');
}

/** The response of a bulk call, row by row. @param show returns a value as the response shows it, without secrets */
export function resultOf<V extends RowValue>(plan: Plan<V>, dryRun: boolean, show: (value: V) => string): Result {
	const counts = { added: 0, changed: 0, removed: plan.pruned.length, unchanged: 0, refused: 0 };
	for (const { outcome } of plan.rows) counts[outcome]++;
	return {
		applied: !dryRun,
		planId: planIdOf(plan),
		data: plan.rows.map((planned, row) => ({
			row,
			outcome: planned.outcome,
			...('before' in planned && { before: show(planned.before) }),
			...('kept' in planned && { kept: planned.kept }),
			...('rejection' in planned && { problems: { ...planned.rejection.problems } }),
			...('rejection' in planned && planned.rejection.repeats !== undefined && { repeats: planned.rejection.repeats }),
		})),
		current: plan.current,
		counts,
	};
}

/**
 * @param planId the id of the dry run to apply, if there was one
 * @throws CallError 409 when the plan differs from the dry run; 400 naming every rejected row
 */
export function mustBeApplicable<V extends RowValue>(plan: Plan<V>, planId: string | undefined): void {
	const problems = Object.fromEntries(
		plan.rows.flatMap((planned, row) =>
			planned.outcome === 'refused'
				? Object.entries(planned.rejection.problems).map(([column, problem]) => [`rows.${row}.${column}`, problem])
				: [],
		),
	);
	const refused = Object.keys(problems).length > 0;
	// A client that lost the response repeats the call; the changes are then already applied.
	const done = plan.changes.length === 0 && !refused;
	if (planId !== undefined && !done && planId !== planIdOf(plan)) {
		const message = 'The data has changed since this preview, so nothing was applied. Preview the changes again.';
		throw new CallError('conflict', message, refused ? problems : undefined);
	}
	if (refused) throw invalidInput(problems);
}

/** @throws CallError 400 unless the request's rows and pruning options are consistent */
export function checkPruning({
	mode,
	prune,
	groups,
	rows,
}: {
	mode: 'rows' | 'set';
	prune: boolean;
	groups: readonly unknown[];
	rows: readonly unknown[];
}): void {
	if (prune && mode !== 'set') throw invalidInput({ prune: 'is only possible in mode set' });
	if (groups.length > 0 && !prune) throw invalidInput({ groups: 'are only possible with prune' });
	if (rows.length + groups.length === 0) throw invalidInput({ rows: 'must have a row' });
}

/** @throws CallError 400 for the entries of `groups` that have a problem, by column */
export function mustExist(problems: readonly (Readonly<Record<string, string>> | null)[]): void {
	const fields = problems.flatMap((own, at) =>
		Object.entries(own ?? {}).map(([column, problem]) => [`groups.${at}.${column}`, problem]),
	);
	if (fields.length > 0) throw invalidInput(Object.fromEntries(fields));
}

/** @throws CallError 400 when pruning exceeds the limit of removed rows per call */
export function mustPruneFew(plan: Plan<RowValue>): void {
	const count = plan.pruned.length;
	if (count <= LIMITS.list) return;
	const max = LIMITS.list.toLocaleString('en');
	throw invalidInput({
		prune: `would remove ${count.toLocaleString('en')} rows, and one call can remove ${max}: name fewer groups`,
	});
}

/**
 * The error of a call about single rows.
 * @param fields the call's field name for each column
 */
export function errorOf(rejection: Rejection, fields: Readonly<Record<string, string>>): CallError {
	const named = Object.fromEntries(
		Object.entries(rejection.problems).map(([column, problem]) => [fields[column] ?? column, problem]),
	);
	const { code, message } = rejection;
	return code === 'invalid_input' || !message ? invalidInput(named) : new CallError(code, message, named);
}

/** The first rejection of a plan. */
export function firstRejection({ rows }: Plan<RowValue>): Rejection | undefined {
	return rows.flatMap((planned) => (planned.outcome === 'refused' ? [planned.rejection] : []))[0];
}
