import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Endpoint, Page } from '../../contract/endpoint.ts';
import { ACTING_USER } from '../../contract/client.ts';
import { type CallName, contract } from '../../contract/index.ts';
import { AuditRow } from '@dropwire/db';
import { readBody } from './body.ts';
import { addressOf, mustHaveOrigin } from './origin.ts';
import type { Change, Handler, Handlers, Origin, Server, SessionHandle } from './call.ts';
import { type Caller, isBot, mustBe, mustBeSignedIn } from './caller.ts';
import { asCallError, invalidInput } from './errors.ts';
import { checkInput } from './input.ts';
import { maskWebhooks, seesMasked } from './mask.ts';
import type { Routes } from './routes.ts';
import { managedBy, mustManage } from '../guilds/rights.ts';
import { sessionOf } from '../signin/discord.ts';

/** What the chain before has put on the request. */
export interface CallState {
	requestId: string;
}

/** Serves the entries of the contract: the same steps in the same order for all, none of them seen by a handler. */
export function serveCalls(routes: Routes, handlers: Handlers, server: Server): void {
	for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
		routes.add(entry.method, entry.path, async (ctx) => {
			const at = performance.now();
			try {
				await serve(ctx, name, entry, handlers, server);
				server.metrics.answered(name, ctx.status, performance.now() - at);
			} catch (error) {
				server.metrics.answered(name, asCallError(error)?.status ?? 500, performance.now() - at);
				throw error;
			}
		});
	}
}

async function serve(ctx: Context, name: CallName, entry: Endpoint, handlers: Handlers, server: Server): Promise<void> {
	const { requestId } = ctx.state as CallState;
	const caller = entry.who === 'anyone' && !entry.knowsCaller ? null : await whoCalls(ctx, server);
	if (entry.guard && !caller) {
		ctx.type = 'text/plain';
		ctx.body = 'unauthorized';
		return;
	}
	const writes = entry.method !== 'GET' && !entry.reads && !entry.ownTransactions;
	if (entry.who !== 'anyone') mustBeSignedIn(caller);
	// Another site can make a browser send its cookie; a program without one has nothing that could be abused.
	const byCookie = caller?.via !== 'token' && ctx.get('cookie') !== '';
	if (entry.method !== 'GET' && byCookie) mustHaveOrigin(ctx, server.settings.PUBLIC_URL);
	mustBe(entry, caller);
	const actor = actorOf(ctx, caller);
	const from = () => originOf(ctx, server.settings.TRUST_PROXY > 0);
	if (entry.limit) {
		// All servers' admins come from the bot's one address, so each counts by themselves.
		const address = isBot(caller) ? `bot ${actor}` : from().address;
		await server.limiter.take(entry.limit, { user: actor, address });
	}
	await readBody(ctx, entry);
	const input = checkInput(entry, { params: ctx['params'] as unknown, query: ctx.query, body: ctx.request.body });
	const managed = caller && entry.who === 'client' && !entry.guard ? await managedBy(server.guilds, caller) : [];
	if (entry.guild) mustManage({ caller, managed }, (input as { guildId: string }).guildId);

	let change: Change | undefined;
	let status = [entry.status ?? 200].flat()[0] as number;
	const committed: (() => void)[] = [];
	const call = {
		input,
		caller,
		requestId,
		server,
		managed,
		knex: server.db.knex,
		changed: (said: Change) => {
			change = said;
		},
		afterCommit: (work: () => void) => committed.push(work),
		answer: (chosen: number) => {
			status = chosen;
		},
		session: sessionHandle(ctx),
		idempotencyKey: entry.idempotent ? idempotencyKeyOf(ctx) : null,
		lastEventId: ctx.get('last-event-id') || null,
		header: (field: string, value: string) => ctx.set(field, value),
		from,
	};
	const handle = handlers[name] as unknown as Handler<CallName>;
	const run = async (knex: typeof server.db.knex) => handle({ ...call, knex });
	if (entry.shared && typeof entry.output === 'object') {
		const schema = entry.output;
		ctx.type = 'json';
		const text = await server.answers.get(`${name} ${JSON.stringify(input)}`, async () =>
			JSON.stringify(schema.parse(await run(server.db.knex))),
		);
		ctx.body = seesMasked(caller) ? maskWebhooks(text) : text;
		return;
	}
	const output = writes
		? await server.db.transaction(async (trx) => {
				committed.length = 0;
				const result = await run(trx);
				if (change) await AuditRow.query(trx).insert(auditRow(name, caller, actor, requestId, change));
				return result;
			})
		: await run(server.db.knex);
	if (!writes && change) await AuditRow.query(server.db.knex).insert(auditRow(name, caller, actor, requestId, change));
	if (entry.method !== 'GET' && !entry.reads) server.answers.forget();
	for (const work of committed) work();
	answerWith(ctx, entry, status, output);
	if (seesMasked(caller) && typeof ctx.body === 'string') ctx.body = maskWebhooks(ctx.body);
}

function answerWith(ctx: Context, entry: Endpoint, status: number, output: unknown): void {
	if (entry.output === 'redirect') {
		ctx.redirect(output as string);
		return;
	}
	ctx.status = status;
	if (entry.output === 'page') {
		const { type, body } = output as Page;
		ctx.type = type;
		ctx.body = body;
	} else if (entry.output === 'stream') {
		ctx.type = 'text/event-stream';
		// Told at once: neither we nor a proxy may hold it back.
		ctx.set({ 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
		ctx.body = Readable.from(output as AsyncIterable<string>, { objectMode: false });
		ctx.flushHeaders();
	} else {
		const body = entry.output.parse(output);
		ctx.type = 'json';
		// Here and once: who asks for the body's length would else write it out again.
		ctx.body = JSON.stringify(body);
	}
}

const LONGEST_KEY = 128;

/** @throws CallError 400 for a key that cannot be kept */
function idempotencyKeyOf(ctx: Context): string | null {
	const key = ctx.get('idempotency-key').trim();
	if (key.length > LONGEST_KEY)
		throw invalidInput({ 'Idempotency-Key': `must have at most ${LONGEST_KEY} characters` });
	return key || null;
}

/** What proxies add; ours may add any of them. */
const FORWARDING = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|(cf|true|x)-(client|connecting|cluster-client)-ip)$/;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** A local reverse proxy makes every caller loopback, so who sends a forwarding header is not believed to be. */
function originOf(ctx: Context, behindProxy: boolean): Origin {
	const socket = ctx.req.socket.remoteAddress ?? '';
	const forwarded = Object.keys(ctx.headers).some((name) => FORWARDING.test(name));
	const loopback = LOOPBACK.test(socket) && !forwarded;
	return { address: addressOf(ctx, behindProxy), loopback, bearer: bearerOf(ctx) };
}

function bearerOf(ctx: Context): string | null {
	const [, bearer = null] = /^Bearer +(\S+)$/i.exec(ctx.get('authorization')) ?? [];
	return bearer;
}

/** Who calls: a program by its token, or else a browser by its session. */
async function whoCalls(ctx: Context, { callers, sessions }: Server): Promise<Caller | null> {
	const bearer = bearerOf(ctx);
	return bearer ? callers.ofToken(bearer) : callers.ofSession(await sessionOf(ctx, sessions));
}

/** Who it is that acts: through the bot, the Discord user who gave the command. @throws CallError 400 */
function actorOf(ctx: Context, caller: Caller | null): string | null {
	const acting = ctx.get(ACTING_USER);
	if (!acting || !isBot(caller)) return caller?.discordId ?? null;
	if (!/^\d{17,20}$/.test(acting)) throw invalidInput({ [ACTING_USER]: 'must be a Discord id of 17 to 20 digits' });
	return acting;
}

function auditRow(
	action: string,
	caller: Caller | null,
	actor: string | null,
	requestId: string,
	{ target, guildId, before, after }: Change,
) {
	return {
		at: Date.now(),
		actor,
		via: isBot(caller) ? ('bot' as const) : (caller?.via ?? ('session' as const)),
		guildId: guildId ?? null,
		action,
		target: target.slice(0, 255),
		before: before === undefined ? null : JSON.stringify(before),
		after: after === undefined ? null : JSON.stringify(after),
		requestId,
	};
}

function sessionHandle(ctx: Context): SessionHandle {
	const holder = ctx as unknown as { session: { next?: string } | null };
	return {
		begin(next: string | undefined) {
			if (holder.session && next) holder.session.next = next;
			return '/connect/discord';
		},
		end() {
			holder.session = null;
		},
	};
}
