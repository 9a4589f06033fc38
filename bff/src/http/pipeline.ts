import type Router from '@koa/router';
import { type CallName, contract, effectsOf, type Endpoint, limitOf } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';
import { maskWebhooksIn } from '@dropwire/domain';
import { traceIdOf } from '@dropwire/engine';
import type { Context, Middleware } from 'koa';
import { type AuditEntry, type GuildChange, viaOf, writeAudit } from './audit.ts';
import { type Caller, isActing, isBot, mustBeAllowed, mustBeSignedIn, seesMasked } from './auth.ts';
import { readBody } from './body.ts';
import type { Call, Handler, Handlers, Server } from './context.ts';
import { asBodyError } from './errorHandler.ts';
import { asCallError, type CallError } from './errors.ts';
import { type CallerGuilds, managedBy, mustManage } from './guilds.ts';
import { identify, identifyAgain, lockCaller, withPaidServers } from './identify.ts';
import { checkInput } from './input.ts';
import { isPublic } from './noStore.ts';
import { addressOf, mustHaveOrigin } from './origin.ts';
import { idempotencyKeyOf, originOf, RequestSession, type RequestState } from './request.ts';
import { etagOf, respond, revalidate } from './respond.ts';

/** What the pipeline serves calls with. */
interface Serving {
	handlers: Handlers;
	server: Server;
	guilds: CallerGuilds;
}

/**
 * Serves the entries of the contract. Every call goes through the same steps in the same order, invisible to its
 * handler.
 * @returns serves the calls whose path is exactly a fixed one of the contract, ahead of the router, which compares each
 *   path with every route
 */
export function serveCalls(router: Router, serving: Serving): Middleware {
	const { server } = serving;
	const fixed = new Map<string, (ctx: Context) => Promise<void>>();
	for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
		const answer = async (ctx: Context) => {
			const at = performance.now();
			try {
				await serve(ctx, name, entry, serving);
				server.calls.answered(name, ctx.status, performance.now() - at);
			} catch (error) {
				const rejection = asCallError(error, (ctx.state as RequestState).repeatable);
				server.calls.answered(name, rejection?.status ?? 500, performance.now() - at);
				if (rejection) await noteDenial(ctx, name, entry, rejection, server);
				const why = entry.auth.signed && (rejection ?? asBodyError(error));
				if (entry.auth.signed && why) await server.signatures.noteRejected(entry.auth.signed, why);
				throw error;
			}
		};
		router.register(entry.path, [entry.method], answer);
		if (!entry.path.includes(':')) fixed.set(`${entry.method} ${entry.path}`, answer);
	}
	return (ctx, next) => fixed.get(`${ctx.method} ${ctx.path}`)?.(ctx) ?? next();
}

/**
 * Records a 403 and a rejected command line sign-in in the audit log. The guard calls are not recorded: they only ask
 * who is signed in, and a member who opens a dashboard attempts nothing.
 */
async function noteDenial(ctx: Context, name: CallName, { auth }: Endpoint, rejection: CallError, server: Server) {
	const { requestId, caller = null } = ctx.state as RequestState;
	const isDenial = rejection.code === 'forbidden' && caller !== null && !auth.visitor;
	const isSignIn = auth.signsIn === true && rejection.code === 'invalid_input';
	if (!isDenial && !isSignIn) return;
	const actor = caller?.discordId ?? null;
	await server.denials.note({
		who: actor ?? addressOf(ctx, server.settings.TRUST_PROXY > 0),
		actor,
		botOwner: caller?.botOwner ?? null,
		via: viaOf(caller),
		action: name,
		reason: rejection.message,
		requestId,
	});
}

async function serve(ctx: Context, name: CallName, entry: Endpoint, serving: Serving): Promise<void> {
	const { handlers, server, guilds } = serving;
	const startedAt = Date.now();
	const state = ctx.state as RequestState;
	const { requestId } = state;
	state.path = entry.path;
	const { auth } = entry;
	const identified = auth.role === 'anyone' && !auth.identify ? null : await identify(ctx, server);
	// The bot vouches for the person's right in the server of their command, which is known with the input.
	const isCommand = auth.guild === true && isActing(identified) && identified?.own.serversPay === true;
	let caller = isCommand ? identified : await withPaidServers(identified, serving);
	state.caller = caller;
	if (auth.visitor && !caller) {
		ctx.type = 'text/plain';
		ctx.body = auth.visitor;
		return;
	}
	if (auth.role !== 'anyone') mustBeSignedIn(caller);
	// Another site can make a browser send its cookie. A program without a cookie has nothing to abuse.
	const byCookie = caller?.via !== 'token' && ctx.get('cookie') !== '';
	if (entry.method !== 'GET' && byCookie) mustHaveOrigin(ctx, server.settings.PUBLIC_URL);
	if (!isCommand) mustBeAllowed(entry, caller, server.settings);
	await countCall(ctx, entry, caller, server);
	await readBody(ctx, entry, auth.signed && server.signatures.checkOf(auth.signed));
	const input = checkInput(entry, { params: ctx['params'] as unknown, query: ctx.query, body: ctx.request.body });
	const mayHaveGuilds = auth.guilds && caller?.access != null;
	const guildId = auth.guild && (input as { guildId: string }).guildId;
	if (isCommand) {
		state.caller = caller = await withPaidServers(caller, { ...serving, guildId: guildId || null });
		mustBeAllowed(entry, caller, server.settings);
	}
	const usesGuilds = auth.guild || mayHaveGuilds || (auth.role === 'client' && !auth.visitor);
	const managed = caller && usesGuilds ? await managedBy(guilds, caller) : [];
	if (guildId) mustManage({ caller, managed }, guildId);

	const idempotencyKey = entry.idempotent ? idempotencyKeyOf(ctx) : null;
	state.repeatable = entry.repeatable === true || idempotencyKey !== null || effectsOf(entry) === 'none';
	const changes: GuildChange[] = [];
	const followUps: AuditEntry[] = [];
	const afterCommit: (() => void)[] = [];
	let status = [entry.status ?? 200].flat()[0] as number;
	/**
	 * Writes the change's audit rows, and records that the caller manages the guild that the change is about.
	 * @param trx the transaction of the change; undefined after a call without one
	 */
	const account = async (trx?: Knex.Transaction) => {
		const made = changes.splice(0);
		// The compiler has checked in the handler which calls can name a guild.
		const own = made.map((change) => ({ ...change, action: name })) as AuditEntry[];
		const entries = [...own, ...followUps.splice(0)];
		await writeAudit(trx ?? server.db.knex, { caller, requestId }, entries);
		// An operators' call changes what belongs to a guild, but does not manage the guild.
		const changed = auth.role === 'admin' ? undefined : made.find((change) => change.guildId);
		const used = guildId || changed?.guildId;
		const acts = entry.method !== 'GET' || isActing(caller);
		if (acts && used) await guilds.noteUse({ entry, caller, requestId, managed, guildId: used }, trx);
	};
	const transaction: Call<CallName>['transaction'] = (work) =>
		server.db.transaction(async (trx) => {
			// A retried transaction starts from the beginning.
			afterCommit.length = changes.length = followUps.length = 0;
			await lockCaller(trx, { entry, caller, server });
			const result = await work(trx);
			await account(trx);
			return result;
		});
	const call = {
		input,
		caller,
		requestId,
		server,
		logQueued(ids: object, message: string) {
			const traceparent = ctx.get('traceparent');
			server.log.info({ requestId, traceId: traceIdOf(traceparent), call: name, ...ids }, message);
			server.traces?.queued({ call: name, ids, traceparent, startedAt });
		},
		managed,
		transaction,
		audit: (change: GuildChange) => void changes.push(change),
		auditFollowUp: (row: AuditEntry) => void followUps.push(row),
		reauthorize: () => identifyAgain(ctx, entry, serving),
		afterCommit: (work: () => void) => afterCommit.push(work),
		answer: (chosen: number) => {
			status = chosen;
		},
		onClose: (work: () => void) => (ctx.res.closed ? work() : void ctx.res.once('close', work)),
		session: new RequestSession(ctx, server.sessions),
		idempotencyKey,
		lastEventId: ctx.get('last-event-id') || null,
		webhookId: auth.signed ? ctx.get('webhook-id') : null,
		header: (field: string, value: string) => ctx.set(field, value),
		origin: () => originOf(ctx, server.settings.TRUST_PROXY > 0),
	};
	// The entry determines the handler and its types; the compiler has already checked them in `Handlers`.
	const handle = handlers[name] as (call: unknown) => ReturnType<Handler<CallName>>;
	const run = async (knex: typeof server.db.knex) => handle({ ...call, knex });
	if (entry.cache && typeof entry.output === 'object') {
		const schema = entry.output;
		const text = await server.responses.get(`${name} ${JSON.stringify(input)}`, async () =>
			JSON.stringify(schema.parse(await run(server.db.knex))),
		);
		ctx.type = 'json';
		ctx.body = seesMasked(caller) ? maskWebhooksIn(text) : text;
		if (isPublic(entry)) revalidate(ctx, etagOf(text));
		await account();
		return;
	}
	const effects = effectsOf(entry);
	const output = effects === 'transaction' ? await transaction(run) : await run(server.db.knex);
	if (effects !== 'transaction') await account();
	if (effects !== 'none') server.responses.forget();
	for (const work of afterCommit) work();
	respond(ctx, entry, status, output);
	if (seesMasked(caller) && typeof ctx.body === 'string') ctx.body = maskWebhooksIn(ctx.body);
}

/** Counts the call towards its rate limit. @throws CallError 429 */
async function countCall(ctx: Context, entry: Endpoint, caller: Caller | null, server: Server): Promise<void> {
	const limit = limitOf(entry, caller?.access?.admin === true);
	if (!limit) return;
	const user = caller?.discordId ?? null;
	// The bot has one address for people of all guilds, so each person counts as a separate address.
	const address = isBot(caller) ? `bot ${user}` : addressOf(ctx, server.settings.TRUST_PROXY > 0);
	await server.limiter.take(limit, { user, address });
}
