/** One delivery as it waits in memory. */
export interface Job {
	id: number;
	messageId: number;
	attempts: number;
	/** Why the last attempt failed. */
	reason: string | null;
	queuedAt: number;
}

/** A webhook that this process has claimed, with what is to be sent to it, in order. */
export interface Lane {
	webhookId: number;
	discordId: string;
	/** Null when the saved URL cannot be read any more, or is no webhook of the Discord that is set. */
	token: string | null;
	jobs: Job[];
	/** More was open than was loaded. */
	more: boolean;
	/** Removed or taken over: nothing more is sent from here. */
	lost: boolean;
	/** How often something had been queued when it was claimed. */
	wakes: number;
	leaseUntil: number;
}

/** A message as it is needed for sending. */
export interface Outgoing {
	body: string;
	expiresAt: number;
	seenAt: number;
}
