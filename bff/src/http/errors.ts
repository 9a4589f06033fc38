import {
	ForeignKeyViolationError,
	isTransient,
	isUnavailable,
	NotFoundError,
	UncertainCommitError,
	UniqueViolationError,
	wrapError,
} from '@dropwire/db';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@dropwire/contract';

/** An error of the contract. Any other thrown error becomes an internal error without details. */
export class CallError extends Error {
	override name = 'CallError';
	readonly code: ErrorCode;
	readonly fields: Record<string, string> | undefined;
	/** Seconds to wait before the next attempt. */
	readonly retryAfter: number | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		fields?: Record<string, string>,
		{ retryAfter }: { retryAfter?: number } = {},
	) {
		super(message);
		this.code = code;
		this.fields = fields;
		this.retryAfter = retryAfter;
	}

	get status(): number {
		return ERROR_STATUS[this.code];
	}

	body(): ErrorBody {
		return { error: { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) } };
	}
}

/** Limit of problems that the message lists; `fields` has all. */
const MAX_LISTED = 5;

/** An error for invalid input, by field. */
export function invalidInput(fields: Record<string, string>): CallError {
	const text = Object.entries(fields).map(([field, problem]) => `${field} ${problem}`);
	const more = text.length > MAX_LISTED ? ` (and ${text.length - MAX_LISTED} more)` : '';
	return new CallError('invalid_input', `Invalid input: ${text.slice(0, MAX_LISTED).join('; ')}${more}.`, fields);
}

export const notFound = (what: string) => new CallError('not_found', `${what} does not exist.`);
export const forbidden = (why = 'You are not allowed to do this.') => new CallError('forbidden', why);

/** @param what what Discord answered without the expected fields; the log has the answer */
export const unreadable = (what: string) =>
	new CallError('upstream_failed', `Discord answered, but ${what} could not be read. Try again in a moment.`);

/**
 * Handles a rejected insert: a violated unique index is a conflict that names the field.
 * @param subject what is already there, and `problem` what is said about it
 */
export function conflictIn(field: string, subject: string, problem: string): (error: unknown) => never {
	return (error) => {
		if (!(wrapError(error) instanceof UniqueViolationError)) throw error;
		throw new CallError('conflict', `${subject} ${problem}.`, { [field]: problem });
	};
}

/** Retry-After while the database is unavailable. */
const RETRY_AFTER_S = 5;

/**
 * Converts a database error to an error of the contract; null for any other error.
 * @param repeatable whether the call can be repeated although it may have been saved
 */
export function asCallError(thrown: unknown, repeatable = false): CallError | null {
	if (thrown instanceof CallError) return thrown;
	const error = wrapError(thrown);
	if (error instanceof UniqueViolationError) return new CallError('conflict', 'This already exists.');
	if (error instanceof ForeignKeyViolationError) {
		return new CallError('conflict', 'A record this depends on has been deleted. Reload and try again.');
	}
	if (error instanceof NotFoundError) return new CallError('not_found', 'This no longer exists.');
	if (error instanceof UncertainCommitError && !repeatable) {
		// Not 503: programs would retry, but the write may have succeeded.
		const message = 'The database failed while this was being saved. Check whether it was saved before you try again.';
		return new CallError('internal', message);
	}
	// After several attempts the database is as good as away: nothing was saved, or a repeat finds what was.
	if (isUnavailable(error) || isTransient(error) || error instanceof UncertainCommitError) {
		const message = 'The database is not available at the moment. Try again in a few seconds.';
		return new CallError('unavailable', message, undefined, { retryAfter: RETRY_AFTER_S });
	}
	return null;
}
