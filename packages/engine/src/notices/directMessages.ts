import { type Database, databaseClock, type Knex, readDatabaseClock } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import { CLOCK_JUMP_MS } from '../delivery/databaseTime.ts';

/** Whom a direct message with a new person is opened for: their watches, or a message about their access. */
export type OpeningPurpose = 'watch' | 'access';

/** The window of the budget, ms. */
const WINDOW_MS = 600_000;
/** How long an opening for one purpose lets one for the other go first, ms. */
const TURN_MS = 60_000;
/** Pauses while Discord lets the application open none. */
const pauseMs = backoff({ firstMs: 600_000, maxMs: 6 * 3_600_000 });
const LONGEST_REASON = 255;

/** The row that all processes share. */
const STATE = { id: 1 } as const;

/**
 * Takes the opening of a direct message with a possibly new person from the budget of the application, which all processes
 * share. Commit it before Discord is asked: a call that is lost or rejected counts, too.
 * @param perTenMinutes the budget
 * @returns whether it can be opened now
 */
export async function takeOpening(
	trx: Knex.Transaction,
	purpose: OpeningPurpose,
	perTenMinutes: number,
): Promise<boolean> {
	const { now, pausedUntil } = await lockState(trx);
	if (pausedUntil > now) return false;
	await trx('direct_openings')
		.where('at', '<=', now - WINDOW_MS)
		.delete();
	const taken = await trx('direct_openings').orderBy('id', 'desc').limit(perTenMinutes).select('at', 'purpose');
	if (taken.length >= perTenMinutes) return false;
	const [last] = taken;
	const isTheirTurn = last?.purpose === purpose && last.at > now - TURN_MS && (await isWaiting(trx, purpose, now));
	if (isTheirTurn) return false;
	await trx('direct_openings').insert({ at: now, purpose });
	return true;
}

/** Remembers the channel of a person's direct messages: Discord is not asked for it again. */
export async function rememberDirect(knex: Knex, discordId: string, directId: string): Promise<void> {
	await knex('watch_places').insert({ discordId, directId }).onConflict('discordId').merge(['directId']);
	await endPauses(knex);
}

/** Discord has opened a direct message: the next pause is a short one again. */
export async function endPauses(knex: Knex): Promise<void> {
	await knex('direct_messages')
		.where(STATE)
		.where('pauses', '>', 0)
		.update({ pauses: 0, pausedUntil: 0, reason: null });
}

/** Whether the other purpose has somebody to open a direct message with. */
async function isWaiting(trx: Knex, purpose: OpeningPurpose, now: number): Promise<boolean> {
	const other =
		purpose === 'access'
			? unopened(trx, now).first('n.id')
			: trx('bot_notices as b')
					.leftJoin('watch_places as p', 'p.discordId', 'b.discordId')
					.where({ 'b.status': 'pending' })
					.where('b.notBefore', '<=', now)
					.whereNotNull('b.discordId')
					.whereNull('p.directId')
					.first('b.id');
	return (await other) !== undefined;
}

/** The notices (`n`) that wait for direct messages that were never opened, of people (`p`) who can be reached. */
export function unopened(knex: Knex, now: number): Knex.QueryBuilder {
	return knex('watch_notices as n')
		.join('watch_places as p', 'p.discordId', 'n.discordId')
		.where({ 'n.status': 'queued' })
		.whereNull('p.directId')
		.where('p.unreachableUntil', '<=', now)
		.where((direct) => void direct.whereNull('p.guildId').orWhere('p.directUntil', '>', now));
}

const TOO_FAST: readonly (number | null)[] = [40_003, 20_026];

/** Whether Discord lets the application write no direct messages at the moment: that says nothing about the person. */
export function isTooFast({ code }: { code: number | null }): boolean {
	return TOO_FAST.includes(code);
}

/** Discord lets the application open no direct messages (40003, 20026): pauses all openings, longer each time in a row. */
export async function pauseOpenings(trx: Knex.Transaction, reason: string): Promise<void> {
	const { now, pausedUntil, pauses } = await lockState(trx);
	// An answer to a call that was on its way when the pause began.
	if (pausedUntil > now) return;
	await trx('direct_messages')
		.where(STATE)
		.update({ pausedUntil: now + pauseMs(pauses + 1), pauses: pauses + 1, reason: reason.slice(0, LONGEST_REASON) });
}

/** Why the application can open no direct messages at the moment, and until when; null if it can. */
export async function openingPause(knex: Knex, now: number): Promise<{ until: number; reason: string } | null> {
	const row = await knex('direct_messages').where(STATE).where('pausedUntil', '>', now).first('pausedUntil', 'reason');
	return row ? { until: row.pausedUntil, reason: row.reason ?? '' } : null;
}

/** How long a process sends notices without renewing it, ms: then another one does. */
const SENDER_LEASE_MS = 15_000;

/** Makes this process the one that sends personal notices, or keeps it. @returns false while another one is */
export async function holdSender({ knex }: Pick<Database, 'knex'>, worker: string): Promise<boolean> {
	const clock = databaseClock({ knex });
	const after = (ms: number) => knex.raw('? + ?', [clock, ms]);
	const longest = after(SENDER_LEASE_MS + CLOCK_JUMP_MS);
	const hold = () =>
		knex('direct_messages')
			.where(STATE)
			// A lease that is longer than any dates from before the clock was set back.
			.where((free) => {
				void free.where({ sender: worker }).orWhere('senderUntil', '<', clock).orWhere('senderUntil', '>', longest);
			})
			.update({ sender: worker, senderUntil: after(SENDER_LEASE_MS) });
	if ((await hold()) > 0) return true;
	await knex('direct_messages').insert(STATE).onConflict('id').ignore();
	return (await hold()) > 0;
}

/** Lets another process send at once. */
export async function releaseSender({ knex }: Pick<Database, 'knex'>, worker: string): Promise<void> {
	await knex('direct_messages')
		.where({ ...STATE, sender: worker })
		.update({ senderUntil: 0 });
}

async function lockState(trx: Knex): Promise<{ now: number; pausedUntil: number; pauses: number }> {
	await trx('direct_messages').insert(STATE).onConflict('id').ignore();
	const row = await trx('direct_messages').where(STATE).forUpdate().first('pausedUntil', 'pauses');
	const { pausedUntil = 0, pauses = 0 } = row ?? {};
	return { pausedUntil, pauses, now: await readDatabaseClock({ knex: trx }) };
}
