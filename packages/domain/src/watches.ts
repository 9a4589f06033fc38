import type { Brand } from './brands.ts';
import type { EventKind } from './eventKinds.ts';
import { REGIONS, type Region } from './regions.ts';
import type { GivenRole } from './roles.ts';
import type { OtherState } from './stockStates.ts';
import { OPTION_LIMITS } from './subscriptionOptions.ts';
import { FAMILIES } from './topics.ts';

/** The kinds of event of a new watch (contract: "Personal watches"). */
export const DEFAULT_WATCH_KINDS: EventKind[] = ['SHOCK_DROP', 'LIVE', 'NEW', 'RESTOCK', 'PRICE'];

/** What a watch wants of a product's events, in the format of a subscription's options. */
export interface WatchOptions {
	kinds: EventKind[];
	/** Empty for all. */
	sizes: string[];
	states: OtherState[];
}

/** Limits of a watch, and how many a person with each right can have; members without rights: `WATCHES_PER_MEMBER`. */
export const WATCH_LIMITS = {
	...OPTION_LIMITS,
	/** In minor units. */
	amount: 1e12,
	perClient: 50,
	perPremium: 500,
	/** How far ahead a watch can be snoozed, ms. */
	snoozeMs: 366 * 86_400_000,
	page: 100,
} as const;

/** How long the button and the bot snooze a watch, ms. */
export const SNOOZE_MS = 86_400_000;

/** What a person has on the access list, of which the number of their watches depends. */
export interface WatchRights {
	admin: boolean;
	roles: readonly GivenRole[];
	/** Epoch ms; null for never. */
	expiresAt: number | null;
}

/**
 * How many watches a person can have. Access that has expired counts as none.
 * @param rights null for a person who is not on the access list
 * @param perMember the setting WATCHES_PER_MEMBER
 */
export function watchLimit(rights: WatchRights | null, perMember: number, now: number): number {
	if (rights === null || (rights.expiresAt !== null && rights.expiresAt <= now)) return perMember;
	const { admin, roles } = rights;
	// An operator who lets every member have more means everybody.
	return Math.max(perMember, admin || roles.includes('premium') ? WATCH_LIMITS.perPremium : WATCH_LIMITS.perClient);
}

/** The regions in which a brand sells, in the order of all regions. */
export function regionsOfBrand(brand: Brand): Region[] {
	const own = new Set(FAMILIES.filter((family) => family.brand === brand).flatMap(({ regions }) => regions));
	return REGIONS.filter((region) => own.has(region));
}
