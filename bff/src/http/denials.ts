import { AuditRow, type Database } from '@dropwire/db';
import { MAX_REASON_LENGTH } from '@dropwire/domain';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A call that was rejected because of missing rights, or a rejected sign-in. */
export interface Denial {
	/** The subject of the limits: the signed-in person, or else the IP address. */
	who: string;
	actor: string | null;
	/** The operator whose bot token made the call in the name of the actor. */
	botOwner?: string | null;
	via: AuditRow['via'];
	/** The call's name in the contract. */
	action: string;
	reason: string;
	requestId: string | null;
}

export interface Denials {
	/** Writes an audit row, unless a limit is reached. Never throws. */
	note(denial: Denial): Promise<void>;
}

const WINDOW_SECONDS = 600;
/** Limits of rows per window: per person and call, per person, and for everyone in this process. */
const LIMITS = { same: 1, person: 20, all: 500 } as const;

/** The target of these audit rows. */
export const DENIED = 'refused';

/**
 * Records denials in the audit log. Anyone can cause any number of denials, so they are limited per person and call,
 * per person, and in total. Denials beyond the limits are not recorded.
 */
export function createDenials(db: Database, log: Logger): Denials {
	const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
	const [same, person, all] = [limiter(LIMITS.same), limiter(LIMITS.person), limiter(LIMITS.all)];
	return {
		async note({ who, actor, botOwner = null, via, action, reason, requestId }) {
			try {
				await same.consume(`${who} ${action}`);
				await person.consume(who);
				await all.consume('all');
				const after = JSON.stringify({ reason: reason.slice(0, MAX_REASON_LENGTH) });
				await AuditRow.query(db.knex).insert({
					at: Date.now(),
					actor,
					botOwner,
					via,
					action,
					target: DENIED,
					after,
					requestId,
				});
			} catch (error) {
				if (!(error instanceof RateLimiterRes)) log.error({ err: error, requestId }, 'a denial could not be audited');
			}
		},
	};
}
