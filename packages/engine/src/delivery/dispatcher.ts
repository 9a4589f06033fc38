import type { Database } from '@dropwire/db';
import { every } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { AddressBudget } from '../discord/budget.ts';
import { type Egress, HOST_EGRESS } from '../process/egress.ts';
import type { Traces } from '../process/traces.ts';
import { Attempts } from './attempts.ts';
import { Claims } from './claims.ts';
import { DatabaseTime } from './databaseTime.ts';
import { DeliveryMetrics } from './deliveryMetrics.ts';
import { Fanouts } from './fanouts.ts';
import { Claimer, HeldLanes, ownerOf } from './heldLanes.ts';
import { Journal } from './journal.ts';
import { type Job, type Lane, messageFirst } from './lane.ts';
import { LeaseTimers } from './leaseTimers.ts';
import { Leases } from './leases.ts';
import { HOLD_MS, Recorder, type Released } from './recorder.ts';
import { Journals } from './replay.ts';
import { type Bucket, Buckets } from './buckets.ts';
import type { Settled } from './settle.ts';
import { SharedLimits, takeTurn, type TurnAnswer } from './sharedLimits.ts';
import { DeliveryWaiters } from './waiters.ts';

/** How often to search for deliveries that other processes queued, ms. */
const POLL_MS = 500;
/** How often to search for reminders in memory that were withdrawn, ms. */
const WITHDRAWN_MS = 100;
/** The pause after the database could not confirm that this process can send, ms. */
const UNCONFIRMED_PAUSE_MS = 250;
export interface DispatcherOptions {
	db: Database;
	log: Logger;
	discordUrl: string;
	/** The maximum number of requests per second from one IP address, across all webhooks. */
	requestsPerSecond: number;
	/** The address that requests are sent from; by default the host's. */
	egress?: Egress;
	/** This process's name, stored with its claims. */
	worker: string;
	/**
	 * The journal folder. All processes on one machine share it, so that each can read the journal of a killed process.
	 */
	journalFolder: string;
	/** Queues the next slice of a message to many webhooks. @returns false if nothing is left to queue */
	continueFanout: () => Promise<boolean>;
	/** The names of the live processes. */
	live(): readonly string[];
	/** The id of the application whose webhooks get buttons; null or unset for none. */
	buttonApplication?: string | null;
	/** The timeout for a response from Discord, ms. */
	timeoutMs?: number;
	/** Returns the pause after this many consecutive failures, ms. */
	pause?: (failures: number) => number;
	/** Null or unset for none. */
	traces?: Traces | null | undefined;
}

/**
 * Sends due deliveries within Discord's rate limits. Owners (the operators, each guild) take turns, and each owner's
 * newest messages are sent first; each webhook's messages are sent in order. Results are recorded in batches. All waits
 * use the monotonic clock.
 */
export class Dispatcher {
	readonly #options: DispatcherOptions;
	readonly #claims: Claims;
	readonly #claimer: Claimer;
	readonly #fanouts: Fanouts;
	readonly #leases: Leases;
	readonly #leaseTimers: LeaseTimers;
	readonly #journals: Journals;
	/** Of the address: other requests from it count, too. */
	readonly budget: AddressBudget;
	readonly #shared: SharedLimits;
	readonly #recorder: Recorder;
	readonly #attempts: Attempts;
	readonly metrics = new DeliveryMetrics(() => this.figures());
	readonly #waiters = new DeliveryWaiters();
	readonly #lanes = new HeldLanes();
	readonly #buckets = new Buckets();
	#stopping = false;
	/** The question to the database whether this process can send. */
	#confirming: Promise<void> | undefined;
	#timers: { poll?: NodeJS.Timeout; next?: NodeJS.Timeout } = {};
	#withdrawing: { stop(): Promise<void> } | undefined;
	#nextAt = Number.POSITIVE_INFINITY;

	constructor(options: DispatcherOptions) {
		this.#options = options;
		const { db, log, worker } = options;
		const time = new DatabaseTime(db);
		this.#claims = new Claims(db, options.discordUrl, worker, time, options.buttonApplication);
		this.#journals = new Journals(db, log, options.journalFolder);
		this.#leases = new Leases(db, log, worker, this.#journals, time);
		this.budget = new AddressBudget(options.requestsPerSecond);
		this.#shared = new SharedLimits(db, log, worker, this.budget, (options.egress ?? HOST_EGRESS).name);
		this.#recorder = new Recorder({ db, log, worker, onRecorded: (...batch) => this.#recorded(...batch) });
		this.#attempts = new Attempts({
			...options,
			budget: this.budget,
			shared: this.#shared,
			metrics: this.metrics,
			onSettled: (settled) => this.#recorder.add(settled),
			onBucketAnswered: (bucket) => this.#lanes.unpark(bucket),
			onAnswer: () => this.#pump(),
		});
		const parts = { log, leases: this.#leases, lanes: this.#lanes, recorder: this.#recorder };
		this.#claimer = new Claimer({
			...parts,
			claims: this.#claims,
			perSecond: () => (options.live().length > 1 ? this.budget.perSecond : Number.POSITIVE_INFINITY),
			onClaimed: () => this.#claimed(),
		});
		const claimer = this.#claimer;
		this.#fanouts = new Fanouts({
			log,
			continueFanout: options.continueFanout,
			claimed: () => claimer.settled(),
			onQueued: () => claimer.queued(),
		});
		this.#leaseTimers = new LeaseTimers({ ...parts, claimer: this.#claimer, time });
	}

	async start(): Promise<void> {
		const { db, log, worker, journalFolder } = this.#options;
		// Replay journals before freeing webhooks. In the other order, messages that a killed process sent would be
		// sent twice.
		await this.#journals.replayAll();
		this.#attempts.keep(new Journal(journalFolder, worker, log));
		if (db.dialect === 'sqlite') await this.#leases.freeAll();
		await this.#shared.start();
		this.#leaseTimers.start();
		this.#timers.poll = setInterval(() => {
			this.#fanouts.wake();
			void this.#claimer.claim();
		}, POLL_MS);
		this.#withdrawing = every(WITHDRAWN_MS, () => this.#giveUpWithdrawn(), {
			onError: (error) => log.error({ err: error }, 'searching for withdrawn reminders failed'),
		});
		this.#fanouts.wake();
		await this.#claimer.claim();
	}

	/** Searches for due deliveries at once. Call it after queueing a delivery. */
	wake(): void {
		this.#claimer.wake();
		this.#fanouts.wake();
	}

	/** Webhooks with a reminder that was withdrawn are released before their next message, and their deliveries are read again. */
	async #giveUpWithdrawn(): Promise<void> {
		const withdrawn = await this.#claims.withdrawnReminders();
		if (withdrawn.size === 0) return;
		// What is being claimed is not in the held lanes yet.
		await this.#claimer.settled();
		for (const lane of this.#lanes.all.values()) {
			if (lane.jobs.some(({ messageId }) => withdrawn.has(messageId))) lane.off = true;
		}
	}

	/** Sets the number of live processes that send from this IP address. */
	shareWith(processes: number): void {
		this.budget.shareWith(processes);
	}

	/**
	 * The number of unrecorded or unanswered requests, of held webhooks, and of responses that count towards Discord's
	 * ban.
	 */
	figures(): { inFlight: number; heldWebhooks: number; invalidAnswers: number } {
		const invalidAnswers = this.budget.invalid.total(performance.now());
		return { inFlight: this.#attempts.inFlight, heldWebhooks: this.#lanes.size, invalidAnswers };
	}

	/**
	 * Waits until this process can send Discord a request other than a delivery. Call the returned function when the
	 * response arrives.
	 * @throws the signal's reason once it is aborted
	 */
	turn(signal: AbortSignal): Promise<(answer: TurnAnswer) => void> {
		return takeTurn(this.budget, this.#shared, signal);
	}

	/** Resolves once this process has sent, failed or expired the delivery, or after `timeoutMs`. Never rejects. */
	whenFinished(deliveryId: number, timeoutMs: number): Promise<void> {
		return this.#waiters.wait(deliveryId, timeoutMs);
	}

	/**
	 * Stops sending. Releases idle webhooks at once, waits for requests in progress (up to the request timeout),
	 * records their results, and releases their webhooks too. If the database does not accept the results, the leases
	 * expire instead.
	 */
	async stop(): Promise<void> {
		this.#stopping = true;
		this.#claimer.stop();
		clearInterval(this.#timers.poll);
		void this.#withdrawing?.stop();
		this.#leaseTimers.stopTakingOver();
		clearTimeout(this.#timers.next);
		await this.#confirming;
		this.#releaseIdle();
		void this.#recorder.record();
		await this.#fanouts.stop();
		// Renew the leases until the requests in progress are recorded, so that no other process takes over.
		await this.#attempts.answered();
		this.#recorder.stop();
		await this.#recorder.record();
		this.#leaseTimers.stop();
		await this.#attempts.close();
		try {
			await this.#shared.stop();
			if (!this.#recorder.dropped) await this.#claims.releaseOwn();
		} catch (error) {
			this.#options.log.error({ err: error }, 'giving webhooks back failed; their leases run out');
		}
		this.#attempts.closeJournal();
	}

	/** Releases idle webhooks. Stores each wait that Discord ordered, so that the next process respects it. */
	#releaseIdle(): void {
		for (const { lane, waitMs } of this.#lanes.takeIdle()) this.#recorder.release(lane, waitMs);
	}

	#claimed(): void {
		if (this.#stopping) this.#releaseIdle();
		this.#pump();
	}

	/**
	 * Sends what can be sent now, and sets a timer for the next send. On a database server, where another process can have
	 * taken over while this one was suspended, the database confirms each round; only one process uses the embedded database.
	 */
	#pump(): void {
		if (!this.#stopping) {
			const now = performance.now();
			this.#lanes.wakeWaiting(now);
			if (!this.budget.isBlocked) this.#lanes.unblock();
			if (this.#options.db.dialect === 'sqlite' || !this.#canSend(now)) this.#send(now);
			else this.#confirming ??= this.#sendConfirmed();
		}
		void this.#recorder.record();
	}

	/** Whether a message could be sent now. */
	#canSend(now: number): boolean {
		const isFree = !this.#recorder.stuck && this.#attempts.mayBegin(now) && this.#lanes.readyCount > 0;
		return isFree && this.budget.readyAt(now) <= now;
	}

	/** Never rejects. */
	async #sendConfirmed(): Promise<void> {
		const confirmed = await this.#leaseTimers.confirm();
		this.#confirming = undefined;
		if (this.#stopping) return;
		const now = performance.now();
		if (confirmed) this.#send(now);
		else this.#wakeAt(now + UNCONFIRMED_PAUSE_MS);
		void this.#recorder.record();
	}

	#send(now: number): void {
		let budgetAt = 0;
		// While recording is stuck, send nothing: another machine could take over and repeat sent but unrecorded messages.
		while (!this.#recorder.stuck && this.#attempts.mayBegin(now) && this.#lanes.readyCount > 0) {
			budgetAt = this.budget.readyAt(now);
			if (budgetAt > now) break;
			const lane = this.#lanes.takeReady((one) => !this.#isDeferred(one, now));
			if (lane) this.#attempts.begin(lane, this.#bucketOf(lane), now);
		}
		this.#wakeAt(Math.min(this.#lanes.nextAt, budgetAt > now ? budgetAt : Number.POSITIVE_INFINITY));
	}

	/**
	 * Delays a message while other threads of its webhook use what Discord accepts, and while its owner is slowed down: in
	 * memory for a short wait, otherwise by releasing the webhook with the wait stored. Releases a webhook that was
	 * switched off.
	 */
	#isDeferred(lane: Lane, now: number): boolean {
		if (lane.off) {
			this.#recorder.release(lane);
			return true;
		}
		// An edit that has to wait delays no message, which goes first. Its own attempt makes the lane's edits wait alone.
		if (this.#bucketOf(lane).isFull) messageFirst(lane);
		const isEdit = lane.jobs[0]?.target !== null;
		const bucket = this.#bucketOf(lane);
		const ordered = isEdit ? null : bucket.ordered(lane, now);
		if (!ordered && bucket.isFull) {
			this.#lanes.park(lane, bucket);
			return true;
		}
		lane.passedOver = ordered !== null;
		const waitMs = ordered?.waitMs ?? this.budget.deferral(now, ownerOf(lane), this.#lanes.operatorsWait);
		if (waitMs === 0) return false;
		if (waitMs > HOLD_MS) this.#recorder.release(lane, waitMs, ordered?.reason ?? null);
		else this.#lanes.queue(lane, now + waitMs, now);
		return true;
	}

	/** What Discord counts the lane's next request with. */
	#bucketOf(lane: Lane): Bucket {
		return this.#buckets.of(lane, lane.jobs[0] as Job);
	}

	#wakeAt(at: number): void {
		if (at >= this.#nextAt && this.#nextAt > performance.now()) return;
		clearTimeout(this.#timers.next);
		this.#nextAt = at;
		if (at === Number.POSITIVE_INFINITY) return;
		this.#timers.next = setTimeout(
			() => {
				this.#nextAt = Number.POSITIVE_INFINITY;
				this.#pump();
			},
			Math.max(0, at - performance.now()),
		);
	}

	/** Called when a batch was written: frees its slots for new requests. */
	#recorded(settled: readonly Settled[], released: readonly Released[], written: boolean): void {
		for (const { deliveryId } of this.#attempts.recorded(settled, written)) this.#waiters.finish(deliveryId);
		this.#resume(settled, released);
		if (this.#stopping) this.#releaseIdle();
		this.#pump();
	}

	/** Called after recording: drops released webhooks; the other webhooks continue or wait. */
	#resume(settled: readonly Settled[], released: readonly Released[]): void {
		const gone = released.map(({ lane }) => lane);
		let moreWaits = gone.length > 0 && this.#claimer.moreDue;
		for (const lane of gone) {
			this.#lanes.drop(lane);
			moreWaits ||= this.#claimer.mayHaveMore(lane);
		}
		for (const { lane, resumeAt, blocked } of settled) {
			if (lane.lost) continue;
			if (blocked) this.#lanes.block(lane);
			else this.#lanes.queue(lane, resumeAt);
		}
		if (moreWaits) void this.#claimer.claim();
		const waits = released.filter(({ lane, waitMs }) => lane.more && waitMs > 0).map(({ waitMs }) => waitMs);
		if (waits.length > 0) {
			// Claim exactly when the wait ends, not at the next poll, to empty a full queue as fast as Discord allows.
			setTimeout(() => void this.#claimer.claim(), Math.min(HOLD_MS, ...waits) + 1).unref();
		}
	}
}
