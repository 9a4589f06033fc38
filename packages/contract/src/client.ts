import type { ZodType } from 'zod';
import type { CallInput, CallOutput, Endpoint } from './endpoint.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';

/** The header with the Discord user for whom the bot acts. */
export const ACTING_USER = 'X-Acting-User';

/** A call that was rejected or failed, with the server's message. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly status: number;
	readonly code: ErrorCode | 'unreachable';
	/** The problem with each invalid field of the input; empty for other errors. */
	readonly fields: Readonly<Record<string, string>>;
	/** People can quote it when they ask for help: the server log has the details under this id. */
	readonly requestId: string | null;
	/** Seconds to wait, from the Retry-After header; null without the header. */
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
	/** The origin of the server; empty in a page that the server itself serves. */
	origin?: string;
	/** A program's API token; browsers use their cookie. */
	token?: string;
	/** Only for the bot: the Discord id of the person for whom it acts. */
	actor?: string;
	/** Only for the bot: the person's locale at Discord, like `es-419`. */
	locale?: string;
	fetch?: typeof fetch;
	/** Returns the Idempotency-Key for calls that read one. It must return the same key for every attempt of a call. */
	idempotencyKey?: () => string;
}

type Calls = Record<string, Endpoint>;
/** The input is optional if none of its fields are required. */
type Arguments<I> =
	Record<string, never> extends I ? [input?: I, signal?: AbortSignal] : [input: I, signal?: AbortSignal];

/** One typed method per call of the contract that answers JSON or a picture, with the name of the call. */
export type Client<C extends Calls> = {
	[N in keyof C as C[N]['output'] extends Exclude<Endpoint['output'], ZodType | 'png'> ? never : N]: (
		...args: Arguments<CallInput<C[N]>>
	) => Promise<
		C[N] extends { auth: { visitor: 'unauthorized' } } ? CallOutput<C[N]> | 'unauthorized' : CallOutput<C[N]>
	>;
};

/** The data that a client needs to make a call. It contains no schemas, so browsers do not load them. */
export interface CallRoute {
	method: string;
	path: string;
	/** The fields of the query. */
	query: readonly string[];
	/** The fields of the body; `whole` if the body is not an object; null without a body. */
	body: readonly string[] | 'whole' | null;
	/** Visitors get 200 with the text `unauthorized`. */
	guard?: true;
	/** Whether the call reads the Idempotency-Key header. */
	idempotent?: true;
	/** The response body is not text. */
	binary?: true;
}

/** The routes of the contract's entries. Every page of the web loads them, so they leave out what is not so. */
export function routesOf(calls: Calls): Record<string, CallRoute> {
	return Object.fromEntries(
		Object.entries(calls).map(([name, entry]) => {
			const { method, path, auth, query, body, idempotent, output } = entry;
			const guard = auth.visitor !== undefined;
			const fields = fieldsOf(body);
			const binary = output === 'png';
			const facts = { ...(guard && { guard }), ...(idempotent && { idempotent }), ...(binary && { binary }) };
			const route = { method, path, query: fieldsOf(query), ...facts };
			return [name, { ...route, body: body === undefined ? null : fields.length > 0 ? fields : 'whole' }];
		}),
	);
}

/**
 * Creates the client from the contract's entries. Every method resolves with the response body or rejects with an
 * ApiError: the server's error, or `unreachable` if the server did not respond.
 */
export function createClient<const C extends Calls>(calls: C, options: ClientOptions = {}): Client<C> {
	return createClientOf<C>(routesOf(calls), options);
}

/** Like `createClient`, but with routes computed at build time. */
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
	{ origin = '', token, actor, locale, fetch: send = fetch, idempotencyKey }: ClientOptions,
	signal?: AbortSignal,
): Promise<unknown> {
	const { path, query, body } = split(route, input);
	const search = query.size > 0 ? `?${query}` : '';
	const headers: Record<string, string> = { accept: 'application/json' };
	if (body !== undefined) headers['content-type'] = 'application/json';
	if (token) headers['authorization'] = `Bearer ${token}`;
	if (route.idempotent && idempotencyKey) headers['idempotency-key'] = idempotencyKey();
	if (actor) headers[ACTING_USER] = actor;
	if (locale) headers['accept-language'] = locale;
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
		if (route.binary && response.ok) return new Uint8Array(await response.arrayBuffer());
		text = await response.text();
	} catch (error) {
		if (signal?.aborted) throw error;
		const message = 'The server cannot be reached. Try again in a moment.';
		throw new ApiError(0, { code: 'unreachable', message }, undefined, { cause: error });
	}
	if (route.guard && text === 'unauthorized') return text;
	const answer = parsed(text);
	if (response.ok && answer !== undefined) return answer;
	throw errorOf(response, answer);
}

/** The error in a response's body; `unreachable` if the body is no error of Dropwire, but for example a proxy's. */
export function errorOf({ status, headers }: Response, body: unknown): ApiError {
	const error = (body as Partial<ErrorBody> | null | undefined)?.error;
	const isOurs = typeof error?.code === 'string' && typeof error.message === 'string';
	const unknown = { code: 'unreachable', message: `The server answered ${status} without a reason.` } as const;
	return new ApiError(status, isOurs ? error : unknown, headers);
}

/** Splits the input into path, query and body. */
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

/** The fields of an object schema; none for any other schema. */
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
