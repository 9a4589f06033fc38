import type { Logger } from 'pino';
import type { AddressBudget } from '../discord/budget.ts';
import { withoutPaths } from '../discord/decoration.ts';
import { LoneBlocks } from '../discord/loneBlocks.ts';
import { createSender, type Outcome, type Sender, type SendRequest } from '../discord/sender.ts';
import { applyOverlay, type WebhookBody, withoutSender } from '../message/body.ts';
import type { Egress } from '../process/egress.ts';
import type { AttemptFacts, Traces } from '../process/traces.ts';
import { retryPause } from '../process/retryPause.ts';
import type { DeliveryMetrics } from './deliveryMetrics.ts';
import { assignTarget, bodyOf } from './edits.ts';
import { assignPost, leavePost } from './forumPosts.ts';
import { ownerOf } from './heldLanes.ts';
import type { Journal } from './journal.ts';
import { type Job, type Lane, leaseLeftMs, type Outgoing } from './lane.ts';
import type { Bucket } from './buckets.ts';
import { settle, type Settled, type Verdict } from './settle.ts';
import type { SharedLimits } from './sharedLimits.ts';

/** The maximum number of requests whose answers are not in the journal: if the process is killed, at most these are repeated. */
const MAX_UNANSWERED = 40;
/**
 * The maximum including slow requests: `MAX_UNANSWERED` does not count requests unanswered for longer than `SLOW_MS`.
 */
const CONNECTIONS = 128;
const SLOW_MS = 1000;
/** The maximum number of requests started but not recorded. */
const MAX_IN_FLIGHT = 512;
/**
 * The timeout for a response from Discord, ms; also the maximum time a stopping process waits for requests in progress.
 */
const DISCORD_TIMEOUT_MS = 15_000;

export interface AttemptsOptions {
	log: Logger;
	discordUrl: string;
	/** The address that requests are sent from. */
	egress?: Egress | undefined;
	/** The timeout for a response from Discord, ms. */
	timeoutMs?: number | undefined;
	/** Returns the pause after this many consecutive failures, ms. */
	pause?: ((failures: number) => number) | undefined;
	budget: AddressBudget;
	shared: SharedLimits;
	metrics: DeliveryMetrics;
	/** Null or unset for none. */
	traces?: Traces | null | undefined;
	/** Called when an attempt is over, to record it. */
	onSettled: (settled: Settled) => void;
	/** Called when Discord has answered a request that the bucket counts. */
	onBucketAnswered: (bucket: Bucket) => void;
	/** Called when Discord has answered, the journal has the answers, and other requests can start. */
	onAnswer: () => void;
}

/** Requests to Discord from start to recording: sends them, evaluates the responses, and writes the journal. */
export class Attempts {
	readonly #options: AttemptsOptions;
	readonly #timeoutMs: number;
	readonly #sender: Sender;
	/** Requests without an answer that is in the journal, with their start times. */
	readonly #requests = new Map<Promise<void>, number>();
	/** Of these, the ones that were answered in this turn of the event loop: the journal gets them at its end. */
	#answered: Promise<void>[] = [];
	readonly #loneBlocks = new LoneBlocks();
	#journal: Journal | undefined;
	#inFlight = 0;

	constructor(options: AttemptsOptions) {
		this.#options = options;
		this.#timeoutMs = options.timeoutMs ?? DISCORD_TIMEOUT_MS;
		this.#sender = createSender({
			discordUrl: options.discordUrl,
			connections: CONNECTIONS,
			timeoutMs: this.#timeoutMs,
			localAddress: options.egress?.address ?? null,
		});
	}

	/** Sets the journal, which stores accepted messages until the database has recorded them. */
	keep(journal: Journal): void {
		this.#journal = journal;
	}

	/** The number of requests in progress or not recorded yet. */
	get inFlight(): number {
		return this.#inFlight;
	}

	/** Whether the limits on concurrent requests allow another one. */
	mayBegin(now: number): boolean {
		if (this.#inFlight >= MAX_IN_FLIGHT || this.#requests.size >= CONNECTIONS) return false;
		if (this.#requests.size < MAX_UNANSWERED) return true;
		let recent = this.#requests.size;
		for (const at of this.#requests.values()) {
			// In the order in which they started.
			if (now - at <= SLOW_MS) break;
			recent--;
		}
		return recent < MAX_UNANSWERED;
	}

	/** Sends a lane's first job, which the bucket counts, unless there is a reason not to. Both call `onSettled`. */
	begin(lane: Lane, bucket: Bucket, now: number): void {
		this.#inFlight++;
		const job = lane.jobs[0] as Job;
		const { message } = job;
		const { budget, shared } = this.#options;
		const startedAt = Date.now();
		const verdict = whyNot(lane, message, now) ?? bucket.ordered(lane, now);
		if (verdict || !message) {
			const deleted = { kind: 'refused', reason: 'The message was deleted' } as const;
			this.#over({ lane, job, message, verdict: verdict ?? deleted, busyMs: 0, startedAt });
			return;
		}
		const answered = budget.take(now, ownerOf(lane));
		bucket.take();
		const { discordId, token } = lane;
		const request = this.#sender
			.send({ discordId, token: token as string }, requestOf(lane, job, message))
			.then((answer) => {
				this.#options.metrics.answered(answer.status);
				bucket.answered(lane, answer, performance.now());
				this.#options.onBucketAnswered(bucket);
				const outcome = this.#judge(lane, answer.outcome);
				const blocked = outcome.kind === 'limited' && outcome.scope === 'address';
				const isUnclear = blocked || outcome.kind === 'retry';
				if (answered(performance.now(), answer.invalid, isUnclear)) shared.resume();
				if (blocked) shared.pause(outcome.waitMs, outcome.reason);
				this.#over({ lane, job, message, verdict: outcome, busyMs: answer.busyMs, startedAt });
				if (this.#answered.push(request) === 1) setImmediate(() => this.#resume());
			});
		this.#requests.set(request, now);
	}

	/** Called when a batch was stored or, with `written` false, dropped. @returns the deliveries that are final */
	recorded(settled: readonly Settled[], written: boolean): { deliveryId: number; status: string }[] {
		this.#inFlight -= settled.length;
		if (!written) return [];
		const over = settled.flatMap(({ finished }) => (finished && finished.retryInMs === null ? [finished] : []));
		this.#journal?.recorded(over);
		return over.filter(({ status }) => status !== 'retrying');
	}

	/** Resolves once every request in progress was answered or has timed out. */
	async answered(): Promise<void> {
		await Promise.all(this.#requests.keys());
	}

	/** Closes the connections. Close the journal last, with `closeJournal`. */
	close(): Promise<void> {
		return this.#sender.close();
	}

	closeJournal(): void {
		this.#journal?.close();
	}

	/** A block of the IP address that only this webhook gets is about this webhook, and is tried again like any failure. */
	#judge({ webhookId }: Lane, outcome: Outcome): Outcome {
		const now = performance.now();
		if (outcome.kind === 'limited' && outcome.scope === 'address') {
			const isAlone = this.#loneBlocks.isAlone(webhookId, now);
			return isAlone ? { kind: 'retry', reason: outcome.reason } : outcome;
		}
		if (outcome.kind !== 'retry') this.#loneBlocks.answered(webhookId, now);
		return outcome;
	}

	/** Writes the answers of this turn of the event loop to the journal; only then can other requests start in their place. */
	#resume(): void {
		this.#journal?.write();
		for (const request of this.#answered) this.#requests.delete(request);
		this.#answered = [];
		this.#options.onAnswer();
	}

	/** Completes an attempt: writes one log line with all the facts, and adds the result to the next batch. */
	#over({ lane, job, message, verdict, busyMs, startedAt }: Attempt): void {
		const { log, metrics, pause = retryPause, onSettled } = this.#options;
		const freshForMs = message ? message.staleAt - performance.now() : 0;
		const settled = settle(lane, job, verdict, { busyMs, freshForMs, startedAt, timeoutMs: this.#timeoutMs, pause });
		const { finished, advance, resumeAt } = settled;
		if (verdict.kind === 'sendNew') job.target = null;
		if (verdict.kind === 'decorated') job.without = verdict.without;
		if (verdict.kind === 'isForum' && message?.postName != null) {
			job.overlay = { ...job.overlay, post: { name: message.postName } };
		}
		if (verdict.kind === 'postGone') leavePost(lane.jobs, job);
		if (finished?.status === 'sent') {
			const discordMessageId = finished.discordMessageId as string;
			this.#journal?.accepted({
				deliveryId: job.id,
				queuedAt: job.queuedAt,
				webhookId: lane.webhookId,
				attempts: finished.attempts,
				sentAt: finished.sentAt as number,
				discordMessageId,
				edit: finished.edit,
				postId: finished.post?.postId ?? null,
			});
			if (finished.post) assignPost(lane.jobs, job, finished.post.postId);
			if (!finished.edit) assignTarget(lane.jobs, job, discordMessageId, finished.post?.postId ?? null);
		}
		const facts = {
			delivery: job.id,
			message: job.messageId,
			event: message?.eventId ?? undefined,
			webhook: lane.discordId,
			attempt: job.attempts + 1,
			...verdict,
		};
		const tryAgainInMs = finished?.retryInMs ?? (advance ? undefined : Math.round(resumeAt - performance.now()));
		const sinceSeenMs = message ? Date.now() - message.seenAt : undefined;
		if (finished) metrics.attempted(finished, sinceSeenMs ?? 0);
		log.info({ ...facts, status: finished?.status, tryAgainInMs, sinceSeenMs }, 'delivery');
		if (message) this.#options.traces?.attempted(tracedOf({ lane, job, message, verdict, startedAt }));
		if (finished) {
			job.attempts = finished.attempts;
			job.reason = finished.reason;
			job.failingSince = finished.failingSince;
		}
		onSettled(settled);
	}
}

/** What to send: the message as it is, or with what the options of its owner's subscriptions change. */
function requestOf(lane: Lane, job: Job, message: Outgoing): SendRequest {
	const { overlay, target, postId, editOf, repeats, without } = job;
	const { whole, bare } = bodyOf(job, message);
	const hasButtons = lane.hasButtons && overlay?.watchButton !== false;
	const body = hasButtons ? whole : bare;
	const inPost = overlay?.post !== undefined && lane.threadId === null;
	const threadId = inPost ? postId : lane.threadId;
	const canBePost = message.postName !== null && !overlay?.post && lane.threadId === null;
	const isPlain = without.length > 0;
	const request = { target, threadId, inPost: inPost && postId !== null, canBePost, isPlain };
	if (!overlay && !isPlain && target === null) return { ...request, body };
	const isEdit = editOf !== null && repeats;
	const isNew = target === null;
	const sending = { at: Date.now(), isEdit, isNew, isNewPost: inPost && postId === null, hasButtons };
	const plain = JSON.parse(body.toString('utf8')) as WebhookBody;
	const styled = overlay ? applyOverlay(plain, overlay, sending) : plain;
	const complete = target === null ? styled : withoutSender(styled);
	return { ...request, body: Buffer.from(JSON.stringify(isPlain ? withoutPaths(complete, without) : complete)) };
}

function tracedOf({
	lane,
	job,
	message,
	verdict,
	startedAt,
}: Omit<Attempt, 'busyMs'> & { message: Outgoing }): AttemptFacts {
	const { id: delivery, messageId, queuedAt, attempts } = job;
	const ids = { delivery, message: messageId, event: message.eventId ?? undefined, webhook: lane.discordId };
	const { seenAt } = message;
	return { ids, attempt: attempts + 1, kind: verdict.kind, seenAt, queuedAt, startedAt, endedAt: Date.now() };
}

/** A completed request. */
interface Attempt {
	lane: Lane;
	job: Job;
	message: Outgoing | null;
	verdict: Verdict;
	busyMs: number;
	startedAt: number;
}

/** The reason not to send this message, or null. */
function whyNot(lane: Lane, message: Outgoing | null, now: number): Verdict | null {
	// A configuration error (DISCORD_URL, SECRET_KEY): the webhook stays active and works again once it is fixed.
	if (lane.token === null) return { kind: 'refused', reason: 'The saved URL is no webhook of this Discord' };
	if (message && now >= message.staleAt) return { kind: 'expired' };
	// This process was suspended for longer than the lease: another process may have sent the message.
	if (leaseLeftMs(lane.leaseEnd) <= 0) return { kind: 'overdue' };
	return null;
}
