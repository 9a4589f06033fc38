import { createRequire } from 'node:module';

// The package has no types.
const dbErrors = createRequire(import.meta.url)('db-errors') as {
	wrapError(error: unknown): unknown;
	UniqueViolationError: new () => Error;
};

/** A database's own error as objection names it, also where knex alone was asked; anything else as it is. */
export function wrapError(error: unknown): unknown {
	return error instanceof Error && !('nativeError' in error) ? dbErrors.wrapError(error) : error;
}

export function isUniqueViolation(error: unknown): boolean {
	return wrapError(error) instanceof dbErrors.UniqueViolationError;
}
