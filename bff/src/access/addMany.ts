import { OUTCOMES } from '@dropwire/contract';
import { User } from '@dropwire/db';
import { giversOf } from '../guilds/pausing.ts';
import type { Call } from '../http/context.ts';
import { rolesOf } from './present.ts';
import { admit, changeTerms, grant, mustHavePlaces, termsOf } from './terms.ts';

type Outcome = (typeof OUTCOMES)[number];
interface Row {
	discordId: string;
	outcome: Outcome;
	problem: string | null;
}

/** Adds many clients with the same terms. Nothing is written for a dry run, or when an id is refused. */
export async function addMany(call: Call<'bulkUsers'>) {
	const { dryRun, discordIds, existing, roles, plan, expiresAt, note } = call.input;
	const { knex } = call;
	const givers = giversOf(call.server.settings);
	const users = await User.query(knex)
		.whereIn('discordId', [...new Set(discordIds)])
		.withGraphFetched('roles');
	const known = new Map(users.map((user) => [user.discordId, user]));
	const terms = { plan, expiresAt, note };
	const seen = new Set<string>();
	const rows = discordIds.map((discordId): Row => {
		const problem = problemOf(discordId);
		seen.add(discordId);
		return { discordId, outcome: problem ? 'refused' : outcomeOf(discordId), problem };
	});

	function problemOf(discordId: string): string | null {
		if (!/^\d{17,20}$/.test(discordId)) return 'must be a Discord id of 17 to 20 digits';
		if (seen.has(discordId)) return 'is listed twice';
		const isAdmin = known.get(discordId)?.admin === true || givers.admins.includes(discordId);
		return isAdmin ? 'is an admin, not a client' : null;
	}

	function outcomeOf(discordId: string): Outcome {
		const user = known.get(discordId);
		if (!user) return 'added';
		if (existing === 'keep') return 'unchanged';
		const own = rolesOf(user);
		const now = termsOf(user);
		const isSame =
			(plan === undefined || plan === now.plan) &&
			(expiresAt === undefined || expiresAt === now.expiresAt) &&
			(note === undefined || note === now.note) &&
			roles.every((role) => own.includes(role));
		return isSame ? 'unchanged' : 'changed';
	}

	await mustHavePlaces(knex, rows.filter(({ outcome }) => outcome === 'added').length);
	const applied = !dryRun && rows.every(({ outcome }) => outcome !== 'refused');
	if (applied) {
		for (const { discordId, outcome } of rows) {
			const user = known.get(discordId);
			const change = { ...call, givers };
			if (outcome === 'added') {
				for (const entry of await admit(knex, change, { discordId, roles, ...terms })) call.auditFollowUp(entry);
				call.audit({ target: `user ${discordId}`, after: { client: 'true', roles, ...terms } });
			} else if (outcome === 'changed' && user) {
				for (const entry of await changeTerms(knex, change, user, terms)) call.auditFollowUp(entry);
				await grant(knex, discordId, roles);
				const before = { roles: rolesOf(user), ...termsOf(user) };
				call.audit({
					target: `user ${discordId}`,
					before,
					after: { ...before, ...terms, roles: [...new Set([...before.roles, ...roles])] },
				});
			}
		}
	}
	const counts = Object.fromEntries(
		OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
	) as Record<Outcome, number>;
	return { applied, data: rows, counts };
}
