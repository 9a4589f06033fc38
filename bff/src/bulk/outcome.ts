import type { HandlerOutput } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { invalidInput } from '../http/errors.ts';

type Result = HandlerOutput<Contract['bulkWebhooks']>;
/** What a row does, or why it cannot. */
export type Outcome = Omit<Result['data'][number], 'row'>;

/** The answer row by row. @throws CallError 400 naming every bad row, unless it is a dry run */
export function resultOf(outcomes: readonly Outcome[], dryRun: boolean): Result {
	const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0 };
	for (const { outcome } of outcomes) counts[outcome]++;
	if (!dryRun && counts.refused > 0) {
		throw invalidInput(
			Object.fromEntries(
				outcomes.flatMap(({ problems = {} }, row) =>
					Object.entries(problems).map(([field, problem]) => [`rows.${row}.${field}`, problem]),
				),
			),
		);
	}
	return { applied: !dryRun, data: outcomes.map((outcome, row) => ({ row, ...outcome })), counts };
}
