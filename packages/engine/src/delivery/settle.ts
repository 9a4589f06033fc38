import type { Outcome } from '../discord/sender.ts';
import type { Job, Lane } from './lane.ts';
import type { Finished } from './record.ts';

/** The result of one attempt: Discord's response, or the reason for not sending: too old, or the lease has expired. */
export type Verdict = Outcome | { kind: 'expired' } | { kind: 'overdue' };

/** The effects of an attempt on the delivery's row, the webhook and the next job. */
export interface Settled {
	lane: Lane;
	/** The new state of the row; null if it did not change. */
	finished: Finished | null;
	/** Whether the job leaves the lane, because it is done or lets later jobs go first. Otherwise it stays first. */
	advance: boolean;
	/** Send nothing to this webhook before this time (monotonic clock). */
	resumeAt: number;
	/** How long the webhook's edits wait, ms. Until then, this process holds none of them in memory. */
	editsWaitMs: number;
	/** Why Discord orders a wait; null if it orders none. */
	waitReason: string | null;
	/** Whether Discord blocks the IP address: other webhooks go first when it is tried again. */
	blocked: boolean;
	/** The reason why Discord will never accept a message for this webhook again; null otherwise. */
	dead: string | null;
}

/** A message that has failed for longer than this lets later messages go first, ms. */
const BLOCKS_AT_MOST_MS = 60_000;

export interface Attempt {
	/** How long to wait before the next request of this kind to this webhook, as ordered by Discord, ms. */
	busyMs: number;
	/** The time until the message expires, ms. */
	freshForMs: number;
	/** When the attempt started, epoch ms. */
	startedAt: number;
	/** The maximum duration of one attempt, ms. */
	timeoutMs: number;
	/** Returns the pause after this many consecutive failures, ms. */
	pause(failures: number): number;
}

const REPLACED = 'A newer state was queued while it could not be sent';
/** Why a webhook waits after a message that was accepted. */
export const USED_UP = 'Discord accepts no more of them for now (X-RateLimit-Remaining: 0)';

/**
 * Decides what follows an attempt. A rate limit does not count as an attempt. A failure is retried until the message
 * expires. What delays an edit delays the webhook's edits only: new messages never wait for them.
 */
export function settle(lane: Lane, job: Job, verdict: Verdict, attempt: Attempt): Settled {
	const attempts = job.attempts + 1;
	const isEdit = job.target !== null;
	const row: Finished = {
		deliveryId: job.id,
		queuedAt: job.queuedAt,
		webhookId: lane.webhookId,
		status: 'failed',
		attempts,
		reason: null,
		sentAt: null,
		discordMessageId: null,
		failingSince: job.failingSince,
		retryInMs: null,
		post: null,
		edit: isEdit,
		replaces: job.editOf !== null && !isEdit,
	};
	/** @param waitMs how long requests of this kind wait */
	const after = (waitMs: number, waitReason: string | null): Omit<Settled, 'finished' | 'advance' | 'dead'> => ({
		lane,
		resumeAt: performance.now() + (isEdit ? 0 : waitMs),
		editsWaitMs: isEdit ? waitMs : 0,
		waitReason: waitMs > 0 ? waitReason : null,
		blocked: false,
	});
	const done = (finished: Finished, dead: string | null = null): Settled => ({
		...after(attempt.busyMs, USED_UP),
		finished,
		advance: true,
		dead,
	});
	const stays = (waitMs: number, reason: string | null = null, changed: Finished | null = null): Settled => ({
		...after(waitMs, reason),
		finished: changed,
		advance: false,
		dead: null,
	});
	switch (verdict.kind) {
		case 'sent':
			return done({
				...row,
				status: 'sent',
				sentAt: Date.now(),
				discordMessageId: verdict.messageId,
				post: postOf(job, verdict.channelId),
			});
		case 'sendNew':
			return stays(0);
		case 'postGone':
		case 'isForum':
		case 'decorated':
			// Sent again in another form, without waiting longer than Discord orders.
			return stays(isEdit ? 0 : attempt.busyMs, USED_UP);
		case 'refused':
			return done({ ...row, reason: verdict.reason });
		case 'dead':
			return done({ ...row, reason: verdict.reason }, verdict.reason);
		case 'expired': {
			const reason = job.reason ? `Too old to try again. ${job.reason}` : 'Too old by the time it could be sent';
			return done({ ...row, attempts: job.attempts, status: 'expired', reason });
		}
		case 'overdue':
			return stays(0);
		case 'limited':
			if (verdict.scope === 'address') return { ...stays(0), blocked: true };
			return stays(verdict.waitMs, verdict.reason);
		case 'retry': {
			const waitMs = Math.ceil(attempt.pause(attempts));
			if (waitMs >= attempt.freshForMs) {
				return done({ ...row, status: 'expired', reason: `Too old to try again. ${verdict.reason}` });
			}
			const failingSince = job.failingSince ?? attempt.startedAt;
			const finished: Finished = { ...row, status: 'retrying', reason: verdict.reason, failingSince };
			if (!blocksTooLong(failingSince, waitMs + attempt.timeoutMs)) return stays(waitMs, verdict.reason, finished);
			// A later attempt would put the older state over the newer one.
			const isReplaced = isEdit && lane.jobs.some((other) => other !== job && other.editOf === job.editOf);
			if (isReplaced) return done({ ...finished, status: 'expired', reason: `${REPLACED}. ${verdict.reason}` });
			return done({ ...finished, retryInMs: waitMs });
		}
	}
}

/** The forum post that a message is in; null for other messages. */
function postOf({ overlay, target }: Job, channelId: string | null): Finished['post'] {
	const product = overlay?.post?.product;
	return product === undefined || channelId === null || target !== null ? null : { product, postId: channelId };
}

/** Whether a failing message would delay later messages for too long by the end of its next attempt. */
function blocksTooLong(failingSince: number, nextTakesMs: number): boolean {
	const failingForMs = Date.now() - failingSince;
	// Negative: the clock was set back, so the duration is unknown.
	return failingForMs < 0 || failingForMs + nextTakesMs > BLOCKS_AT_MOST_MS;
}
