import type { CallInput, CallOutput, Endpoint } from './endpoint.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';

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
	) {
		super(error.message);
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
	fetch?: typeof fetch;
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

/**
 * Makes the client from the contract's entries. Every method resolves with the answer's body and rejects with an
 * ApiError: the server's own, or `unreachable` when there was no answer of ours.
 */
export function createClient<const C extends Calls>(calls: C, options: ClientOptions = {}): Client<C> {
	const methods = Object.entries(calls).map(([name, entry]) => [
		name,
		(input: Record<string, unknown> = {}, signal?: AbortSignal) => call(entry, input, options, signal),
	]);
	return Object.fromEntries(methods) as Client<C>;
}

async function call(
	entry: Endpoint,
	input: Record<string, unknown>,
	{ origin = '', token, fetch: send = fetch }: ClientOptions,
	signal?: AbortSignal,
): Promise<unknown> {
	const { path, query, body } = split(entry, input);
	const search = query.size > 0 ? `?${query}` : '';
	const headers: Record<string, string> = { accept: 'application/json' };
	if (body !== undefined) headers['content-type'] = 'application/json';
	if (token) headers['authorization'] = `Bearer ${token}`;
	let response: Response;
	try {
		response = await send(`${origin}${path}${search}`, {
			method: entry.method,
			headers,
			credentials: 'same-origin',
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(signal && { signal }),
		});
	} catch (error) {
		if (signal?.aborted) throw error;
		throw new ApiError(0, { code: 'unreachable', message: 'The server cannot be reached. Try again in a moment.' });
	}
	const text = await response.text();
	if (entry.guard && text === 'unauthorized') return text;
	const answer = parsed(text);
	if (response.ok && answer !== undefined) return answer;
	const error = (answer as ErrorBody | undefined)?.error;
	throw new ApiError(
		response.status,
		error ?? { code: 'unreachable', message: `The server answered ${response.status} without a reason.` },
		response.headers,
	);
}

/** Sorts the input's fields to where the entry declares them. */
function split(entry: Endpoint, input: Record<string, unknown>) {
	const query = new URLSearchParams();
	for (const field of fieldsOf(entry.query)) {
		const value = input[field];
		if (value !== undefined && value !== null)
			query.set(field, typeof value === 'string' ? value : JSON.stringify(value));
	}
	const path = entry.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
	const fields = fieldsOf(entry.body);
	const body =
		entry.body === undefined
			? undefined
			: fields.length > 0
				? Object.fromEntries(fields.flatMap((field) => (field in input ? [[field, input[field]]] : [])))
				: input['body'];
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
