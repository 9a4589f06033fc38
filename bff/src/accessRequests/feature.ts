import type { Terms } from '@dropwire/contract';
import { AccessRequest, type Account, type Knex, paidServersOf, User } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { queueBotNotice } from '@dropwire/engine';
import { findUser, givenTerms } from '../access/feature.ts';
import { presentUser } from '../access/present.ts';
import { admit, changeTerms, grant, mustHavePlaces, settleRequest } from '../access/terms.ts';
import { giversOf } from '../guilds/pausing.ts';
import { hasAccess } from '../http/auth.ts';
import type { Call } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';

/** The open requests that operators see at once. */
const SHOWN = 100;

/** The latest answers of each kind, whose times say how long an answer takes, and how many of them say enough. */
const ANSWERS = 20;
const ENOUGH_ANSWERS = 5;

const BOUGHT_WITHOUT_END = 'is required, since what this person has bought has no end; null for never';

/** Requests of signed-in people to be added to the access list, and of clients for a role. */
export const accessRequestsFeature = {
	handlers: {
		accessRequest: async ({ caller, knex }) => {
			const request = await AccessRequest.query(knex).findById(caller.discordId);
			return {
				data: request ? presentOwn(request) : null,
				listed: caller.own.listed !== null || hasAccess(caller),
				answeredWithinMs: await answeredWithin(knex),
			};
		},

		accessRequestCreate: async (call) => {
			const { knex, caller } = call;
			const { discordId } = caller;
			const { note, persona, plan, role } = call.input;
			// What was bought and has ended gives nothing.
			const access = caller.own.listed !== null || hasAccess(caller) ? caller.access : null;
			if (access?.admin || (access && role === null)) {
				throw new CallError('conflict', 'You have access already.');
			}
			if (role && access?.roles.includes(role)) throw new CallError('conflict', 'You have this role already.');
			mustBePlan(plan, call.server.settings.PLANS);
			const earlier = await AccessRequest.query(knex).findById(discordId).forUpdate();
			if (earlier?.status === 'open') throw new CallError('conflict', 'Your request is open already.');
			const { count } = await countOpen(knex);
			if (count >= LIMITS.accessRequests) {
				throw new CallError('conflict', 'Too many requests are open at the moment. Try again tomorrow.');
			}
			const wishes = { note, persona, plan, role };
			const row = { ...wishes, status: 'open' as const, reason: null, createdAt: Date.now(), decidedAt: null };
			if (earlier) await AccessRequest.query(knex).findById(discordId).patch(row);
			else await AccessRequest.query(knex).insert({ discordId, ...row });
			call.audit({
				target: `user ${discordId}`,
				after: { note, ...(persona && { persona }), ...(plan && { plan }), ...(role && { role }) },
			});
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
			const ids = requests.map(({ discordId }) => discordId);
			const users = await User.query(knex).findByIds(ids).select('discordId');
			const listed = new Set(users.map(({ discordId }) => discordId));
			return { data: requests.map((request) => present(request, listed.has(request.discordId))), count };
		},

		accessRequestApprove: async (call) => {
			const { discordId, ...terms } = call.input;
			const { knex } = call;
			const admins = call.server.settings.ADMIN_DISCORD_IDS;
			const request = await mustBeOpen(call);
			const listed = await User.query(knex).findById(discordId);
			if (listed && request.role === null) {
				throw new CallError('conflict', 'This person is on the access list already.');
			}
			if (!listed) await mustHavePlaces(knex, 1);
			const change = { ...call, givers: giversOf(call.server.settings) };
			const followed = listed
				? await changeTerms(knex, change, listed, terms)
				: await admit(knex, change, { discordId, ...terms, expiresAt: await expiryOf(call, terms) });
			if (listed) {
				await grant(knex, discordId, terms.roles);
				await settleRequest(knex, discordId);
			}
			const user = await findUser(knex, discordId);
			call.audit({ target: `user ${discordId}`, after: { client: 'true', roles: terms.roles, ...givenTerms(user) } });
			for (const entry of followed) call.auditFollowUp(entry);
			const { plan, expiresAt } = user;
			const role = listed && terms.roles[0];
			await queueBotNotice(knex, {
				key: `approved/${discordId}/${request.createdAt}`,
				kind: 'approved',
				discordId,
				data: { plan, expiresAt, ...(role && { role }) },
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
			return { data: { ...wishesOf(request), createdAt: request.createdAt, ...decided } };
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

/**
 * The expiry that an operator gives or, for a person with a paid grant, its end: otherwise the place on the access list would
 * outlast what they pay for.
 * @throws CallError 400 if nothing says when it ends
 */
async function expiryOf(
	{ knex, server, input: { discordId } }: Call<'accessRequestApprove'>,
	{ expiresAt }: Pick<Terms, 'expiresAt'>,
): Promise<number | null> {
	if (expiresAt !== undefined) return expiresAt;
	const access = await server.auth.lockAccess(knex, discordId, await paidServersOf(knex, discordId));
	if (!access || access.admin || !hasAccess({ access })) return null;
	if (access.expiresAt === null) throw invalidInput({ expiresAt: BOUGHT_WITHOUT_END });
	return access.expiresAt;
}

async function countOpen(knex: Call<'accessRequests'>['knex']): Promise<{ count: number }> {
	return { count: await AccessRequest.query(knex).where({ status: 'open' }).resultSize() };
}

/** @throws CallError 400 */
function mustBePlan(plan: string | null, plans: readonly { name: string }[]): void {
	const names = plans.map(({ name }) => name);
	if (plan === null || names.includes(plan)) return;
	throw invalidInput({ plan: `must be one of the plans: ${names.join(', ') || 'none is offered'}` });
}

/** The median time of the latest answers, ms; null if there were too few. */
async function answeredWithin(knex: Knex): Promise<number | null> {
	const latest = await Promise.all(
		(['approved', 'declined'] as const).map((status) =>
			AccessRequest.query(knex)
				.where({ status })
				.orderBy('createdAt', 'desc')
				.limit(ANSWERS)
				.select('createdAt', 'decidedAt'),
		),
	);
	const times = latest
		.flat()
		.flatMap(({ createdAt, decidedAt }) => (decidedAt === null ? [] : [decidedAt - createdAt]))
		.sort((a, b) => a - b);
	return times.length < ENOUGH_ANSWERS ? null : (times[Math.trunc(times.length / 2)] ?? null);
}

const wishesOf = ({ note, persona, plan, role }: Pick<AccessRequest, 'note' | 'persona' | 'plan' | 'role'>) => ({
	note,
	persona,
	plan,
	role,
});

/** Null for a request that was approved: access itself is the answer. */
function presentOwn(request: AccessRequest) {
	const { status, reason, createdAt, decidedAt } = request;
	return status === 'approved' ? null : { ...wishesOf(request), status, reason, createdAt, decidedAt };
}

/** @param request an open one */
function present(request: AccessRequest, listed: boolean) {
	const { discordId, account, reason, createdAt, decidedAt } = request;
	const own = { ...wishesOf(request), status: 'open' as const, reason, createdAt, decidedAt };
	return { discordId, ...presentAccount(discordId, account), ...own, listed };
}

function presentAccount(discordId: string, account: Account | null | undefined) {
	return {
		username: account?.username ?? discordId,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}
