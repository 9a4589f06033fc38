import { ApiError } from '@dropwire/bff/contract';

/** What is wrong with a row of a bulk call. */
export interface RowProblem {
	/** From 0, as it was sent. */
	row: number;
	column: string;
	problem: string;
}

/** The bulk calls name bad rows by their numbers: `rows.3.label`. None for any other failure. */
export function rowProblems(error: unknown): RowProblem[] {
	if (!(error instanceof ApiError) || error.code !== 'invalid_input') return [];
	return Object.entries(error.fields).flatMap(([path, problem]) => {
		const [, row, column] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? [];
		return row === undefined || column === undefined ? [] : [{ row: Number(row), column, problem }];
	});
}

/** The same failure with rows in words; one that is about no row stays as it is. */
export function inWords(error: unknown, tell: (problem: RowProblem) => string): unknown {
	const told = rowProblems(error).map(tell);
	if (told.length === 0) return error;
	const { status, code, fields } = error as ApiError;
	return new ApiError(status, { code, message: `${told.join('; ')}.`, fields: { ...fields } });
}
