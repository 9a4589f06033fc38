import { Grant, type Knex, paidServersOf, User } from '@dropwire/db';
import { type Access, accessOf } from '@dropwire/domain';
import type { Givers } from './pausing.ts';

/** The grant that ends: a person's on the access list, or the id of a paid one. */
type Ending = 'manual' | number;

/** What a person has when a grant of theirs ends: all of its rights by other grants, access with fewer rights, or nothing. */
export type Kept = 'rights' | 'access' | 'nothing';

/** @param at when the grant ends, or a later moment, epoch ms */
export async function keptAfter(
	knex: Knex,
	{ discordId, grant, at, givers }: { discordId: string; grant: Ending; at: number; givers: Givers },
): Promise<Kept> {
	if (givers.admins.includes(discordId)) return 'rights';
	const user = await User.query(knex).findById(discordId).withGraphFetched('roles');
	const servers = await paidServersOf(knex, discordId);
	const paid = await Grant.query(knex)
		.where((own) => void own.where({ subject: 'user', subjectId: discordId }))
		.orWhere((server) => void server.where({ subject: 'guild' }).whereIn('subjectId', servers))
		.select('id', 'plan', 'startsAt', 'endsAt');
	const listed = user && { ...user, roles: user.roles?.map(({ role }) => role) ?? [] };
	const rightsBy = (counts: (one: Ending) => boolean): Access | null =>
		accessOf(
			listed && counts('manual') ? listed : null,
			paid.filter(({ id }) => counts(id)),
			givers.plans,
			at,
		);
	const others = rightsBy((one) => one !== grant);
	if (!others || (others.expiresAt !== null && others.expiresAt <= at)) return 'nothing';
	const roles = rightsBy((one) => one === grant)?.roles ?? [];
	return others.admin || roles.every((role) => others.roles.includes(role)) ? 'rights' : 'access';
}
