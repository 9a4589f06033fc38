import type { Knex } from '@dropwire/db';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The deliveries that ended in a minute. */
export interface OutcomesOfMinute {
	/** The start of the minute, epoch ms. */
	minute: number;
	sent: number;
	/** Edits of sent messages, which are not messages sent. */
	edited: number;
	failed: number;
	expired: number;
}

/** The outcomes of the current minute and the `minutes - 1` before it. Minutes without an outcome are missing. */
export async function recentOutcomes(knex: Knex, now: number, minutes: number): Promise<OutcomesOfMinute[]> {
	// Sums are texts on MySQL.
	const rows: Record<keyof OutcomesOfMinute, unknown>[] = await knex('outcome_minutes')
		.where('minute', '>=', firstMinute(now, minutes))
		.groupBy('minute')
		.select('minute')
		.sum({ sent: 'sent', edited: 'edited', failed: 'failed', expired: 'expired' });
	return rows.map(({ minute, sent, edited, failed, expired }) => ({
		minute: Number(minute),
		sent: Number(sent),
		edited: Number(edited),
		failed: Number(failed),
		expired: Number(expired),
	}));
}

/** The messages that were sent, and given up, in an hour. */
export interface OutcomesOfHour {
	/** The start of the hour, epoch ms. */
	at: number;
	sent: number;
	failed: number;
}

/** The outcomes of the current hour and the `hours - 1` before it, oldest first, also of hours without any. */
export async function hourlyOutcomes(knex: Knex, now: number, hours: number): Promise<OutcomesOfHour[]> {
	const first = now - (now % HOUR) - (hours - 1) * HOUR;
	// Sums are texts on MySQL.
	const rows: Record<'hour' | 'sent' | 'failed' | 'expired', unknown>[] = await knex('outcome_minutes')
		.where('minute', '>=', first)
		.groupBy('hour')
		.select({ hour: knex.raw('?? - ?? % ?', ['minute', 'minute', HOUR]) })
		.sum({ sent: 'sent', failed: 'failed', expired: 'expired' });
	const found = new Map(rows.map((row) => [Number(row.hour), row]));
	return Array.from({ length: hours }, (_, n) => {
		const at = first + n * HOUR;
		const row = found.get(at);
		return { at, sent: Number(row?.sent ?? 0), failed: Number(row?.failed ?? 0) + Number(row?.expired ?? 0) };
	});
}

/** The start of the first of the latest `minutes`, of which the current one is the last. */
export function firstMinute(now: number, minutes: number): number {
	return now - (now % MINUTE) - (minutes - 1) * MINUTE;
}
