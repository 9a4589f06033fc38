import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import { Claims, LEASE_MS } from './claims.ts';
import { Budget } from './discord/budget.ts';
import { createSender, type Sender } from './discord/sender.ts';
import type { Job, Lane, Outgoing } from './lane.ts';
import { HOLD_MS, Recorder, type Released } from './recorder.ts';
import { retryPause } from './retryPause.ts';
import { type Settled, settle, type Verdict } from './settle.ts';
import { SortedList } from '../sortedList.ts';

/** Requests sent and not yet recorded: what a kill can repeat is at most this many. */
export const MAX_IN_FLIGHT = 256;
/** Webhooks held at a time. */
const MAX_LANES = 4000;
/** Claimed in one go: a few at first, so that sending begins at once; while those are sent, more and more. */
const FIRST_CLAIM = 125;
const LARGEST_CLAIM = 500;
/** How often to look for what other processes queued, ms. */
const POLL_MS = 500;
const STOP_WAIT_MS = 3000;
/** Messages kept before those are forgotten that no held webhook waits for. */
const KEPT_MESSAGES = 1000;

export interface DispatcherOptions {
	db: Database;
	log: Logger;
	discordUrl: string;
	/** What one address may send a second, over all webhooks. */
	requestsPerSecond: number;
	/** This process's name, on its claims. */
	worker: string;
	/** How long Discord may take to answer, ms. */
	timeoutMs?: number;
	/** The pause after so many failures in a row, ms. */
	pause?: (failures: number) => number;
}

/**
 * Sends what is due: freshest first across webhooks, each webhook strictly in order, inside Discord's limits; records
 * what became of it in batches. It keeps nothing that the database does not know: a killed one is simply started anew.
 */
export class Dispatcher {
	readonly #options: DispatcherOptions;
	readonly #claims: Claims;
	readonly #sender: Sender;
	readonly #budget: Budget;
	readonly #recorder: Recorder;
	readonly #lanes = new Map<number, Lane>();
	/** Lanes whose head may go now, freshest first. */
	readonly #ready = new SortedList<Lane>();
	/** Lanes that wait, by when they may go on. */
	readonly #waiting = new SortedList<Lane>();
	readonly #messages = new Map<number, Outgoing>();
	#inFlight = 0;
	/** How often something was queued: what was claimed before the last time may miss the newest. */
	#wakes = 0;
	#claiming = false;
	#claimSize = FIRST_CLAIM;
	/** The count of wakes at the last look for what is due, and whether it found more than was taken. */
	#lookedAt = 0;
	#moreDue = false;
	#stopping = false;
	#timers: { poll?: NodeJS.Timeout; renew?: NodeJS.Timeout; next?: NodeJS.Timeout } = {};
	#nextAt = Number.POSITIVE_INFINITY;
	#onIdle: (() => void) | undefined;

	constructor(options: DispatcherOptions) {
		this.#options = options;
		this.#claims = new Claims(options.db, options.discordUrl, options.worker);
		this.#budget = new Budget(options.requestsPerSecond);
		const { db, log, worker } = options;
		this.#recorder = new Recorder({ db, log, worker, onRecorded: (...batch) => this.#recorded(...batch) });
		this.#sender = createSender({
			discordUrl: options.discordUrl,
			connections: MAX_IN_FLIGHT / 2,
			timeoutMs: options.timeoutMs ?? 15_000,
		});
	}

	async start(): Promise<void> {
		if (this.#options.db.dialect === 'sqlite') await this.#claims.releaseAll();
		this.#timers.renew = setInterval(() => void this.#renew(), LEASE_MS / 3);
		this.#timers.poll = setInterval(() => void this.#claim(), POLL_MS);
		await this.#claim();
	}

	/** Something was queued: look at once. */
	wake(): void {
		this.#wakes++;
		void this.#claim();
	}

	/** How many live processes send from this address. */
	shareWith(processes: number): void {
		this.#budget.shareWith(processes);
	}

	/** Requests under way or not yet recorded, webhooks held, answers that count towards Discord's ban. */
	figures(): { inFlight: number; heldWebhooks: number; invalidAnswers: number } {
		const invalidAnswers = this.#budget.invalidCount(Date.now());
		return { inFlight: this.#inFlight, heldWebhooks: this.#lanes.size, invalidAnswers };
	}

	/** Lets what is under way finish (3 s at most), records it and gives everything back. */
	async stop(): Promise<void> {
		this.#stopping = true;
		this.#recorder.stop();
		clearInterval(this.#timers.poll);
		clearInterval(this.#timers.renew);
		clearTimeout(this.#timers.next);
		if (this.#inFlight > 0 || this.#recorder.busy) {
			await new Promise<void>((resolve) => {
				this.#onIdle = resolve;
				setTimeout(resolve, STOP_WAIT_MS);
			});
		}
		await this.#sender.close();
		await this.#claims.releaseOwn(this.#pauses());
	}

	/** The webhooks that are held while they wait, so that the next process knows how long. */
	#pauses(): { webhookId: number; pausedUntil: number }[] {
		const pauses = [];
		for (;;) {
			const pausedUntil = this.#waiting.firstKey;
			const lane = this.#waiting.takeFirst();
			if (!lane) return pauses;
			if (!lane.lost) pauses.push({ webhookId: lane.webhookId, pausedUntil });
		}
	}

	async #claim(): Promise<void> {
		const room = MAX_LANES - this.#lanes.size;
		if (this.#claiming || this.#stopping || room <= 0) return;
		this.#claiming = true;
		const wakes = this.#wakes;
		const anew = wakes !== this.#lookedAt || !this.#moreDue;
		this.#moreDue = false;
		try {
			const { lanes, more } = await this.#claims.claim(Math.min(room, this.#claimSize), anew);
			this.#lookedAt = wakes;
			this.#moreDue = more;
			this.#claimSize = more ? Math.min(LARGEST_CLAIM, this.#claimSize * 2) : FIRST_CLAIM;
			await this.#loadMessages(lanes);
			for (const lane of lanes) {
				lane.wakes = wakes;
				this.#lanes.set(lane.webhookId, lane);
				if (lane.jobs.length > 0) this.#queue(lane);
				else this.#recorder.addEmpty(lane);
			}
			this.#pump();
		} catch (error) {
			this.#options.log.error({ err: error }, 'claiming deliveries failed');
		} finally {
			this.#claiming = false;
		}
		// Woken while the look was under way: it may have missed the newest.
		if (this.#moreDue || this.#wakes !== wakes) setImmediate(() => void this.#claim());
	}

	/** Read anew for every claim: sending again by hand renews for how long a message is worth it. */
	async #loadMessages(lanes: readonly Lane[]): Promise<void> {
		const found = await this.#claims.messages([...messagesOf(lanes)]);
		if (this.#messages.size > KEPT_MESSAGES) {
			const held = messagesOf(this.#lanes.values());
			for (const id of this.#messages.keys()) if (!held.has(id)) this.#messages.delete(id);
		}
		for (const [id, message] of found) this.#messages.set(id, message);
	}

	#queue(lane: Lane): void {
		this.#ready.add(-Math.max(...lane.jobs.map((job) => job.queuedAt)), lane);
	}

	/** Sends what may go now, and sets the clock for what may go next. */
	#pump(): void {
		if (this.#stopping) return;
		const now = Date.now();
		while (this.#waiting.firstKey <= now) this.#queue(this.#waiting.takeFirst() as Lane);
		let nextAt = this.#waiting.firstKey;
		while (this.#inFlight < MAX_IN_FLIGHT && this.#ready.size > 0) {
			const readyAt = this.#budget.readyAt(now);
			if (readyAt > now) {
				nextAt = Math.min(nextAt, readyAt);
				break;
			}
			const lane = this.#ready.takeFirst() as Lane;
			if (!lane.lost) this.#send(lane, lane.jobs[0] as Job, now);
		}
		this.#wakeAt(nextAt);
		void this.#recorder.record();
	}

	#wakeAt(at: number): void {
		if (at >= this.#nextAt && this.#nextAt > Date.now()) return;
		clearTimeout(this.#timers.next);
		this.#nextAt = at;
		if (at === Number.POSITIVE_INFINITY) return;
		this.#timers.next = setTimeout(
			() => {
				this.#nextAt = Number.POSITIVE_INFINITY;
				this.#pump();
			},
			Math.max(0, at - Date.now()),
		);
	}

	#send(lane: Lane, job: Job, now: number): void {
		this.#inFlight++;
		const message = this.#messages.get(job.messageId);
		const verdict = whyNot(lane, message, now);
		if (verdict || !message) {
			const deleted = { kind: 'refused', reason: 'The message was deleted' } as const;
			this.#over({ lane, job, message, verdict: verdict ?? deleted, readyAt: 0 });
			return;
		}
		const answered = this.#budget.take(now);
		void this.#sender.post({ discordId: lane.discordId, token: lane.token as string }, message.body).then((answer) => {
			const { outcome, readyAt, invalid } = answer;
			answered(Date.now(), invalid);
			if (outcome.kind === 'limited' && outcome.global) this.#budget.pause(Date.now() + outcome.waitMs);
			this.#over({ lane, job, message, verdict: outcome, readyAt });
			void this.#recorder.record();
		});
	}

	/** An attempt is over: one log line with every fact, and a place in the next record. */
	#over({ lane, job, message, verdict, readyAt }: Attempt): void {
		const now = Date.now();
		const settled = settle(lane, job, verdict, {
			now,
			readyAt,
			expiresAt: message?.expiresAt ?? now,
			pause: this.#options.pause ?? retryPause,
		});
		const { finished, goOnAt } = settled;
		const facts = { delivery: job.id, webhook: lane.discordId, attempt: job.attempts + 1, ...verdict };
		const tryAgainInMs = settled.advance ? undefined : goOnAt - now;
		this.#options.log.info(
			{ ...facts, status: finished?.status, tryAgainInMs, sinceSeenMs: message && now - message.seenAt },
			'delivery',
		);
		if (finished) {
			job.attempts = finished.attempts;
			job.reason = finished.reason;
		}
		this.#recorder.add(settled);
	}

	/** A batch is written: its slots are free for the next. */
	#recorded(settled: readonly Settled[], released: readonly Released[]): void {
		this.#inFlight -= settled.length;
		this.#goOn(settled, released);
		if (this.#inFlight === 0) this.#onIdle?.();
		this.#pump();
	}

	/** After the record: what was let go is forgotten, the rest goes on or waits. */
	#goOn(settled: readonly Settled[], released: readonly Released[]): void {
		const gone = [
			...released.map(({ lane }) => lane),
			...settled.flatMap(({ lane, dead }) => (dead === null ? [] : [lane])),
		];
		let moreWaits = gone.length > 0 && this.#moreDue;
		for (const lane of gone) {
			lane.lost = true;
			this.#lanes.delete(lane.webhookId);
			moreWaits ||= lane.more || lane.jobs.length > 0 || lane.wakes !== this.#wakes;
		}
		const now = Date.now();
		for (const { lane, goOnAt } of settled) {
			if (lane.lost) continue;
			if (goOnAt > now) this.#waiting.add(goOnAt, lane);
			else this.#queue(lane);
		}
		if (moreWaits) void this.#claim();
		const pauses = released.filter(({ lane, pausedUntil }) => lane.more && pausedUntil > now);
		if (pauses.length > 0) {
			// To the moment, not at the next poll: a full queue is drained as fast as Discord allows.
			const first = Math.min(...pauses.map(({ pausedUntil }) => pausedUntil));
			setTimeout(() => void this.#claim(), Math.min(HOLD_MS, first - now + 1)).unref();
		}
	}

	/** Keeps what is held, and drops what was removed or taken over meanwhile. */
	async #renew(): Promise<void> {
		if (this.#lanes.size === 0) return;
		const before = [...this.#lanes.values()];
		try {
			// Only what is held here: what was claimed by a look that then failed must come free again.
			const { held, leaseUntil } = await this.#claims.renew([...this.#lanes.keys()]);
			for (const lane of before) {
				if (held.has(lane.webhookId)) {
					lane.leaseUntil = leaseUntil;
				} else if (this.#lanes.get(lane.webhookId) === lane) {
					lane.lost = true;
					this.#lanes.delete(lane.webhookId);
				}
			}
		} catch (error) {
			this.#options.log.error({ err: error }, 'renewing leases failed');
		}
	}
}

/** A request that is over, with what it asked. */
interface Attempt {
	lane: Lane;
	job: Job;
	message: Outgoing | undefined;
	verdict: Verdict;
	readyAt: number;
}

function messagesOf(lanes: Iterable<Lane>): Set<number> {
	const ids = new Set<number>();
	for (const lane of lanes) for (const job of lane.jobs) ids.add(job.messageId);
	return ids;
}

/** Why this is not to be sent at all, if so. */
function whyNot(lane: Lane, message: Outgoing | undefined, now: number): Verdict | null {
	// Not the webhook's fault: it stays on, for when the setting (DISCORD_URL, SECRET_KEY) is right again.
	if (lane.token === null) return { kind: 'refused', reason: 'The saved URL is no webhook of this Discord' };
	if (message && now >= message.expiresAt) return { kind: 'expired' };
	// Suspended for longer than the lease: another process may have sent it since.
	if (now >= lane.leaseUntil) return { kind: 'overdue' };
	return null;
}
