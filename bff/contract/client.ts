import type { CallInput, CallOutput, Endpoint } from './endpoint.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';

/** The header in which the bot names the Discord user whom it acts for. */
export const ACTING_USER = 'X-Acting-User';

/** A call that was refused or failed, in the server's words. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly status: number;
	readonly code: ErrorCode | 'unreachable';
	/** Bad input by field; empty otherwise. */
	readonly fields: Readonly<Record<string, string>>;
	/** What to quote when asking for help: the log has the details under it. */
	readonly requestId: string | null;
	/** Seconds to wait, when the server says so. */
	readonly retryAfter: number | null;

	constructor(
		status: number,
		error: Omit<ErrorBody['error'], 'code'> & { code: ErrorCode | 'unreachable' },
		headers?: Headers,
		options?: ErrorOptions,
	) {
		super(error.message, options);
		this.status = status;
		this.code = error.code;
		this.fields = error.fields ?? {};
		this.requestId = headers?.get('x-request-id') ?? null;
		const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
		this.retryAfter = Number.isFinite(seconds) ? seconds : null;
	}
}

export interface ClientOptions {
	/** Where the server is; empty within a page of its own. */
	origin?: string;
	/** API token of a program; a browser has its cookie. */
	token?: string;
	/** The bot's: the Discord id of the person it acts for. */
	actor?: string;
	fetch?: typeof fetch;
	/** For calls that read the header Idempotency-Key: the key of this one call, the same for each of its tries. */
	idempotencyKey?: () => string;
}

type Calls = Record<string, Endpoint>;
/** No input is needed when nothing in it is required. */
type Arguments<I> =
	Record<string, never> extends I ? [input?: I, signal?: AbortSignal] : [input: I, signal?: AbortSignal];

/** One typed method per JSON call of the contract, under its name. */
export type Client<C extends Calls> = {
	[N in keyof C as C[N]['output'] extends string ? never : N]: (
		...args: Arguments<CallInput<C[N]>>
	) => Promise<C[N] extends { guard: true } ? CallOutput<C[N]> | 'unauthorized' : CallOutput<C[N]>>;
};

/** What a client has to know of a call. It needs no schema, so a browser need not load them. */
export interface CallRoute {
	method: string;
	path: string;
	/** The fields that stand in the query. */
	query: readonly string[];
	/** The fields of the body; `whole` where the body is no object; null for none. */
	body: readonly string[] | 'whole' | null;
	/** Answers `unauthorized` as text to who is not signed in. */
	guard: boolean;
	/** Reads the header Idempotency-Key. */
	idempotent: boolean;
}

/** The routes of the contract's entries. */
export function routesOf(calls: Calls): Record<string, CallRoute> {
	return Object.fromEntries(
		Object.entries(calls).map(([name, entry]) => {
			const { method, path, query, body, guard = false, idempotent = false } = entry;
			const fields = fieldsOf(body);
			const route = { method, path, query: fieldsOf(query), guard, idempotent };
			return [name, { ...route, body: body === undefined ? null : fields.length > 0 ? fields : 'whole' }];
		}),
	);
}

/**
 * Makes the client from the contract's entries. Every method resolves with the answer's body and rejects with an
 * ApiError: the server's own, or `unreachable` when there was no answer of ours.
 */
export function createClient<const C extends Calls>(calls: C, options: ClientOptions = {}): Client<C> {
	return createClientOf<C>(routesOf(calls), options);
}

/** As `createClient`, from routes that were made before. */
export function createClientOf<const C extends Calls>(
	routes: Readonly<Record<string, CallRoute>>,
	options: ClientOptions = {},
): Client<C> {
	const methods = Object.entries(routes).map(([name, route]) => [
		name,
		(input: Record<string, unknown> = {}, signal?: AbortSignal) => call(route, input, options, signal),
	]);
	return Object.fromEntries(methods) as Client<C>;
}

async function call(
	route: CallRoute,
	input: Record<string, unknown>,
	{ origin = '', token, actor, fetch: send = fetch, idempotencyKey }: ClientOptions,
	signal?: AbortSignal,
): Promise<unknown> {
	const { path, query, body } = split(route, input);
	const search = query.size > 0 ? `?${query}` : '';
	const headers: Record<string, string> = { accept: 'application/json' };
	if (body !== undefined) headers['content-type'] = 'application/json';
	if (token) headers['authorization'] = `Bearer ${token}`;
	if (route.idempotent && idempotencyKey) headers['idempotency-key'] = idempotencyKey();
	if (actor) headers[ACTING_USER] = actor;
	let response: Response;
	let text: string;
	try {
		response = await send(`${origin}${path}${search}`, {
			method: route.method,
			headers,
			credentials: 'same-origin',
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(signal && { signal }),
		});
		text = await response.text();
	} catch (error) {
		if (signal?.aborted) throw error;
		const message = 'The server cannot be reached. Try again in a moment.';
		throw new ApiError(0, { code: 'unreachable', message }, undefined, { cause: error });
	}
	if (route.guard && text === 'unauthorized') return text;
	const answer = parsed(text);
	if (response.ok && answer !== undefined) return answer;
	const error = (answer as ErrorBody | undefined)?.error;
	throw new ApiError(
		response.status,
		error ?? { code: 'unreachable', message: `The server answered ${response.status} without a reason.` },
		response.headers,
	);
}

/** Sorts the input's fields to where the route has them. */
function split(route: CallRoute, input: Record<string, unknown>) {
	const query = new URLSearchParams();
	for (const field of route.query) {
		const value = input[field];
		if (value !== undefined && value !== null)
			query.set(field, typeof value === 'string' ? value : JSON.stringify(value));
	}
	const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
	const body =
		route.body === null
			? undefined
			: route.body === 'whole'
				? input['body']
				: Object.fromEntries(route.body.flatMap((field) => (field in input ? [[field, input[field]]] : [])));
	return { path, query, body };
}

/** The fields of an object schema; none for anything else. */
function fieldsOf(schema: unknown): string[] {
	const shape = (schema as { shape?: Record<string, unknown> } | undefined)?.shape;
	return shape ? Object.keys(shape) : [];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
