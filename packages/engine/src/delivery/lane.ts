import type { Overlay, WebhookBody } from '../message/body.ts';

/** Lifetime of a lease without renewal, ms. */
export const LEASE_MS = 10_000;

/**
 * When a lease ends, by both clocks of this process: the monotonic clock does not run while a virtual machine is paused or
 * a computer sleeps, and the wall clock can be set back.
 */
export interface LeaseEnd {
	monotonic: number;
	/** Epoch ms. */
	wall: number;
}

/** The end of a lease that begins now. Call it before the database sets its own lease, so that this one ends first. */
export function leaseFromNow(): LeaseEnd {
	return { monotonic: performance.now() + LEASE_MS, wall: Date.now() + LEASE_MS };
}

/** The time until the lease ends by the first of the two clocks, ms; 0 or less once it has ended. */
export function leaseLeftMs({ monotonic, wall }: LeaseEnd): number {
	return Math.min(monotonic - performance.now(), wall - Date.now());
}

/** One delivery in memory. */
export interface Job {
	id: number;
	messageId: number;
	/** Null if it was deleted. Kept with the job, because after a failover that lost rows, its ID can be another message's. */
	message: Outgoing | null;
	attempts: number;
	/** Why the last attempt failed. */
	reason: string | null;
	queuedAt: number;
	/** The guild whose channel subscribed; null for the operators. */
	guildId: string | null;
	/** When the first attempt failed, epoch ms; null if no attempt has failed. */
	failingSince: number | null;
	/** The delivery whose message it edits; null for a message of its own. */
	editOf: number | null;
	/** The message of that delivery; null for a message of its own. */
	edited: number | null;
	/** Whether Discord got that message, whose mentions the edit does not repeat. */
	repeats: boolean;
	/** The Discord message to edit; null if it must be sent as a new one. */
	target: string | null;
	/** What the options of its owner's subscriptions change; null for nothing. */
	overlay: Overlay | null;
	/** The forum post that it goes to; null for none, and for one that must be made. */
	postId: string | null;
	/** The present post of its product, which an edit need not be in; null for none that is known. */
	productPost: string | null;
	/** The decoration of its body that Discord rejected, and that is left out. */
	without: readonly string[];
}

/** A webhook, or one of its threads, that this process has claimed, and its pending deliveries in order. Times use the monotonic clock. */
export interface Lane {
	webhookId: number;
	discordId: string;
	/** Null if the saved URL can no longer be decrypted, or is not a webhook URL of the configured Discord. */
	token: string | null;
	/** The thread that the URL posts to; null for the channel itself. */
	threadId: string | null;
	/** Whether it is a webhook of the application, and messages have their buttons. */
	hasButtons: boolean;
	jobs: Job[];
	/** Whether the webhook has more open deliveries than were loaded. */
	more: boolean;
	/** The webhook was removed or taken over; this process sends nothing more to it. */
	lost: boolean;
	/**
	 * The webhook was switched off, the database has lost deliveries, or a reminder was withdrawn: it is released instead of
	 * sending its next message.
	 */
	off: boolean;
	/** Its turn passed because other threads of its webhook used what Discord accepts: it goes before its owner's others. */
	passedOver: boolean;
	/** The dispatcher's count of wake calls when the webhook was claimed. */
	wakes: number;
	leaseEnd: LeaseEnd;
}

/** Moves the lane's first new message before its edits. */
export function messageFirst({ jobs }: Lane): void {
	const index = jobs.findIndex(({ target }) => target === null);
	if (index > 0) jobs.unshift(...jobs.splice(index, 1));
}

/** A message with the data needed to send it. */
export interface Outgoing {
	body: EncodedBody;
	/** The body as an edit, by the message that it edits. All others get that of the one that it `continues`. */
	edits: ReadonlyMap<number, EncodedBody>;
	continues: number | null;
	/** The name of its post if a webhook's channel is a forum and nothing else names one; null if it is not sent then. */
	postName: string | null;
	/** When the message expires, by the monotonic clock. */
	staleAt: number;
	/** When the change was detected, or the message was sent again, epoch ms. */
	seenAt: number;
	/** The change that it is about; null for an announcement or a notice. */
	eventId: number | null;
}

/** A body as JSON in UTF-8, encoded once for all webhooks whose options do not change it. */
export interface EncodedBody {
	whole: Buffer;
	/** Without buttons. */
	bare: Buffer;
}

/** @param body JSON. Any other text is sent as it is, and Discord rejects this message alone. */
export function encodeBody(body: string): EncodedBody {
	const whole = Buffer.from(body);
	if (!body.includes('"components":')) return { whole, bare: whole };
	const { components: _, ...bare } = JSON.parse(body) as WebhookBody;
	return { whole, bare: Buffer.from(JSON.stringify(bare)) };
}
