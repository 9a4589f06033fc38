import { contract, PAGES } from '@dropwire/contract';
import { every } from '@dropwire/domain/jobs';
import type { Discord } from '../discord/discord.ts';
import type { Server } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { ownPath } from '../http/ownPath.ts';
import { disconnectRoles } from './connections.ts';
import type { RoleFacts } from './metadata.ts';
import { startPushing } from './push.ts';
import { createRoleApi } from './roleApi.ts';

/** How often the registration is tried until Discord has it, ms. */
const REGISTER_MS = 60_000;
/** The account page, without the pages below it. */
const ACCOUNT = PAGES.account.replace('/*', '');
const DONE = Number.POSITIVE_INFINITY;

/** Discord's linked roles: roles that servers give by what a person has here. */
export function linkedRolesFeature(services: Server & { discord: Discord }) {
	const { settings, log, discord } = services;
	const isAvailable = settings.DISCORD_BOT_TOKEN !== undefined && settings.DISCORD_CLIENT_ID !== undefined;
	const api = createRoleApi(settings, discord);
	let registerMs = REGISTER_MS;
	const jobs = isAvailable
		? [
				startPushing({ ...services, api }),
				every(
					() => registerMs,
					async () => {
						const answer = await api.register();
						if (answer.kind === 'done') registerMs = DONE;
						else log.warn({ reason: answer.reason }, 'the metadata of linked roles could not be registered');
					},
					{ firstMs: 0, onError: (error) => log.error({ err: error }, 'registering linked roles failed') },
				),
			]
		: [];

	return {
		handlers: {
			linkedRoles: async ({ knex, caller: { discordId } }) => {
				const row = await knex('linked_roles').where({ discordId }).first();
				const own = row && !row.leaving ? row : null;
				const known = own?.pushed ? (JSON.parse(own.pushed) as RoleFacts) : null;
				return {
					data: {
						available: isAvailable,
						connectUrl: `${settings.PUBLIC_URL}${contract.linkedRolesConnect.path}?next=${ACCOUNT}`,
						accountUrl: `${settings.PUBLIC_URL}${ACCOUNT}`,
						connectedAt: own && own.sealed !== null ? own.connectedAt : null,
						known,
						knownAt: own?.pushedAt ?? null,
						endedAt: own?.endedAt ?? null,
						problem: own?.reason ?? null,
					},
				};
			},

			linkedRolesConnect: ({ input, session }) => {
				if (!isAvailable) throw notFound('Linked roles of this Dropwire, which has no DISCORD_BOT_TOKEN,');
				return session.begin(ownPath(input.next), '/roles');
			},

			linkedRolesEnd: async (call) => {
				const row = await disconnectRoles(call.knex, call.caller.discordId);
				if (row) call.audit({ target: `user ${call.caller.discordId}` });
				return { data: { connectedAt: null } };
			},
		},
		close: async () => {
			await Promise.all(jobs.map((job) => job.stop()));
		},
	} satisfies Feature;
}
