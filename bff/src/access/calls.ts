import { Account, ApiToken, type Knex, Session, User, UserRole } from '@dropwire/db';
import { GIVEN_ROLES, type GivenRole } from '@dropwire/db/topics';
import type { Call, Handlers } from '../http/call.ts';
import { callerOf } from '../http/call.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';

const MOST_USERS = 10_000;

/** The access list: who may use the product, and in which role. */
export const accessHandlers = {
	users: async ({ knex, server }) => {
		const users = await User.query(knex).withGraphFetched('[roles, account]').orderBy('createdAt').limit(MOST_USERS);
		const listed = new Set(users.map((user) => user.discordId));
		const bySettings = server.settings.ADMIN_DISCORD_IDS.filter((discordId) => !listed.has(discordId));
		const accounts = await Account.query(knex).whereIn('discordId', bySettings);
		return [
			...bySettings.map((discordId) =>
				present({ discordId, admin: true, roles: [], account: accounts.find((row) => row.discordId === discordId) }),
			),
			...users.map((user) => presentUser(user, server.settings.ADMIN_DISCORD_IDS)),
		];
	},

	usersChange: async (call) => {
		const { action, discordId, role } = call.input;
		if (action === 'DELETE') return remove(call);
		if (!role) throw invalidInput({ role: `is required: one of ${GIVEN_ROLES.join(', ')}` });
		const before = await mustFind(call, discordId);
		if (action === 'INSERT-ROLE') {
			await call.knex('user_roles').insert({ discordId, role }).onConflict(['discordId', 'role']).ignore();
		} else {
			await UserRole.query(call.knex).where({ discordId, role }).delete();
		}
		const after = await mustFind(call, discordId);
		call.changed({
			target: `user ${discordId}`,
			before: { roles: rolesOf(before) },
			after: { roles: rolesOf(after) },
		});
		call.afterCommit(() => forget(call, discordId));
		return { data: presentUser(after, call.server.settings.ADMIN_DISCORD_IDS) };
	},

	userAdd: async (call) => {
		const { discordId, client } = call.input;
		if (await User.query(call.knex).findById(discordId)) {
			throw new CallError('conflict', 'This person is on the access list already.', {
				discordId: 'is on the access list already',
			});
		}
		const admin = client === 'false';
		await User.query(call.knex).insert({
			discordId,
			admin,
			createdAt: Date.now(),
			createdBy: callerOf(call).discordId,
		});
		call.changed({ target: `user ${discordId}`, after: { client } });
		call.afterCommit(() => forget(call, discordId));
		return { data: presentUser(await mustFind(call, discordId), call.server.settings.ADMIN_DISCORD_IDS) };
	},
} satisfies Partial<Handlers>;

/** Takes a person off the list: sessions and tokens end with it. */
async function remove(call: Call<'usersChange'>) {
	const { discordId } = call.input;
	const { ADMIN_DISCORD_IDS: bySettings } = call.server.settings;
	// Two admins who remove each other at once must not both succeed.
	const admins = await User.query(call.knex).where({ admin: true }).forUpdate();
	const user = await find(call.knex, discordId);
	if (!user) {
		throw bySettings.includes(discordId)
			? new CallError('conflict', 'This admin stands in the setting ADMIN_DISCORD_IDS and is removed there.')
			: notFound('This person');
	}
	const others = admins.filter((admin) => admin.discordId !== discordId).length + bySettings.length;
	if (user.admin && others === 0) throw new CallError('conflict', 'The last admin cannot be removed.');
	await Session.query(call.knex).where({ discordId }).delete();
	await ApiToken.query(call.knex).where({ discordId }).delete();
	await User.query(call.knex).deleteById(discordId);
	const gone = presentUser(user, []);
	call.changed({ target: `user ${discordId}`, before: { client: gone.client, roles: gone.roles } });
	call.afterCommit(() => {
		forget(call, discordId);
		call.server.live.drop(discordId);
	});
	return { data: gone };
}

/** What is remembered of a person holds no longer. */
function forget(call: Call<'usersChange' | 'userAdd'>, discordId: string): void {
	call.server.callers.forget(discordId);
	call.server.sessions.forget(discordId);
}

async function find(knex: Knex, discordId: string): Promise<User | undefined> {
	return User.query(knex).findById(discordId).withGraphFetched('[roles, account]');
}

async function mustFind(call: Call<'usersChange' | 'userAdd'>, discordId: string): Promise<User> {
	const user = await find(call.knex, discordId);
	if (!user) throw notFound('This person');
	return user;
}

function rolesOf(user: User): GivenRole[] {
	return user.roles?.map(({ role }) => role) ?? [];
}

function presentUser(user: User, bySettings: readonly string[]) {
	const admin = user.admin || bySettings.includes(user.discordId);
	return present({ discordId: user.discordId, admin, roles: rolesOf(user), account: user.account });
}

function present({
	discordId,
	admin,
	roles,
	account,
}: {
	discordId: string;
	admin: boolean;
	roles: readonly GivenRole[];
	account: Account | null | undefined;
}) {
	return {
		discordId,
		client: admin ? ('false' as const) : ('true' as const),
		roles: [...roles, ...(admin ? (['admin'] as const) : [])],
		username: account?.username ?? null,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}
