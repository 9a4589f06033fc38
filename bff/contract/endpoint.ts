import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: `anyone`; `member` is signed in; `client` is on the access list; `premium` means that role or admin;
 * `admin` by the access list or the settings.
 */
export type Who = 'anyone' | 'member' | 'client' | 'premium' | 'admin';

/** One documented call. Router, checks, audit, typed client and documents are made from this and nothing else. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'DELETE';
	/** `:name` is a parameter, declared in `params`. */
	path: `/${string}`;
	who: Who;
	/** Besides `who`: the right to manage the guild of the input's `guildId`, or admin. */
	guild?: true;
	/** About no single guild, and the bot needs it: a token of scope `bot` may make it, as it may those with `guild`. */
	bot?: true;
	/** One of the three guard calls: a visitor gets 200 with the text `unauthorized` instead of 401. */
	guard?: true;
	/** A call for anyone that wants to know who it is all the same. */
	knowsCaller?: true;
	/** A POST that changes nothing that stands: no audit row, and it opens no transaction by itself. */
	reads?: true;
	/** One line for the reader of the docs. */
	description: string;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	/** The answer's body; `redirect` only sends the browser elsewhere, `stream` is server-sent events, `page` is HTML or text. */
	output: z.ZodType | 'redirect' | 'stream' | 'page';
	/** The body may have 16 MiB, for who may make the call; 1 MiB otherwise. */
	largeBody?: true;
	/** What it answers is of use only with its secrets, the webhooks' URLs: a token needs the scope `write`, too. */
	whole?: true;
	/** For programs only: a browser's session is refused. */
	tokenOnly?: true;
	/** For people only: a program's token is refused, so that no token can make another. */
	sessionOnly?: true;
	/** The answer is the same for everyone who may ask, so it may be shared for half a second (never past a write of ours). */
	shared?: true;
	/** The header Idempotency-Key is read. */
	idempotent?: true;
	/** The handler opens its own transactions: several, since one bad item must not undo the others. */
	ownTransactions?: true;
	/** How often one caller and one address may call; calls of one name share their count. */
	limit?: LimitName;
	/** Headers of the answer that say something, and what. */
	headers?: Readonly<Record<string, string>>;
	/** Status of success, 200 unless said; a list where the handler chooses by what it did. */
	status?: SuccessStatus | readonly SuccessStatus[];
	/** Errors beyond those that follow from `who`, `guild` and the input schemas. */
	errors?: readonly ErrorCode[];
}

/** What is limited together, with how much in how long (contract: "Rate limits"). */
export const RATE_LIMITS = {
	signin: { points: 30, seconds: 60 },
	images: { points: 60, seconds: 60 },
	getimage: { points: 300, seconds: 60 },
	shortener: { points: 60, seconds: 60 },
	announcements: { points: 30, seconds: 60 },
} as const;
export type LimitName = keyof typeof RATE_LIMITS;

export type SuccessStatus = 200 | 201 | 202;

/** Declares a call; only gives its literal types. */
export function endpoint<const E extends Endpoint>(entry: E): E {
	return entry;
}

type Part<S, Side extends 'in' | 'out'> = S extends z.ZodObject
	? Side extends 'in'
		? z.input<S>
		: z.output<S>
	: S extends z.ZodType
		? { body: Side extends 'in' ? z.input<S> : z.output<S> }
		: unknown;
type Parts<E, Side extends 'in' | 'out'> = Part<E extends { params: infer P } ? P : undefined, Side> &
	Part<E extends { query: infer Q } ? Q : undefined, Side> &
	Part<E extends { body: infer B } ? B : undefined, Side>;

/** What a caller passes: path, query and body fields side by side; a body that is no object stands under `body`. */
export type CallInput<E> = Parts<E, 'in'>;
/** The same after the checks: trimmed, in stored letter case, with defaults. */
export type HandlerInput<E> = Parts<E, 'out'>;
/** What a handler returns; the schema strips what it does not name. */
export type HandlerOutput<E> = E extends { output: infer O extends z.ZodType }
	? z.input<O>
	: E extends { output: 'redirect' }
		? string
		: E extends { output: 'page' }
			? Page
			: AsyncIterable<string>;
/** Text that is no JSON, with its type. */
export interface Page {
	type: string;
	body: string;
}
/** What a caller gets. */
export type CallOutput<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : never;
