import { randomUUID } from 'node:crypto';
import { type Database, databaseClock, Grant } from '@dropwire/db';
import { backoff, chunks } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import { every } from '@dropwire/domain/jobs';
import { type DiscordBot, type Entitlement, ENTITLEMENTS_PAGE } from '../discord/bot.ts';
import type { Givers } from '../guilds/pausing.ts';
import { CallError } from '../http/errors.ts';
import type { Server } from '../http/context.ts';
import { type Stated, type Stored, storeStated } from './report.ts';

/** How often a process sees whether a reading is due, ms. An event is answered by its own process at once. */
const POLL_MS = 500;
/** A process that has not extended its lease for this long has stopped, ms. Rights follow a purchase within seconds, also then. */
const LEASE_MS = 2000;
/** How often a process that reads extends its lease, ms. */
const KEEP_MS = 500;
const pauseMs = backoff({ firstMs: 1000, maxMs: 60_000 });
/** Discord's ids have the ms since this moment in their upper bits (its documentation, "Snowflakes"). */
const DISCORD_EPOCH = 1_420_070_400_000;
/** Grants per transaction. */
const CHUNK = 50;
const ONE = { id: 1 };

/** Another process took the reading over, because this one had stopped for too long. */
class Overtaken extends Error {
	override name = 'Overtaken';
}

/** Keeps the grants of Discord's store equal to its list of entitlements. */
export interface EntitlementReading {
	/** Has the list read: an event says that it changed, and nothing else is taken from the event. */
	request(): Promise<void>;
	/** Null if no plan is sold there. */
	state(): Promise<{ readAt: number | null; problem: string | null } | null>;
	stop(): Promise<void>;
}

interface Options {
	db: Database;
	log: Server['log'];
	bot: Pick<DiscordBot, 'entitlements'> | null;
	applicationId: string;
	/** The time between two readings without an event, ms. */
	everyMs: number;
	givers: Givers;
	/** Called after grants changed. */
	onChanged(): void;
}

/**
 * Reads the whole list at the start, regularly, and after each event. One process reads at a time, and again if
 * events came during its reading. Only a reading of which every page was read replaces what is stored.
 */
export function readEntitlements(options: Options): EntitlementReading {
	const { db, log, bot, givers } = options;
	const { knex } = db;
	const reader = randomUUID();
	const plans = new Map(givers.plans.flatMap((plan) => (plan.discordSku ? [[plan.discordSku, plan] as const] : [])));
	const row = () => knex('entitlement_readings').where(ONE);
	// The clocks of the servers can differ.
	const clock = databaseClock(db);
	const leaseEnd = knex.raw('? + ?', [clock, LEASE_MS]);

	async function request(): Promise<void> {
		await knex('entitlement_readings').insert(ONE).onConflict('id').ignore();
		await row().increment('wanted', 1);
	}

	async function begin(): Promise<void> {
		const open = () => knex('grants').where({ provider: 'discord' }).whereNull('endedAt').first('id');
		if (plans.size > 0 || (await open())) await request();
	}

	/** Extends the lease. @throws Overtaken */
	async function keep(trx = knex): Promise<void> {
		const kept = await trx('entitlement_readings')
			.where({ ...ONE, reader })
			.update({ readerUntil: leaseEnd });
		if (kept === 0) throw new Overtaken();
	}

	async function readAll(signal: AbortSignal): Promise<Entitlement[]> {
		const all: Entitlement[] = [];
		if (bot === null || plans.size === 0) return all;
		let page: Entitlement[];
		do {
			signal.throwIfAborted();
			page = await bot.entitlements(options.applicationId, all.at(-1)?.id ?? null);
			all.push(...page.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)));
		} while (page.length >= ENTITLEMENTS_PAGE);
		return all;
	}

	/** Stores what differs, in transactions of this process's lease. @returns the number of changed grants */
	async function replace(all: readonly Entitlement[], reportedAt: number): Promise<number> {
		const stored = await Grant.query(knex).where({ provider: 'discord' });
		const changed = changesIn(stored, all, plans, reportedAt);
		for (const some of chunks(changed, CHUNK)) {
			await db.transaction(async (trx) => {
				for (const stated of some) await storeStated(trx, stated, givers, Date.now());
				// Last, because others wait for this row: without the lease, nothing is stored.
				await keep(trx);
			});
		}
		return changed.length;
	}

	/** Reads and stores the list, and extends the lease until then. */
	async function readWithLease(signal: AbortSignal, reportedAt: number): Promise<number> {
		// Without the lease, storing fails.
		const keeping = every(KEEP_MS, () => keep(), { onError: () => undefined });
		try {
			return await replace(await readAll(signal), reportedAt);
		} finally {
			await keeping.stop();
		}
	}

	async function work(signal: AbortSignal): Promise<void> {
		if (bot === null) return;
		const due = await row().first('*', knex.raw('? as ??', [clock, 'now']));
		if (!due || due.retryAt > due.now) return;
		const isOld = due.readAt === null || due.readAt + options.everyMs <= due.now;
		if (!isOld && due.wanted === due.done) return;
		const isFree = row().where((lease) => {
			// A longer lease was taken before the clock was set back.
			void lease.where('readerUntil', '<', clock).orWhere('readerUntil', '>', leaseEnd);
		});
		if ((await isFree.update({ reader, readerUntil: leaseEnd })) === 0) return;
		const { wanted } = (await row().first('wanted')) ?? due;
		const own = () => row().where({ reader });
		const reportedAt = Date.now();
		try {
			const changed = await readWithLease(signal, reportedAt);
			const fine = { failures: 0, failingSince: null, problem: null, retryAt: 0 };
			const read = { ...fine, done: wanted, readAt: due.now, readerUntil: 0 };
			await own().update(read);
			if (changed > 0) options.onChanged();
		} catch (error) {
			if (error instanceof Overtaken) return;
			if (signal.aborted) {
				await own().update({ readerUntil: 0 });
				return;
			}
			const failures = due.failures + 1;
			const waitMs = error instanceof CallError ? (error.retryAfter ?? 0) * 1000 : 0;
			await own().update({
				failures,
				failingSince: due.failingSince ?? due.now,
				problem: (error as Error).message.slice(0, 255),
				retryAt: knex.raw('? + ?', [clock, Math.max(waitMs, pauseMs(failures))]),
				readerUntil: 0,
			});
			log.warn({ err: error, failures }, "Discord's list of entitlements could not be read");
		}
	}

	const onError = (error: unknown) => log.error({ err: error }, 'reading entitlements failed');
	// Without a plan that is sold there, what was bought earlier ends.
	const job = every(plans.size > 0 ? POLL_MS : options.everyMs, work, { onError });
	if (bot !== null) void begin().then(() => job.now(), onError);
	return {
		async request() {
			await request();
			// Not awaited: the sender of the event waits for an answer.
			void job.now();
		},
		async state() {
			if (plans.size === 0) return null;
			const { readAt = null, problem = null } = (await row().first('readAt', 'problem')) ?? {};
			return { readAt, problem };
		},
		stop: () => job.stop(),
	};
}

/**
 * What the list states and is not stored. A grant that the list does not have was deleted or refunded, and ends now.
 * @param plans by their SKU at Discord
 */
export function changesIn(
	stored: readonly Stored[],
	all: readonly Entitlement[],
	plans: ReadonlyMap<string, Plan>,
	reportedAt: number,
): Stated[] {
	const known = new Map(stored.map((grant) => [grant.externalId, grant]));
	const listed = all.flatMap((one) => statedBy(one, plans.get(one.sku_id), known.get(one.id), reportedAt));
	const ids = new Set(listed.map(({ externalId }) => externalId));
	const gone = stored
		.filter(({ externalId, endedAt }) => endedAt === null && !ids.has(externalId))
		.map((grant) => ({ ...statedIn(grant), endsAt: earlier(grant.endsAt, reportedAt) }));
	// What goes on first: a plan that replaces another keeps servers from being paused.
	const inTurn = [...listed, ...gone].toSorted((a, b) => (b.endsAt ?? Infinity) - (a.endsAt ?? Infinity));
	return inTurn.flatMap((stated) => {
		const before = known.get(stated.externalId);
		if (before && TERMS.every((field) => before[field] === stated[field])) return [];
		// The list is right whatever the clock of the process was that read it before.
		return [{ ...stated, reportedAt: Math.max(reportedAt, (before?.reportedAt ?? 0) + 1) }];
	});
}

const TERMS = ['subject', 'subjectId', 'plan', 'startsAt', 'endsAt'] as const;

/** @returns nothing for an entitlement of no plan, or that names neither a person nor a server */
function statedBy(
	{ id, user_id, guild_id, deleted, starts_at, ends_at }: Entitlement,
	plan: Plan | undefined,
	known: Stored | undefined,
	reportedAt: number,
): Stated[] {
	const subjectId = guild_id ?? user_id;
	if (plan?.id === undefined || subjectId == null) return [];
	const endsAt = ends_at == null ? null : Date.parse(ends_at);
	// Its end stays the moment at which the deletion became known.
	const endOfDeleted = known?.endedAt == null ? earlier(endsAt, reportedAt) : known.endsAt;
	return [
		{
			provider: 'discord',
			externalId: id,
			subject: guild_id == null ? 'user' : 'guild',
			subjectId,
			payerId: guild_id == null ? null : (user_id ?? null),
			plan: plan.id,
			startsAt: starts_at == null ? Number(BigInt(id) >> 22n) + DISCORD_EPOCH : Date.parse(starts_at),
			endsAt: deleted ? endOfDeleted : endsAt,
			reportedAt,
		},
	];
}

function statedIn(grant: Stored): Stated {
	const { provider, externalId, subject, subjectId, payerId, plan, startsAt, endsAt, reportedAt } = grant;
	return { provider, externalId, subject, subjectId, payerId, plan, startsAt, endsAt, reportedAt };
}

function earlier(endsAt: number | null, now: number): number {
	return Math.min(endsAt ?? Infinity, now);
}
