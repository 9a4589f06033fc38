import { ForeignKeyViolationError, NotFoundError, UniqueViolationError, wrapError } from '@dropwire/db';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

/** A refusal in the contract's words. Everything else that is thrown is an internal error, and says nothing. */
export class CallError extends Error {
	override name = 'CallError';
	readonly code: ErrorCode;
	readonly fields: Record<string, string> | undefined;
	/** Seconds after which the same call may pass. */
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

/** So many problems are told in the message; `fields` has them all. */
const TOLD = 5;

/** Bad input, by field. */
export function invalidInput(fields: Record<string, string>): CallError {
	const text = Object.entries(fields).map(([field, problem]) => `${field} ${problem}`);
	const more = text.length > TOLD ? ` (and ${text.length - TOLD} more)` : '';
	return new CallError('invalid_input', `Please check: ${text.slice(0, TOLD).join('; ')}${more}.`, fields);
}

export const notFound = (what: string) => new CallError('not_found', `${what} does not exist.`);
export const forbidden = (why = 'You have no right to do this.') => new CallError('forbidden', why);

/** One place turns what the database refuses into what a caller can understand. */
export function asCallError(thrown: unknown): CallError | null {
	if (thrown instanceof CallError) return thrown;
	const error = wrapError(thrown);
	if (error instanceof UniqueViolationError) return new CallError('conflict', 'This stands there already.');
	if (error instanceof ForeignKeyViolationError) {
		return new CallError('conflict', 'Something that this belongs to was removed meanwhile. Reload and try again.');
	}
	if (error instanceof NotFoundError) return new CallError('not_found', 'This does not exist any more.');
	return null;
}
