import { Grant, type Knex, paidServersOf, User } from '@dropwire/db';
import { type Access, accessOf } from '@dropwire/domain';
import type { Givers } from './pausing.ts';

/** The grant that ends: a person's on the access list, or the id of a paid one. */
type Ending = 'manual' | number;

/**
 * Whether a person has all rights of a grant also by other grants when it ends, so that its end changes nothing for them.
 * @param at when it ends, epoch ms
 */
export async function hasOtherGrant(
	knex: Knex,
	{ discordId, grant, at, givers }: { discordId: string; grant: Ending; at: number; givers: Givers },
): Promise<boolean> {
	if (givers.admins.includes(discordId)) return true;
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
	if (!others || (others.expiresAt !== null && others.expiresAt <= at)) return false;
	const roles = rightsBy((one) => one === grant)?.roles ?? [];
	return others.admin || roles.every((role) => others.roles.includes(role));
}
