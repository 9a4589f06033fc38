import { Account, type Knex, User } from '@dropwire/db';
import type { Caller } from '../http/auth.ts';

interface Actor {
	operator: boolean;
	/** Null if unknown, and for an operator whom the reader does not see. */
	name: string | null;
}

/** Who the people are that changed something in a guild. A client does not see which operator made a change. */
export async function readActors(
	knex: Knex,
	ids: readonly string[],
	{
		caller,
		admins,
	}: {
		caller: Caller;
		/** Operators from the settings, who are on no list. */
		admins: readonly string[];
	},
): Promise<(id: string) => Actor> {
	const accounts = await Account.query(knex).whereIn('discordId', ids).select('discordId', 'username');
	const nameOf = new Map(accounts.map(({ discordId, username }) => [discordId, username]));
	const listed = await User.query(knex).whereIn('discordId', ids).where({ admin: true }).select('discordId');
	const operators = new Set([...admins, ...listed.map(({ discordId }) => discordId)]);
	return (id) => {
		const operator = operators.has(id);
		const isShown = !operator || caller.access?.admin || caller.discordId === id;
		return { operator, name: isShown ? nameOf.get(id) || null : null };
	};
}
