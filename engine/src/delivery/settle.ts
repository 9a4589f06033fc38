import type { Outcome } from './discord/outcome.ts';
import type { Job, Lane } from './lane.ts';
import type { Finished } from './record.ts';

/** What one attempt came to, Discord's outcomes and our own reasons not to try: too old, or held beyond the lease. */
export type Verdict = Outcome | { kind: 'expired' } | { kind: 'overdue' };

/** What it means for the delivery's row, for the webhook, and for what comes next. */
export interface Settled {
	lane: Lane;
	/** The row as it stands now; null when nothing about it changed. */
	finished: Finished | null;
	/** The head is done; else it stays first. */
	advance: boolean;
	/** Not before this time again, epoch ms; 0 at once. */
	goOnAt: number;
	/** Discord will never take anything for this webhook again. */
	dead: string | null;
}

/**
 * Sorts an attempt by what comes next. A limit is not an attempt. A failure is tried again while the message is fresh.
 * @param expiresAt when the message is stale
 * @param pause ms until the next try after so many failures in a row
 */
export function settle(
	lane: Lane,
	job: Job,
	verdict: Verdict,
	{
		now,
		readyAt,
		expiresAt,
		pause,
	}: { now: number; readyAt: number; expiresAt: number; pause: (failures: number) => number },
): Settled {
	const attempts = job.attempts + 1;
	const row = {
		deliveryId: job.id,
		webhookId: lane.webhookId,
		attempts,
		reason: null,
		sentAt: null,
		discordMessageId: null,
	};
	const done = (finished: Finished, dead: string | null = null): Settled => ({
		lane,
		finished,
		advance: true,
		goOnAt: readyAt,
		dead,
	});
	switch (verdict.kind) {
		case 'sent':
			return done({ ...row, status: 'sent', sentAt: now, discordMessageId: verdict.messageId });
		case 'refused':
			return done({ ...row, status: 'failed', reason: verdict.reason });
		case 'dead':
			return done({ ...row, status: 'failed', reason: verdict.reason }, verdict.reason);
		case 'expired': {
			const reason = job.reason ? `Too old to try again. ${job.reason}` : 'Too old by the time it could be sent';
			return done({ ...row, attempts: job.attempts, status: 'expired', reason });
		}
		case 'overdue':
			return { lane, finished: null, advance: false, goOnAt: 0, dead: null };
		case 'limited':
			return { lane, finished: null, advance: false, goOnAt: now + verdict.waitMs, dead: null };
		case 'retry': {
			const goOnAt = Math.ceil(now + pause(attempts));
			if (goOnAt >= expiresAt) {
				return done({ ...row, status: 'expired', reason: `Too old to try again. ${verdict.reason}` });
			}
			const finished: Finished = { ...row, status: 'retrying', reason: verdict.reason };
			return { lane, finished, advance: false, goOnAt, dead: null };
		}
	}
}
