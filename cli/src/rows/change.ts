import { ApiError, type BulkResult } from '@dropwire/contract';

/** Describes a bad row: its position in the request, and the problem of one column. */
type Describe = (problem: { row: number; column: string; problem: string }) => string;

/**
 * Changes single rows, all of them or none. A dry run reports what would change.
 * @throws ApiError whose message describes every bad row
 */
export async function changeRows(send: () => Promise<BulkResult>, describe: Describe): Promise<BulkResult['data']> {
	const { data } = await send().catch((error: unknown) => {
		throw error instanceof ApiError ? described(error, describe) : error;
	});
	const fields = Object.fromEntries(
		data.flatMap(({ row, problems = {} }) =>
			Object.entries(problems).map(([column, problem]) => [`rows.${row}.${column}`, problem]),
		),
	);
	if (Object.keys(fields).length === 0) return data;
	throw described(new ApiError(400, { code: 'invalid_input', message: 'Some rows have errors.', fields }), describe);
}

/** Adds a description of the rows to the error. An error without row numbers is unchanged. */
function described(error: ApiError, describe: Describe): ApiError {
	const texts = Object.entries(error.fields).flatMap(([path, problem]) => {
		const [, row, column] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? [];
		return row === undefined || column === undefined ? [] : [describe({ row: Number(row), column, problem })];
	});
	if (texts.length === 0) return error;
	const { status, code, fields } = error;
	return new ApiError(status, { code, message: `${texts.join('; ')}.`, fields: { ...fields } });
}
