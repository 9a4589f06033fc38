import { Account, ApiToken, type Knex, Session, User, UserRole } from '@dropwire/db';
import { GIVEN_ROLES, LIMITS } from '@dropwire/domain';
import { giversOf } from '../guilds/pausing.ts';
import type { Call, Server } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import type { LiveHub } from '../live/hub.ts';
import { addMany } from './addMany.ts';
import { startExpiryChecks } from './expiry.ts';
import { presentAdmin, presentUser, rolesOf } from './present.ts';
import { admit, changeTerms, mustHavePlaces, termsOf } from './terms.ts';
import { withdrawAccess } from './withdraw.ts';

/** The access list: the people who can use Dropwire, and their roles. */
export function accessFeature({
	db,
	log,
	settings,
	responses,
	live,
}: Pick<Server, 'db' | 'log' | 'settings' | 'responses'> & { live: LiveHub }) {
	const expiry = startExpiryChecks({ db, log, ...giversOf(settings), onPaused: () => responses.forget() });
	return {
		handlers: {
			users: async ({ knex, server }) => {
				const users = await User.query(knex)
					.withGraphFetched('[roles, account]')
					.orderBy('createdAt')
					.limit(LIMITS.users);
				const listed = new Set(users.map((user) => user.discordId));
				const bySettings = server.settings.ADMIN_DISCORD_IDS.filter((discordId) => !listed.has(discordId));
				const accounts = await Account.query(knex).whereIn('discordId', bySettings);
				const lastUses = await lastUsesOf(knex, bySettings);
				return [
					...bySettings.map((discordId) =>
						presentAdmin(
							discordId,
							accounts.find((row) => row.discordId === discordId),
							lastUses.get(discordId) ?? null,
						),
					),
					...users.map((user) => presentUser(user, server.settings.ADMIN_DISCORD_IDS)),
				];
			},

			usersChange: async (call) => {
				const { action, discordId, role } = call.input;
				if (action === 'DELETE') {
					const admins = await lockAdmins(call.knex);
					const user = await findUser(call.knex, discordId, call.server.settings.ADMIN_DISCORD_IDS);
					await remove(call, live, [user], admins);
					return { data: presentUser(user, []) };
				}
				if (!role) throw invalidInput({ role: `is required: one of ${GIVEN_ROLES.join(', ')}` });
				const before = await findUser(call.knex, discordId);
				if (action === 'INSERT-ROLE') {
					await call.knex('user_roles').insert({ discordId, role }).onConflict(['discordId', 'role']).ignore();
				} else {
					await UserRole.query(call.knex).where({ discordId, role }).delete();
				}
				await linkedRolesChanged(call.knex, [discordId]);
				const after = await findUser(call.knex, discordId);
				call.audit({
					target: `user ${discordId}`,
					before: { roles: rolesOf(before) },
					after: { roles: rolesOf(after) },
				});
				return { data: presentUser(after, call.server.settings.ADMIN_DISCORD_IDS) };
			},

			usersDelete: async (call) => {
				const { discordIds } = call.input;
				const bySettings = call.server.settings.ADMIN_DISCORD_IDS;
				const admins = await lockAdmins(call.knex);
				const users = await User.query(call.knex).findByIds(discordIds).withGraphFetched('[roles, account]');
				const removed = users.map(({ discordId }) => discordId);
				if (bySettings.some((id) => discordIds.includes(id) && !removed.includes(id))) throw adminOfSettings();
				await remove(call, live, users, admins);
				return { data: { discordIds: removed } };
			},

			userAdd: async (call) => {
				const { discordId, client, ...terms } = call.input;
				if (await User.query(call.knex).findById(discordId)) {
					throw new CallError('conflict', 'This person is on the access list already.', {
						discordId: 'is on the access list already',
					});
				}
				await mustHavePlaces(call.knex, 1);
				const givers = giversOf(call.server.settings);
				const followed = await admit(
					call.knex,
					{ ...call, givers },
					{ discordId, admin: client === 'false', ...terms },
				);
				const user = await findUser(call.knex, discordId);
				call.audit({ target: `user ${discordId}`, after: { client, ...givenTerms(user) } });
				for (const entry of followed) call.auditFollowUp(entry);
				return { data: presentUser(user, givers.admins) };
			},

			userEdit: async (call) => {
				const { discordId, ...terms } = call.input;
				const givers = giversOf(call.server.settings);
				const before = await findUser(call.knex, discordId, givers.admins);
				const followed = await changeTerms(call.knex, { ...call, givers }, before, terms);
				const after = await findUser(call.knex, discordId);
				call.audit({ target: `user ${discordId}`, before: termsOf(before), after: termsOf(after) });
				for (const entry of followed) call.auditFollowUp(entry);
				return { data: presentUser(after, givers.admins) };
			},

			bulkUsers: addMany,
		},
		close: () => expiry.stop(),
	} satisfies Feature;
}

/** When people last used one of the sessions and API tokens that they have now; those of clients have it in their row. */
async function lastUsesOf(knex: Knex, discordIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
	const [sessions, tokens] = await Promise.all([
		Session.query(knex)
			.whereIn('discordId', [...discordIds])
			.where('usedAt', '>', 0)
			.select('discordId', 'usedAt'),
		ApiToken.query(knex)
			.whereIn('discordId', [...discordIds])
			.whereNotNull('lastUsedAt'),
	]);
	const uses = [...sessions, ...tokens.map(({ discordId, lastUsedAt }) => ({ discordId, usedAt: lastUsedAt }))];
	const latest = new Map<string, number>();
	for (const { discordId, usedAt } of uses) {
		if (discordId !== null) latest.set(discordId, Math.max(latest.get(discordId) ?? 0, usedAt ?? 0));
	}
	return latest;
}

/** The terms that are not empty, for the audit log. */
export function givenTerms(user: User): Partial<ReturnType<typeof termsOf>> {
	return Object.fromEntries(Object.entries(termsOf(user)).filter(([, value]) => value !== null));
}

/** Lets only one transaction at a time remove admins: two admins who remove each other must not both succeed. */
async function lockAdmins(knex: Knex): Promise<User[]> {
	return User.query(knex).where({ admin: true }).forUpdate();
}

/**
 * Removes people from the access list. Their sessions and tokens end, and guilds without another manager are paused.
 * @param admins the result of `lockAdmins`, before `users` were read
 * @throws CallError 409 if no admin would be left
 */
async function remove(
	call: Call<'usersChange' | 'usersDelete'>,
	live: LiveHub,
	users: readonly User[],
	admins: readonly User[],
): Promise<void> {
	const { ADMIN_DISCORD_IDS: bySettings } = call.server.settings;
	const gone = new Set(users.map(({ discordId }) => discordId));
	const others = admins.filter(({ discordId }) => !gone.has(discordId)).length + bySettings.length;
	if (others === 0 && users.some(({ admin }) => admin)) {
		throw new CallError('conflict', 'The last admin cannot be removed.');
	}
	for (const user of users) {
		const { discordId } = user;
		for (const entry of await withdrawAccess(call.knex, discordId, giversOf(call.server.settings)))
			call.auditFollowUp(entry);
		const { client, roles } = presentUser(user, []);
		call.audit({ target: `user ${discordId}`, before: { client, roles, ...givenTerms(user) } });
		call.afterCommit(() => live.drop(discordId));
	}
}

/**
 * @param bySettings ids of the admins from the settings, who can be without a row
 * @throws CallError 404 or 409
 */
export async function findUser(knex: Knex, discordId: string, bySettings: readonly string[] = []): Promise<User> {
	const user = await User.query(knex).findById(discordId).withGraphFetched('[roles, account]');
	if (user) return user;
	throw bySettings.includes(discordId) ? adminOfSettings() : notFound('This person');
}

function adminOfSettings(): CallError {
	return new CallError(
		'conflict',
		'This admin comes from the setting ADMIN_DISCORD_IDS, and is changed and removed only there.',
	);
}
