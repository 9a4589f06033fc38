import { AccessRequest, type Account, User } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { queueBotNotice } from '@dropwire/engine';
import { findUser, givenTerms } from '../access/feature.ts';
import { presentUser } from '../access/present.ts';
import { admit, mustHavePlaces } from '../access/terms.ts';
import type { Call } from '../http/context.ts';
import { CallError, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';

/** The open requests that operators see at once. */
const SHOWN = 100;

/** Requests of signed-in people to be added to the access list. */
export const accessRequestsFeature = {
	handlers: {
		accessRequest: async ({ caller, knex }) => {
			const request = await AccessRequest.query(knex).findById(caller.discordId);
			return { data: request ? presentOwn(request) : null, listed: caller.access !== null };
		},

		accessRequestCreate: async (call) => {
			const { knex, caller } = call;
			const { discordId } = caller;
			if (caller.access) throw new CallError('conflict', 'You are on the access list already.');
			const earlier = await AccessRequest.query(knex).findById(discordId).forUpdate();
			if (earlier?.status === 'open') throw new CallError('conflict', 'Your request is open already.');
			const { count } = await countOpen(knex);
			if (count >= LIMITS.accessRequests) {
				throw new CallError('conflict', 'Too many requests are open at the moment. Try again tomorrow.');
			}
			const { note } = call.input;
			const row = { note, status: 'open' as const, reason: null, createdAt: Date.now(), decidedAt: null };
			if (earlier) await AccessRequest.query(knex).findById(discordId).patch(row);
			else await AccessRequest.query(knex).insert({ discordId, ...row });
			call.audit({ target: `user ${discordId}`, after: { note } });
			return { data: row };
		},

		accessRequests: async ({ knex }) => {
			const [requests, { count }] = await Promise.all([
				AccessRequest.query(knex)
					.where({ status: 'open' })
					.orderBy('createdAt')
					.limit(SHOWN)
					.withGraphFetched('account'),
				countOpen(knex),
			]);
			return { data: requests.map(present), count };
		},

		accessRequestApprove: async (call) => {
			const { discordId, ...terms } = call.input;
			const { knex } = call;
			const admins = call.server.settings.ADMIN_DISCORD_IDS;
			const request = await mustBeOpen(call);
			if (await User.query(knex).findById(discordId)) {
				throw new CallError('conflict', 'This person is on the access list already.');
			}
			await mustHavePlaces(knex, 1);
			const followed = await admit(knex, { ...call, admins }, { discordId, ...terms });
			const user = await findUser(knex, discordId);
			call.audit({ target: `user ${discordId}`, after: { client: 'true', roles: terms.roles, ...givenTerms(user) } });
			for (const entry of followed) call.auditFollowUp(entry);
			const { plan, expiresAt } = user;
			await queueBotNotice(knex, {
				key: `approved/${discordId}/${request.createdAt}`,
				kind: 'approved',
				discordId,
				data: { plan, expiresAt },
			});
			return { data: presentUser(user, admins) };
		},

		accessRequestDecline: async (call) => {
			const { discordId, reason } = call.input;
			const request = await mustBeOpen(call);
			const decided = { status: 'declined' as const, reason, decidedAt: Date.now() };
			await AccessRequest.query(call.knex).findById(discordId).patch(decided);
			call.audit({ target: `user ${discordId}`, after: { status: 'declined', reason } });
			await queueBotNotice(call.knex, {
				key: `declined/${discordId}/${request.createdAt}`,
				kind: 'declined',
				discordId,
				data: { reason },
			});
			const { note, createdAt } = request;
			return { data: presentOwn({ note, createdAt, ...decided }) };
		},
	},
} satisfies Feature;

/** Locks the request: of two operators who decide at once, one does. @throws CallError 404 */
async function mustBeOpen({
	knex,
	input,
}: Pick<Call<'accessRequestApprove' | 'accessRequestDecline'>, 'knex' | 'input'>): Promise<AccessRequest> {
	const request = await AccessRequest.query(knex).findById(input.discordId).forUpdate();
	if (request?.status !== 'open') throw notFound('An open request of this person');
	return request;
}

async function countOpen(knex: Call<'accessRequests'>['knex']): Promise<{ count: number }> {
	return { count: await AccessRequest.query(knex).where({ status: 'open' }).resultSize() };
}

type Own = Pick<AccessRequest, 'status' | 'note' | 'reason' | 'createdAt' | 'decidedAt'>;

function presentOwn({ status, note, reason, createdAt, decidedAt }: Own) {
	return { status, note, reason, createdAt, decidedAt };
}

function present({ discordId, account, ...request }: AccessRequest) {
	return { discordId, ...presentAccount(discordId, account), ...presentOwn(request) };
}

function presentAccount(discordId: string, account: Account | null | undefined) {
	return {
		username: account?.username ?? discordId,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}
