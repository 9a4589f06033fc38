import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type CallName, contract } from '../../contract/index.ts';
import { AuditRow } from '@dropwire/db';
import { mustHaveOrigin } from './origin.ts';
import type { Change, Handler, Handlers, Server } from './call.ts';
import { type Caller, mustBe, mustBeSignedIn } from './caller.ts';
import { checkInput } from './input.ts';
import { managedBy, mustManage } from '../guilds/rights.ts';

/** What the chain before has put on the request. */
export interface CallState {
	requestId: string;
	caller: Caller | null;
}

/** Serves every entry of the contract: the same steps in the same order for all, none of them seen by a handler. */
export function serveCalls(router: Router, handlers: Handlers, server: Server): void {
	for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
		router.register(entry.path, [entry.method], (context) => serve(context, name, entry, handlers, server));
	}
}

async function serve(ctx: Context, name: CallName, entry: Endpoint, handlers: Handlers, server: Server): Promise<void> {
	const { requestId, caller } = ctx.state as CallState;
	if (entry.guard && !caller) {
		ctx.type = 'text/plain';
		ctx.body = 'unauthorized';
		return;
	}
	const writes = entry.method !== 'GET' && !entry.reads;
	if (entry.who !== 'anyone') mustBeSignedIn(caller);
	if (entry.method !== 'GET' && caller?.via !== 'token') mustHaveOrigin(ctx, server.settings.PUBLIC_URL);
	mustBe(entry.who, caller, entry.method);
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
		session: sessionOf(ctx),
	};
	const handle = handlers[name] as unknown as Handler<CallName>;
	const run = async (knex: typeof server.db.knex) => handle({ ...call, knex });
	const output = writes
		? await server.db.transaction(async (trx) => {
				committed.length = 0;
				const result = await run(trx);
				if (change) await AuditRow.query(trx).insert(auditRow(name, caller, requestId, change));
				return result;
			})
		: await run(server.db.knex);
	for (const work of committed) work();
	if (entry.output === 'redirect') {
		ctx.redirect(output as unknown as string);
		return;
	}
	ctx.status = status;
	ctx.body = entry.output.parse(output);
}

function auditRow(action: string, caller: Caller | null, requestId: string, { target, before, after }: Change) {
	return {
		at: Date.now(),
		actor: caller?.discordId ?? null,
		via: caller?.via ?? ('session' as const),
		action,
		target: target.slice(0, 255),
		before: before === undefined ? null : JSON.stringify(before),
		after: after === undefined ? null : JSON.stringify(after),
		requestId,
	};
}

function sessionOf(ctx: Context) {
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
