import { hash } from 'node:crypto';
import { Grant, User, UserRole } from '@dropwire/db';
import { every } from '@dropwire/domain/jobs';
import type { Plan } from '@dropwire/domain/plans';
import { findUser } from '../access/feature.ts';
import { rolesOf } from '../access/present.ts';
import { admit, changeTerms, grant as giveRoles, mustHavePlaces, termsOf } from '../access/terms.ts';
import type { Discord } from '../discord/discord.ts';
import { giversOf } from '../guilds/pausing.ts';
import type { GuildRights } from '../guilds/rights.ts';
import { isActing } from '../http/auth.ts';
import type { Call, Server } from '../http/context.ts';
import { CallError, forbidden, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { readEntitlements } from './entitlements.ts';
import { listGrants, type Subjects } from './list.ts';
import { personIn, presentGrant, presentManual, withNames } from './present.ts';
import { storeStated } from './report.ts';
import { settleGrants } from './settle.ts';
import { countGrants, readRejected } from './summary.ts';

const EVERY_MS = 15_000;
/** How long a replayed event of a billing service is known, and rejected events are counted, ms. */
const KEPT_MS = 7 * 86_400_000;

/** Access that people and servers have from operators, Discord's store and billing services. */
export function grantsFeature(
	server: Pick<Server, 'db' | 'log' | 'settings' | 'responses'> & { discord: Discord; guilds: GuildRights },
) {
	const { db, log, settings, responses, discord, guilds } = server;
	const givers = giversOf(settings);
	const onChanged = () => responses.forget();
	const entitlements = readEntitlements({
		db,
		log,
		bot: discord.bot,
		applicationId: settings.DISCORD_CLIENT_ID ?? '',
		everyMs: settings.ENTITLEMENTS_EVERY_S * 1000,
		givers,
		onChanged,
	});
	for (const problem of problemsIn(settings)) log.warn(problem);
	const settling = every(
		EVERY_MS,
		async () => {
			if (await settleGrants(db, givers)) onChanged();
			const old = Date.now() - KEPT_MS;
			await db.knex('billing_events').where('receivedAt', '<', old).delete();
			await db.knex('rejected_events').where('hour', '<', old).delete();
		},
		{ onError: (error) => log.error({ err: error }, 'carrying out grants failed') },
	);
	return {
		handlers: {
			grants: async (call) => {
				const { cursor } = call.input;
				return listGrants(
					call.knex,
					{ subjects: await subjectsOf(call, guilds), cursor, plans: settings.PLANS },
					Date.now(),
				);
			},

			grantSummary: async ({ knex, server: { signatures } }) => {
				const now = Date.now();
				const [plans, reading, rejected] = await Promise.all([
					countGrants(knex, settings.PLANS, now),
					entitlements.state(),
					readRejected(knex, now),
				]);
				const signers = { billing: signatures.has('billing'), discord: signatures.has('discord') };
				return { data: { plans, discord: reading, signers, rejected } };
			},

			grantAdd: async (call) => {
				const { subject, subjectId, plan: id, endsAt } = call.input;
				const plan = mustGiveRights(id, settings.PLANS, 'plan');
				const now = Date.now();
				if (subject === 'user') return addToPerson(call, plan);
				const externalId = subjectId;
				const stated = { provider: 'manual' as const, externalId, subject, subjectId, payerId: null, plan: id };
				const before = await Grant.query(call.knex).findOne({ provider: 'manual', externalId });
				const startsAt = before && before.endedAt === null ? before.startsAt : now;
				// The clock of another server can be ahead.
				const reportedAt = Math.max(now, (before?.reportedAt ?? 0) + 1);
				const grant = await storeStated(call.knex, { ...stated, startsAt, endsAt, reportedAt }, givers, now);
				call.audit({ target: `guild ${subjectId}`, guildId: subjectId, after: { plan: id, endsAt } });
				return presented(call, presentGrant(grant, settings.PLANS, now));
			},

			grantEnd: async (call) => {
				const { id } = call.input;
				const now = Date.now();
				const person = personIn(id);
				if (person !== null) {
					const user = await findUser(call.knex, person, givers.admins);
					const isOver = user.expiresAt !== null && user.expiresAt <= now;
					return changePerson(call, user, isOver ? {} : { expiresAt: now });
				}
				const grant = /^\d{1,15}$/.test(id) ? await Grant.query(call.knex).findById(Number(id)).forUpdate() : undefined;
				if (!grant) throw notFound(`The grant ${id}`);
				if (grant.provider !== 'manual') {
					const where = grant.provider === 'discord' ? 'at Discord' : 'at the billing service';
					throw new CallError(
						'conflict',
						`This grant was bought. End it ${where}: the next report would bring it back.`,
					);
				}
				const { provider, externalId, subject, subjectId, payerId, plan, startsAt } = grant;
				const stated = { provider, externalId, subject, subjectId, payerId, plan, startsAt };
				const endsAt = Math.min(grant.endsAt ?? now, now);
				const reportedAt = Math.max(now, grant.reportedAt + 1);
				const ended = await storeStated(call.knex, { ...stated, endsAt, reportedAt }, givers, now);
				call.audit({ target: `guild ${subjectId}`, guildId: subjectId, after: { plan, endsAt } });
				return presented(call, presentGrant(ended, settings.PLANS, now));
			},

			botEntitlements: async () => {
				await entitlements.request();
				return { data: { reading: true } };
			},

			billingEvents: async ({ knex, input, webhookId, server: { signatures } }) => {
				const { type, occurredAt, grant } = input;
				const { externalId, discordId, guildId, plan, startsAt } = grant;
				mustGiveRights(plan, settings.PLANS, 'grant.plan');
				const now = Date.now();
				const idHash = hash('sha256', webhookId ?? '');
				if (await knex('billing_events').where({ idHash }).first('idHash')) {
					return signatures.noteRejected('billing', 'replayed', knex);
				}
				await knex('billing_events').insert({ idHash, receivedAt: now }).onConflict('idHash').ignore();
				const endsAt = type === 'grant.ended' ? Math.min(grant.endsAt ?? occurredAt, occurredAt, now) : grant.endsAt;
				const subject = guildId === undefined ? 'user' : 'guild';
				const subjectId = guildId ?? discordId ?? '';
				const stated = { provider: 'billing' as const, externalId, subject, subjectId, payerId: null, plan } as const;
				await storeStated(knex, { ...stated, startsAt, endsAt, reportedAt: occurredAt }, givers, now);
			},

			discordEvents: async ({ input }) => {
				if (input.event?.type.startsWith('ENTITLEMENT_')) await entitlements.request();
			},
		},
		close: async () => {
			await Promise.all([settling.stop(), entitlements.stop()]);
		},
	} satisfies Feature;

	/** Gives a plan by the access list: a row with the plan's name and, for its rights, the role. Another plan's role ends. */
	async function addToPerson(call: Call<'grantAdd'>, plan: Plan) {
		const { knex } = call;
		const { subjectId: discordId, endsAt: expiresAt } = call.input;
		const roles = plan.rights?.includes('premium') ? (['premium'] as const) : [];
		const user = await User.query(knex).findById(discordId).withGraphFetched('roles');
		if (user?.admin || givers.admins.includes(discordId)) {
			throw new CallError('conflict', 'This person is an operator and has all rights.');
		}
		if (user) {
			await giveRoles(knex, discordId, roles);
			if (roles.length === 0) {
				await UserRole.query(knex).where({ discordId, role: 'premium' }).delete();
				await linkedRolesChanged(knex, [discordId]);
			}
			return changePerson(call, user, { plan: plan.name, expiresAt });
		}
		await mustHavePlaces(knex, 1);
		const terms = { plan: plan.name, expiresAt };
		const followed = await admit(knex, { ...call, givers }, { discordId, roles: [...roles], ...terms });
		call.audit({ target: `user ${discordId}`, after: { client: 'true', roles, ...terms } });
		for (const entry of followed) call.auditFollowUp(entry);
		return presented(call, presentManual(await findUser(knex, discordId), settings.PLANS, Date.now()));
	}

	async function changePerson(
		call: Call<'grantAdd'> | Call<'grantEnd'>,
		user: User,
		terms: { plan?: string; expiresAt?: number | null },
	) {
		const followed = await changeTerms(call.knex, { ...call, givers }, user, terms);
		const after = await findUser(call.knex, user.discordId);
		const shown = (one: User) => ({ roles: rolesOf(one), ...termsOf(one) });
		call.audit({ target: `user ${user.discordId}`, before: shown(user), after: shown(after) });
		for (const entry of followed) call.auditFollowUp(entry);
		return presented(call, presentManual(after, settings.PLANS, Date.now()));
	}
}

async function presented({ knex }: Pick<Call<'grantAdd'>, 'knex'>, grant: ReturnType<typeof presentGrant>) {
	const [data] = await withNames(knex, [grant]);
	if (!data) throw new Error('A grant was lost while its name was read');
	return { data };
}

/** Whose grants the caller sees. @throws CallError 403 for somebody else's */
async function subjectsOf(
	{ input: { subject }, caller }: Call<'grants'>,
	guilds: Pick<GuildRights, 'managed'>,
): Promise<Subjects> {
	const isOperator = caller.access?.admin === true && !isActing(caller);
	const own = [caller.discordId, ...caller.paidServers];
	if (subject === undefined) return isOperator ? null : own;
	if (isOperator || own.includes(subject)) return [subject];
	// A server without a grant.
	if ((await guilds.managed(caller)).some(({ id }) => id === subject)) return [];
	throw forbidden('You can read your own grants and those of servers that you manage.');
}

/** @throws CallError 400 */
function mustGiveRights(id: string, plans: readonly Plan[], field: string): Plan {
	const giving = plans.filter(({ rights = [] }) => rights.length > 0);
	const plan = giving.find((one) => one.id === id);
	if (plan) return plan;
	const names = giving.map((one) => one.id).join(', ') || 'none is set';
	throw invalidInput({ [field]: `must be a plan of PLANS with rights (${names}), and is ${JSON.stringify(id)}` });
}

/** What the settings sell that cannot work, or that Discord does not allow. */
function problemsIn(settings: Server['settings']): string[] {
	const { PLANS, BILLING_SECRETS, DISCORD_BOT_TOKEN } = settings;
	const giving = PLANS.filter(({ rights = [] }) => rights.length > 0);
	const only = giving.filter(({ discordSku }) => discordSku === undefined).map(({ id }) => id);
	return [
		...(BILLING_SECRETS && only.length > 0
			? [
					`PLANS: ${only.join(', ')} has no discordSku. Discord requires an app that sells anything to sell it in its store, too, at no higher price`,
				]
			: []),
		...(!DISCORD_BOT_TOKEN && only.length < giving.length
			? ['PLANS: a plan has discordSku, but without DISCORD_BOT_TOKEN people do not get what they buy at Discord']
			: []),
	];
}
