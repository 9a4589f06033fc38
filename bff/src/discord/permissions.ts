import type { APIGuild, APIGuildMember, APIOverwrite } from 'discord-api-types/v10';

const ADMINISTRATOR = 1n << 3n;

/**
 * The permissions that a member lacks in a channel (Discord's documentation, "Permission Hierarchy"): those of the
 * member's roles, changed by the channel's overwrites for @everyone, then for the roles, then for the member.
 */
export function missingPermissions<Name extends string>(
	needed: Readonly<Record<Name, bigint>>,
	{
		guild,
		member,
		overwrites,
	}: {
		guild: Pick<APIGuild, 'id' | 'owner_id' | 'roles'>;
		member: Pick<APIGuildMember, 'user' | 'roles'>;
		overwrites: readonly Pick<APIOverwrite, 'id' | 'allow' | 'deny'>[];
	},
): Name[] {
	const own = new Set([guild.id, ...member.roles]);
	const base = union(guild.roles.filter(({ id }) => own.has(id)).map(({ permissions }) => permissions));
	if (guild.owner_id === member.user.id || (base & ADMINISTRATOR) !== 0n) return [];
	const steps = [[guild.id], member.roles, [member.user.id]];
	const granted = steps.reduce((permissions, ids) => {
		const some = overwrites.filter(({ id }) => ids.includes(id));
		return (permissions & ~union(some.map(({ deny }) => deny))) | union(some.map(({ allow }) => allow));
	}, base);
	return (Object.keys(needed) as Name[]).filter((name) => (granted & needed[name]) === 0n);
}

function union(bits: readonly string[]): bigint {
	return bits.reduce((all, some) => all | BigInt(some), 0n);
}
