/** Every error that a call can respond with, and its HTTP status (contract: "Rules for every call"). */
export const ERROR_STATUS = {
	invalid_input: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	too_large: 413,
	unsupported_media_type: 415,
	rate_limited: 429,
	internal: 500,
	upstream_failed: 502,
	not_ready: 503,
	unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error response. `fields` names each invalid field of the input by its path. */
export interface ErrorBody {
	error: { code: ErrorCode; message: string; fields?: Record<string, string> };
}
