import { Account, type Database, databaseClock, type Knex, type StoredRow, Watch } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { writeAudit } from '../http/audit.ts';
import { hasAccess } from '../http/auth.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { linkedRolesChanged, openTokens, sealTokens } from './connections.ts';
import type { RoleFacts } from './metadata.ts';
import type { RoleAnswer, RoleApi } from './roleApi.ts';

/** With the time at which it was read, by the database's clock: the clocks of the servers can differ. */
type Row = StoredRow<'linked_roles'> & { now: number };

/** How often the people who are due are read, ms: one statement over the head of an index. */
const EVERY_MS = 500;
/** People who are read, and worked on, at a time. */
const BATCH = 8;
/** How long a process has for one person, ms: four requests with their timeouts. */
const CLAIM_MS = 60_000;
/** People for whom nothing is known to have changed are compared this often, ms. */
const RECHECK_MS = 86_400_000;
const pauseMs = backoff({ firstMs: 2000, maxMs: 600_000 });
/** Attempts to have Discord forget a person, over half an hour. Then the tokens are deleted without its answer. */
const MAX_LEAVING = 10;
const LONGEST_REASON = 255;

export interface PushOptions {
	db: Database;
	log: Logger;
	auth: Pick<Authenticator, 'accessOf'>;
	api: RoleApi;
}

/**
 * Sends Discord what changed for linked roles. Each process looks for people who are due; a claim in the row lets one work on
 * a person, and what the claim no longer covers is not recorded.
 */
export function startPushing(options: PushOptions): Job {
	let pausedUntil = 0;
	return every(
		EVERY_MS,
		async (signal) => {
			let isMore = true;
			while (isMore && !signal.aborted && performance.now() >= pausedUntil) {
				const due = await dueRows(options.db);
				const answers = await Promise.all(due.map((row) => pushOne(options, row)));
				for (const answer of answers) {
					if (answer?.kind === 'wait' && answer.all) pausedUntil = performance.now() + answer.waitMs;
				}
				isMore = due.length === BATCH;
			}
		},
		{ onError: (error) => options.log.error({ err: error }, 'pushing linked roles failed') },
	);
}

async function dueRows(db: Database): Promise<Row[]> {
	const clock = databaseClock(db);
	return db
		.knex('linked_roles')
		.select('*', db.knex.raw('? as ??', [clock, 'now']))
		.where('dueAt', '<=', clock)
		.where('claimedUntil', '<', clock)
		.orderBy(['dueAt', 'discordId'])
		.limit(BATCH);
}

/** Works on one person. @returns Discord's answer; null if nothing was asked or another process has the claim */
async function pushOne({ db, log, auth, api }: PushOptions, row: Row): Promise<RoleAnswer | null> {
	const { knex, vault } = db;
	const { discordId, dueAt, sealed, now } = row;
	const claim = { discordId, claimedUntil: now + CLAIM_MS };
	const seen = { discordId, dueAt, claimedUntil: row.claimedUntil };
	if ((await knex('linked_roles').where(seen).update({ claimedUntil: claim.claimedUntil })) === 0) return null;
	const own = () => knex('linked_roles').where(claim);
	/** A change during the request stays due. */
	const finish = (change: object, waitMs: number | null) =>
		own().update({
			...change,
			claimedUntil: 0,
			dueAt: knex.raw('case when ?? = ? then ? + ? else ?? end', ['dueAt', dueAt, databaseClock(db), waitMs, 'dueAt']),
		});

	let tokens = sealed === null ? null : openTokens(vault, discordId, sealed);
	if (tokens === null) {
		await finish({}, null);
		return null;
	}
	const facts = row.leaving ? null : await factsOf(knex, auth, discordId);
	const wanted = JSON.stringify(facts);
	if (facts !== null && wanted === row.pushed) {
		await finish({ failures: 0, reason: null }, RECHECK_MS);
		return null;
	}
	const username = facts === null ? '' : await usernameOf(knex, discordId);
	/** Whether Discord may have got what it did not confirm. */
	let isOpen = false;
	const ask = async (access: string) => {
		const asked = await (facts === null ? api.forget(access) : api.put(access, username, facts));
		isOpen = asked.kind === 'unclear';
		return asked;
	};
	// From here on it is not known what Discord has, also if this process is killed before the answer.
	if (row.pushed !== null) await own().update({ pushed: null });
	let answer: RoleAnswer = tokens.expiresAt > now ? await ask(tokens.access) : { kind: 'refused', reason: 'expired' };
	if (answer.kind === 'refused') {
		const renewed = await api.refresh(tokens.refresh);
		if (renewed.kind === 'done') {
			tokens = renewed.value;
			// Discord accepts a refresh token once: without this row the connection would be lost.
			await own().update({ sealed: sealTokens(vault, discordId, tokens) });
			answer = await ask(tokens.access);
		} else answer = renewed;
	}
	const failures = row.failures + 1;
	const isSettled = answer.kind === 'done' || answer.kind === 'refused';
	let recorded: number;
	if (facts === null && (isSettled || failures >= MAX_LEAVING)) {
		recorded = await own().delete();
	} else if (answer.kind === 'done') {
		recorded = await finish({ failures: 0, reason: null, pushed: wanted, pushedAt: Date.now() }, RECHECK_MS);
	} else if (answer.kind === 'refused') {
		recorded = await end(db, { discordId, claim, reason: answer.reason });
	} else {
		const waitMs = answer.kind === 'wait' ? answer.waitMs : pauseMs(failures);
		if (!isOpen) await own().where({ dueAt }).update({ pushed: row.pushed });
		recorded = await finish({ failures, reason: answer.reason.slice(0, LONGEST_REASON) }, waitMs);
		if (answer.kind === 'unclear') log.warn({ reason: answer.reason, failures }, 'linked roles could not be pushed');
	}
	// Another process took the row over while this one was stopped: of both requests, Discord can have got the older one last.
	if (recorded === 0) await linkedRolesChanged(knex, [discordId], { again: true });
	return answer;
}

/** Discord has refused the tokens: they are deleted, and the account page says that the connection has ended. @returns the number of rows */
async function end(
	db: Database,
	{ discordId, claim, reason }: { discordId: string; claim: object; reason: string },
): Promise<number> {
	return db.transaction(async (trx) => {
		const ended = { sealed: null, dueAt: null, claimedUntil: 0, endedAt: Date.now(), pushed: null, pushedAt: null };
		const count = await trx('linked_roles')
			.where(claim)
			.update({ ...ended, reason: reason.slice(0, LONGEST_REASON) });
		if (count === 0) return 0;
		const entry = { action: 'linkedRolesEnded', target: `user ${discordId}` };
		await writeAudit(trx, { caller: null, requestId: null }, [entry]);
		return count;
	});
}

async function factsOf(knex: Knex, auth: PushOptions['auth'], discordId: string): Promise<RoleFacts> {
	const [access, watches] = await Promise.all([
		auth.accessOf(discordId),
		Watch.query(knex).where({ discordId }).resultSize(),
	]);
	const client = hasAccess({ access });
	return { client, premium: client && (access?.admin === true || access?.roles.includes('premium') === true), watches };
}

async function usernameOf(knex: Knex, discordId: string): Promise<string> {
	return (await Account.query(knex).findById(discordId).select('username'))?.username ?? discordId;
}
