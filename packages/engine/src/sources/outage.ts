import { blockedReason } from '@dropwire/domain';

/** Why a product is blocked that is not found together with most others of its shop. */
export const GONE_TOGETHER = blockedReason('unreachable', 'not found, as are most products of the shop');
/** Why a product is blocked that the first check after a long pause does not find: gone counts after two checks in a row. */
export const GONE_AFTER_PAUSE = blockedReason('unreachable', 'not found by the first check after a pause');
/** Whether a product is blocked because it was missed, for one of these reasons. */
export function isMissing(reason: string | null): boolean {
	return reason === GONE_TOGETHER || reason === GONE_AFTER_PAUSE;
}

/** Fewer missing products than this are products that the shop removed. */
const MIN_MISSING = 5;
const TREATED = 'treated as an outage';

/**
 * Whether missing products are an outage of the shop: more than half of those that are known, and at least five. Each
 * process judges by the products that it watches itself, so few of them per process are no protection.
 */
export function isOutage(missing: number, known: number): boolean {
	return missing >= MIN_MISSING && missing * 2 > known;
}

/**
 * The sentence about a shop that operators are alerted with.
 * @param watched null if it is unknown
 * @returns null if too few products are blocked by an outage
 */
export function outageText(missing: number, watched: number | null, shop: string): string | null {
	if (missing < MIN_MISSING) return null;
	return `${missing}${watched === null ? '' : ` of ${watched}`} products of ${shop} are gone: ${TREATED}`;
}

/** Whether a reason for suspicion is an outage of the whole shop. */
export function isOutageText(reason: string | null): boolean {
	return reason?.endsWith(TREATED) === true;
}
