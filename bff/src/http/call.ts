import type { Database, Knex } from '@dropwire/db';
import type { CallName, Contract } from '../../contract/index.ts';
import type { HandlerInput, HandlerOutput } from '../../contract/endpoint.ts';
import type { GuildRights, MemberGuild } from '../guilds/rights.ts';
import type { Engine, ImageFetcher, ImageSearch, ProductQuery } from '@dropwire/engine';
import type { LiveHub } from '../live/hub.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ClickCounter } from '../shortener/clicks.ts';
import type { KnownTargets } from '../shortener/known.ts';
import type { SessionStore } from '../signin/sessionStore.ts';
import type { Limiter } from './limiter.ts';
import type { ServerSettings } from '../settings.ts';
import type { Answers } from './answers.ts';
import type { Caller } from './caller.ts';
import type { Callers } from './callers.ts';

/** What the server has at hand for every call. */
export interface Server {
	db: Database;
	settings: ServerSettings;
	/** Null when the pipeline runs as its own process. */
	engine: Pick<Engine, 'wake' | 'watchChanged' | 'pulse'> | null;
	guilds: GuildRights;
	limiter: Limiter;
	callers: Callers;
	sessions: SessionStore;
	answers: Answers;
	live: LiveHub;
	clicks: ClickCounter;
	targets: KnownTargets;
	images: ImageSearch;
	products: ProductQuery;
	fetcher: ImageFetcher;
	metrics: Metrics;
}

/** What a write changed, for the audit log. Secrets are masked before they get here. */
export interface Change {
	target: string;
	/** The guild that it is about: who looks at it is told at once. */
	guildId?: string;
	before?: unknown;
	after?: unknown;
}

/** One call as a handler sees it: checked input and the caller, never the request. */
export interface Call<N extends CallName> {
	input: HandlerInput<Contract[N]>;
	/** Null for visitors, on calls that let them in. */
	caller: Caller | null;
	/** The transaction of a write; the connection itself for what only reads. */
	knex: Knex;
	/** For the log and the audit row. */
	requestId: string;
	server: Server;
	/** Says what the write changed. */
	changed(change: Change): void;
	/** Runs once the write is committed, and not when it fails. */
	afterCommit(work: () => void): void;
	/** The guilds that the caller manages, for calls of clients; asked before the transaction opened. */
	managed: readonly MemberGuild[];
	/** Chooses among the statuses that the entry lists. */
	answer(status: 200 | 201 | 202): void;
	/** The web session of the caller: sign-in and sign-out alone touch it. */
	session: SessionHandle;
	/** The header Idempotency-Key, on calls that read it. */
	idempotencyKey: string | null;
	/** The header Last-Event-ID of a stream that is taken up again. */
	lastEventId: string | null;
	/** Sets a header of the answer. */
	header(name: string, value: string): void;
	/** Where the request came from. */
	from(): Origin;
}

export interface Origin {
	/** The caller's address; behind a proxy that the settings trust, what it says. */
	address: string;
	/** The socket's other end is this machine, and no proxy stands between. */
	loopback: boolean;
	/** The bearer token, whatever it is for. */
	bearer: string | null;
}

export interface SessionHandle {
	begin(next: string | undefined): string;
	end(): void;
}

/** Reads and checks happen in the transaction, so handlers of writes get one: `call.knex` is it. */
export type Handler<N extends CallName> = (
	call: Call<N>,
) => Promise<HandlerOutput<Contract[N]>> | HandlerOutput<Contract[N]>;

/** One for every call of the contract: a missing or a superfluous one does not compile. */
export type Handlers = { [N in CallName]: Handler<N> };

/** The transaction of a write. */
export function trxOf(call: { knex: Knex }): Knex.Transaction {
	return call.knex as Knex.Transaction;
}

/** The caller of a call that nobody reaches without being signed in. */
export function callerOf(call: { caller: Caller | null }): Caller {
	return call.caller as Caller;
}
