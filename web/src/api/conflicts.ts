import { ApiError } from '@dropwire/contract';

/** Whether a write was rejected because somebody has changed the values that it replaces (`before`) since they were read. */
export function notAsSeen(error: unknown): error is ApiError {
	return error instanceof ApiError && error.fields['before'] !== undefined;
}

/** Whether the data has changed since the preview that a write applies. */
export function isOldPreview(error: unknown): boolean {
	return error instanceof ApiError && error.code === 'conflict';
}

/** Whether somebody has saved other options since this version was read. */
export function isStale(error: unknown): error is ApiError {
	return error instanceof ApiError && error.status === 409 && error.fields['version'] !== undefined;
}
