import type { CloudflareBlock } from './cloudflare.ts';
import type { ErrorCode } from './errors.ts';

/** The faults that can be planned for the next requests to a webhook. */
export type DiscordFault =
	| { status: number; body?: unknown; headers?: Record<string, string> }
	| { hang: true }
	/** The connection is reset before the message is stored. */
	| { drop: true }
	/** The message is stored, then the connection is reset. */
	| { dropAfter: true }
	| { delayMs: number }
	/** The message is stored immediately; the response is delayed. */
	| { answerAfterMs: number }
	/** A 429; with the code of a limit that has one. */
	| { limited: { retryAfter: number; scope: 'user' | 'shared' | 'global'; code?: ErrorCode } }
	/** An error of Discord's, by its code. */
	| { code: ErrorCode }
	/** A block of the address by Cloudflare; `true` is its page. */
	| { cloudflare: true | CloudflareBlock }
	/**
	 * An HTML page with this status, as a proxy or Cloudflare sends in place of Discord; a 3xx redirects to another
	 * address.
	 */
	| { page: number }
	/** A 200 whose body never ends. */
	| { endless: true };

export interface FaultPlan {
	webhookId: string | null;
	left: number;
	fault: DiscordFault;
}
