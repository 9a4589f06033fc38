import { ApiError } from '@dropwire/contract';

/** Whether somebody has saved other options since this version was read. */
export function isStale(error: unknown): error is ApiError {
	return error instanceof ApiError && error.status === 409 && error.fields['version'] !== undefined;
}
