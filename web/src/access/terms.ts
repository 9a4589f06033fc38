import type { ManagedUser, Terms } from '@dropwire/contract';

const DAY = 86_400_000;
/** How long before the expiry a client counts as expiring, ms: the bot and the dashboard warn them then. */
const SOON_MS = 7 * DAY;

/** The fields of a client's terms, as the user typed them. */
export interface TermsInput {
	plan: string;
	/** A day as `YYYY-MM-DD`; empty for never. */
	expires: string;
	note: string;
}

export const NO_TERMS: TermsInput = { plan: '', expires: '', note: '' };

export function inputOf({ plan, expiresAt, note }: Pick<ManagedUser, 'plan' | 'expiresAt' | 'note'>): TermsInput {
	return { plan: plan ?? '', expires: expiresAt === null ? '' : dayOf(expiresAt), note: note ?? '' };
}

export function termsOf({ plan, expires, note }: TermsInput): Required<Terms> {
	return { plan: plan.trim() || null, expiresAt: endOf(expires), note: note.trim() || null };
}

/**
 * What was edited of a user's terms. The rest is left out, so that it keeps what somebody else has saved since, and an
 * expiry its time of day.
 */
export function editedTerms(input: TermsInput, before: Parameters<typeof inputOf>[0]): Terms {
	const [terms, shown] = [termsOf(input), inputOf(before)];
	return {
		...(input.plan !== shown.plan && { plan: terms.plan }),
		...(input.expires !== shown.expires && { expiresAt: terms.expiresAt }),
		...(input.note !== shown.note && { note: terms.note }),
	};
}

/** Adds days to the expiry, or to today if there is none or it has passed. */
export function extended(expires: string, days: number, now = Date.now()): string {
	const at = new Date(Math.max(endOf(expires) ?? 0, now));
	// Not a number of hours: a day on which the clocks change has 23 or 25.
	at.setDate(at.getDate() + days);
	return dayOf(at.getTime());
}

export type ExpiryState = 'current' | 'expiring' | 'expired';

/** Whether a client's access has expired, or will within a week. */
export function expiryState({ expiresAt }: Pick<ManagedUser, 'expiresAt'>, now = Date.now()): ExpiryState {
	if (expiresAt === null || expiresAt > now + SOON_MS) return 'current';
	return expiresAt > now ? 'expiring' : 'expired';
}

/** The day in the browser's zone. */
function dayOf(at: number): string {
	const day = new Date(at);
	const two = (part: number) => String(part).padStart(2, '0');
	return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The end of a day in the browser's zone; null for an empty field. */
function endOf(day: string): number | null {
	const at = new Date(`${day}T23:59:59`).getTime();
	return Number.isNaN(at) ? null : at;
}
