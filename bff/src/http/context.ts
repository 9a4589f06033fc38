import type { Database, Knex } from '@dropwire/db';
import type { CallName, Contract, EffectsOf, HandlerInput, HandlerOutput } from '@dropwire/contract';
import type { Engine, Traces } from '@dropwire/engine';
import type { Logger } from 'pino';
import type { ServerSettings } from '../settings.ts';
import type { AuditEntry, ChangeOf } from './audit.ts';
import type { Caller } from './auth.ts';
import type { Authenticator } from './authenticator.ts';
import type { CallMetrics } from './callMetrics.ts';
import type { Denials } from './denials.ts';
import type { MemberGuild } from './guilds.ts';
import type { Limiter } from './limiter.ts';
import type { Memo } from './memo.ts';
import type { SessionStore } from './sessionStore.ts';
import type { Signatures } from './signatures.ts';

/** The services available to every call. A feature creates the others that it needs. */
export interface Server {
	db: Database;
	settings: ServerSettings;
	log: Logger;
	/** Null when the pipeline runs as separate processes that find new work themselves. */
	engine: Pick<Engine, 'wake' | 'watchChanged'> | null;
	sessions: SessionStore;
	auth: Authenticator;
	limiter: Limiter;
	denials: Denials;
	/** JSON responses of calls with `cache`. Every write of this process clears it. */
	responses: Memo<string>;
	calls: CallMetrics;
	signatures: Signatures;
	traces: Traces | null;
	state: ServerState;
}

/** Why this server should get no more requests. */
export interface ServerState {
	/** It is about to stop. */
	draining: boolean;
	/** A statement found the database file damaged. Other statements may still work. */
	damaged: boolean;
}

/** Null only where the entry allows visitors. */
export type CallerOf<N extends CallName> = N extends CallName
	? Contract[N]['auth'] extends { role: 'anyone' }
		? Contract[N]['auth'] extends { identify: true }
			? Caller | null
			: null
		: Caller
	: never;

/** The transaction of a write; the plain connection for a read and for `effects: 'own'`. */
export type KnexOf<N extends CallName> = N extends CallName
	? EffectsOf<Contract[N]> extends 'transaction'
		? Knex.Transaction
		: Knex
	: never;

/** One call as its handler sees it: the checked input and the caller, but not the request. */
export interface Call<N extends CallName> {
	input: HandlerInput<Contract[N]>;
	caller: CallerOf<N>;
	knex: KnexOf<N>;
	/** For the log and the audit row. */
	requestId: string;
	server: Server;
	/** Logs and traces what the call queued, with the ids that its deliveries have in the log, and those of the request. */
	logQueued(ids: object, message: string): void;
	/** Opens a transaction and writes its audit row; for `effects: 'own'`. */
	transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
	/** Records a change for the audit log. Call it once for each thing that the write changed. */
	audit(change: ChangeOf<N>): void;
	/** Adds another audit row for a consequence of the change, with a separate action name. */
	auditFollowUp(entry: AuditEntry): void;
	/** Runs `work` after the write is committed; not when the write fails. */
	afterCommit(work: () => void): void;
	/** The guilds that the caller manages, for calls by clients; read before the transaction began. */
	managed: readonly MemberGuild[];
	/**
	 * Reads the caller and their guilds again, for a long-running response.
	 * @returns null once the caller has lost the right to make this call
	 * @throws CallError when the rights cannot be read
	 */
	reauthorize(): Promise<{ caller: Caller; managed: readonly MemberGuild[] } | null>;
	/** Sets the status, one of those that the entry lists. */
	answer(status: 200 | 201 | 202): void;
	/** Runs `work` when the response is sent or its reader has disconnected. */
	onClose(work: () => void): void;
	/** The caller's web session; used only by sign-in and sign-out. */
	session: SessionHandle;
	/** The header Idempotency-Key, on calls that read it. */
	idempotencyKey: string | null;
	/** The header Last-Event-ID of a stream that is resumed. */
	lastEventId: string | null;
	/** The header webhook-id of a signed body. */
	webhookId: string | null;
	/** Sets a response header. */
	header(name: string, value: string): void;
	/** Where the request came from. */
	origin(): Origin;
}

/** A call of `effects: 'own'` inside a transaction that it opened. */
export type InTransaction<N extends CallName> = Omit<Call<N>, 'knex'> & { knex: Knex.Transaction };

export interface Origin {
	/** The caller's address; behind a trusted proxy, the address that the proxy reports. */
	address: string;
	/** Whether the request came from this machine, not through a proxy. */
	loopback: boolean;
	/** Whether a page of another site sent the browser here. */
	anotherSite: boolean;
	/** The bearer token, whatever its purpose. */
	bearer: string | null;
}

export interface SessionHandle {
	/** The public id of the session; null for a program and for a browser without a session. */
	readonly id: string | null;
	/** @param consent `/roles` also asks for linked roles. @returns where the consent begins */
	begin(next: string | undefined, consent?: '' | '/roles'): string;
	end(): void;
}

export type Handler<N extends CallName> = (
	call: Call<N>,
) => Promise<HandlerOutput<Contract[N]>> | HandlerOutput<Contract[N]>;

/** A handler for every call of the contract. A missing or an extra handler does not compile. */
export type Handlers = { [N in CallName]: Handler<N> };
