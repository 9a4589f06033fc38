import type { Plan, PlanRight } from './plans.ts';
import type { GivenRole } from './roles.ts';

/** Where a grant comes from: an operator, the application's store at Discord, or a billing service. */
export const GRANT_PROVIDERS = ['manual', 'discord', 'billing'] as const;
export type GrantProvider = (typeof GRANT_PROVIDERS)[number];

/** The kinds of owners of a grant: a person, or the managers of a server. */
export const GRANT_SUBJECTS = ['user', 'guild'] as const;
export type GrantSubject = (typeof GRANT_SUBJECTS)[number];

export const GRANT_STATES = ['scheduled', 'active', 'ended'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** How many grants a page of the list has. */
export const GRANTS_PAGE = 100;

/** Times are epoch ms. */
export interface GrantTimes {
	startsAt: number;
	/** Exclusive; null without an end. */
	endsAt: number | null;
}

export function grantState({ startsAt, endsAt }: GrantTimes, now: number): GrantState {
	if (endsAt !== null && endsAt <= now) return 'ended';
	return startsAt > now ? 'scheduled' : 'active';
}

/** A paid grant of a person, or of a server that they manage. */
export interface PaidGrant extends GrantTimes {
	/** The id of a plan; one that the settings do not name gives nothing. */
	plan: string;
}

/** What a person has on the access list. */
export interface ListedAccess {
	admin: boolean;
	roles: readonly GivenRole[];
	/** The plan's name; null without one. */
	plan: string | null;
	/** When it becomes, or became, read-only; null for never, as for every admin. */
	expiresAt: number | null;
}

/** What a person can do, from all of their grants. `expiresAt` is the end of the last one. */
export interface Access extends ListedAccess {
	/** When `plan` ends, or ended; `expiresAt` without a plan. */
	planEndsAt: number | null;
}

/**
 * The rights of all active grants of a person together: of the access list, which is their manual grant, and of paid
 * ones. After the last one has ended, the person has what the latest one gave, but expired.
 * @param listed null for a person who is not on the access list
 * @param paid in any order; those that are scheduled, ended, ended before they began, or of an unknown plan are allowed
 * @param plans of the setting `PLANS`
 * @returns null for a person who never had a grant
 */
export function accessOf(
	listed: ListedAccess | null,
	paid: readonly PaidGrant[],
	plans: readonly Plan[],
	now: number,
): Access | null {
	if (listed?.admin) return { ...listed, planEndsAt: listed.expiresAt };
	const all: ListedAccess[] = listed ? [listed] : [];
	for (const { plan: id, startsAt, endsAt } of paid) {
		const plan = plans.find((one) => one.id === id);
		const hasBegun = startsAt <= now && (endsAt === null || endsAt > startsAt);
		if (!plan?.rights?.length || !hasBegun) continue;
		all.push({ admin: false, roles: rolesOf(plan.rights), plan: plan.name, expiresAt: endsAt });
	}
	const end = ({ expiresAt }: ListedAccess) => expiresAt ?? Infinity;
	all.sort((a, b) => end(b) - end(a));
	const [last] = all;
	if (!last) return null;
	const active = all.filter((one) => end(one) > now);
	const counted = active.length > 0 ? active : [last];
	// The plan with the most rights is the one to name; of several, the one that lasts longest.
	const named = counted.filter(({ plan }) => plan !== null).sort((a, b) => b.roles.length - a.roles.length);
	const { plan, expiresAt: planEndsAt } = named[0] ?? last;
	return { ...last, roles: [...new Set(counted.flatMap(({ roles }) => roles))], plan, planEndsAt };
}

function rolesOf(rights: readonly PlanRight[]): GivenRole[] {
	return rights.includes('premium') ? ['premium'] : [];
}
