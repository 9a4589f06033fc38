import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * `anyone`; `member`: signed in; `client`: on the access list; `premium`: has that role, or is an admin; `admin`: by
 * the access list or the settings.
 */
export type Who = 'anyone' | 'member' | 'client' | 'premium' | 'admin';

/** Who can call an endpoint. */
export interface Auth {
	role: Who;
	/** With `role: 'anyone'`: identifies the caller if signed in. */
	identify?: true;
	/**
	 * Also requires admin, or Manage Server in the guild of the input's `guildId`. The bot can make the call for that
	 * guild.
	 */
	guild?: true;
	/** With `role: 'member'`: reads the guilds of callers on the access list, whom the handler lets ask about their guilds. */
	guilds?: true;
	/** A token of scope `bot` can make the call, although the call belongs to no single guild. */
	bot?: true;
	/**
	 * Allows only API tokens, or only browser sessions (so that a token cannot create another token). With `bot`, the bot also makes
	 * such a call for the person of a command.
	 */
	via?: 'token' | 'session';
	/** The scope that a token needs. Default: `read` for GET and `write` for other methods. */
	scope?: 'write';
	/** Exchanges a code for a token: invalid input is a failed sign-in, which the audit log has. */
	signsIn?: true;
	/** Only a body with a valid signature is read: of a billing service (Standard Webhooks), or of Discord (Ed25519). */
	signed?: Signer;
	/** Only for the three guard calls: visitors get 200 with this text instead of 401. */
	visitor?: 'unauthorized';
}

/** Who signs the bodies of a call. */
export const SIGNERS = ['billing', 'discord'] as const;
export type Signer = (typeof SIGNERS)[number];

/** How a call changes stored data: not at all, in one transaction, or in transactions that its handler opens. */
export type Effects = 'none' | 'transaction' | 'own';

/** One documented call. The router, checks, audit log, typed client and API documents are generated from it. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** `:name` marks a parameter, declared in `params`. */
	path: `/${string}`;
	/** One line for readers of the docs. */
	description: string;
	auth: Auth;
	/** Default: `none` for GET and `transaction` for other methods. */
	effects?: Effects;
	limits?: {
		/**
		 * The rate limit that the call counts towards. Default: none for GET and the shared limit of writes for other
		 * methods.
		 */
		rate?: LimitName;
		/** The maximum size of the body. Default: 1 MiB. */
		body?: '16mb' | '64kb';
	};
	/**
	 * Shares the response among all callers for up to 500 ms, but never past a write: for summaries that every open page
	 * polls, and that take longer to compute than to send.
	 */
	cache?: 'everyone';
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	/**
	 * The response body. `redirect` sends the browser elsewhere, `stream` is server-sent events, `page` is HTML or
	 * text, `csv` is a file that the handler returns in pieces, `rows` one in the format of the input (`csv` or `ndjson`), `png`
	 * is a picture, `nothing` is no body.
	 */
	output: z.ZodType | 'nothing' | 'redirect' | 'stream' | 'page' | 'csv' | 'rows' | 'png';
	/** The handler returns the JSON in pieces, because it is too large for a single string. */
	streamed?: true;
	/** Reads the Idempotency-Key header. */
	idempotent?: true;
	/** A repeat of the same call changes nothing, so an answer of 503 does not have to mean that nothing was saved. */
	repeatable?: true;
	/** Response headers and what they mean. */
	headers?: Readonly<Record<string, string>>;
	/** The success status. Default: 200. A list if the handler chooses the status. */
	status?: SuccessStatus | readonly SuccessStatus[];
	/** Errors in addition to those that follow from `auth` and the input schemas. */
	errors?: readonly ErrorCode[];
}

/** Calls per person and time window. The limit per address is three times as high. */
export const RATE_LIMITS = {
	operatorWrites: { points: 600, seconds: 60 },
	writes: { points: 120, seconds: 60 },
	tests: { points: 20, seconds: 60 },
	signin: { points: 30, seconds: 60 },
	images: { points: 60, seconds: 60 },
	getimage: { points: 300, seconds: 60 },
	shortener: { points: 60, seconds: 60 },
	announcements: { points: 30, seconds: 60 },
	accessRequests: { points: 5, seconds: 3600 },
	discordReads: { points: 60, seconds: 60 },
	exports: { points: 20, seconds: 60 },
	storeStock: { points: 10, seconds: 60 },
	calendarSecret: { points: 10, seconds: 86_400 },
	signedEvents: { points: 600, seconds: 60 },
} as const;
export type LimitName = keyof typeof RATE_LIMITS;

/** The rate limit that a call counts towards; null for reads without a limit. */
export function limitOf({ limits, method }: Pick<Endpoint, 'limits' | 'method'>, operator: boolean): LimitName | null {
	if (limits?.rate) return limits.rate;
	if (method === 'GET') return null;
	return operator ? 'operatorWrites' : 'writes';
}

/** How the call changes stored data, with the default applied. */
export function effectsOf({ effects, method }: Pick<Endpoint, 'effects' | 'method'>): Effects {
	return effects ?? (method === 'GET' ? 'none' : 'transaction');
}

/** `effectsOf` as a type. */
export type EffectsOf<E> = E extends { effects: infer F } ? F : E extends { method: 'GET' } ? 'none' : 'transaction';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** Declares a call and keeps its literal types. */
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

/**
 * The input that a client passes: path, query and body fields side by side. A body that is not an object is the field
 * `body`.
 */
export type CallInput<E> = Parts<E, 'in'>;
/** The input after the checks: trimmed, in stored letter case, with defaults. */
export type HandlerInput<E> = Parts<E, 'out'>;
/** The result of a handler. The schema strips undeclared fields. */
export type HandlerOutput<E> = E extends { streamed: true }
	? AsyncIterable<string>
	: E extends { output: infer O extends z.ZodType }
		? z.input<O>
		: E extends { output: 'redirect' }
			? string
			: E extends { output: 'page' }
				? Page
				: E extends { output: 'png' }
					? Uint8Array
					: E extends { output: 'nothing' }
						? void
						: AsyncIterable<string>;
/** A response that is not JSON, with its content type. */
export interface Page {
	type: string;
	body: string;
	/** Lets a client keep the response: it gets 304 while the tag is the same. */
	etag?: string;
}
/** The result that a client gets. */
export type CallOutput<E> = E extends { output: infer O extends z.ZodType }
	? z.output<O>
	: E extends { output: 'png' }
		? Uint8Array
		: never;
