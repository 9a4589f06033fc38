import { type BotNotice, Grant, GuildManager, type Knex } from '@dropwire/db';
import { grantState } from '@dropwire/domain';
import { queueBotNotices } from '@dropwire/engine';
import { keptAfter } from '../guilds/otherGrants.ts';
import { type Givers, pauseUnmanaged, pauseWithoutManager, resumeGuilds, resumeManaged } from '../guilds/pausing.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import { writeAudit } from '../http/audit.ts';

/** Changes that no call makes. */
const BY_ITSELF = { caller: null, requestId: null };
/** Billing services report a plan's end just before the one that replaces it: how long the notice of the end waits, ms. */
const EXPIRED_WAIT_MS = 10_000;
/** How many managers of a server are written to. */
const MAX_READERS = 10;

/** What a grant does besides giving rights: servers resume with its beginning, and pause with its end. */
export async function carryOut(trx: Knex, grant: Grant, givers: Givers, now: number): Promise<Grant> {
	const state = grantState(grant, now);
	if (state === 'active' && grant.beganAt === null) {
		await mark(trx, grant, { beganAt: now, endedAt: null });
		await resume(trx, grant);
		await audit(trx, grant, 'grantBegan');
	} else if (state === 'ended' && grant.endedAt === null) {
		const hadBegun = grant.beganAt !== null;
		await mark(trx, grant, { beganAt: grant.beganAt ?? now, endedAt: now });
		await audit(trx, grant, 'grantEnded');
		// Of a grant that was over when it became known, there is nothing to say.
		if (hadBegun) await notify(trx, grant, 'expired', givers);
		await pause(trx, grant, givers, now);
	}
	return grant;
}

/** Announces a grant's end, once. */
export async function warn(trx: Knex, grant: Grant, givers: Givers, now: number): Promise<void> {
	await mark(trx, grant, { warnedAt: now });
	await notify(trx, grant, 'expiring', givers);
}

/** Pauses the servers of a grant's subject that have no other access. */
export async function pause(
	trx: Knex,
	{ subject, subjectId }: Pick<Grant, 'subject' | 'subjectId'>,
	givers: Givers,
	now: number,
): Promise<void> {
	const entries = [];
	if (subject === 'guild') entries.push(...(await pauseWithoutManager(trx, [subjectId], givers, now)));
	const people = await peopleOf(trx, { subject, subjectId });
	await linkedRolesChanged(trx, people);
	for (const discordId of people) {
		entries.push(...(await pauseUnmanaged(trx, discordId, givers, now)));
	}
	await writeAudit(trx, BY_ITSELF, entries);
}

async function resume(trx: Knex, { subject, subjectId }: Grant): Promise<void> {
	if (subject === 'guild') await resumeGuilds(trx, BY_ITSELF, [subjectId]);
	const people = await peopleOf(trx, { subject, subjectId });
	await linkedRolesChanged(trx, people);
	for (const discordId of people) await resumeManaged(trx, BY_ITSELF, discordId);
}

/** The people that a grant gives rights to, as far as they are known. */
async function peopleOf(trx: Knex, { subject, subjectId }: Pick<Grant, 'subject' | 'subjectId'>): Promise<string[]> {
	if (subject === 'user') return [subjectId];
	const managers = await GuildManager.query(trx).where({ guildId: subjectId }).orderBy('discordId').select('discordId');
	return managers.map(({ discordId }) => discordId);
}

async function notify(trx: Knex, grant: Grant, kind: 'expiring' | 'expired', givers: Givers): Promise<void> {
	const { id, endsAt, payerId } = grant;
	if (endsAt === null) return;
	const people = await peopleOf(trx, grant);
	const isPayers = payerId !== null && people.includes(payerId);
	const notices = [];
	for (const discordId of isPayers ? [payerId] : people.slice(0, MAX_READERS)) {
		if ((await keptAfter(trx, { discordId, grant: id, at: endsAt, givers })) === 'rights') continue;
		notices.push({
			key: `${kind}/${discordId}/grant ${id}/${endsAt}`,
			kind,
			discordId,
			data: { grantId: id, expiresAt: endsAt },
			delayMs: kind === 'expired' ? EXPIRED_WAIT_MS : 0,
		});
	}
	await queueBotNotices(trx, notices satisfies { kind: BotNotice['kind'] }[]);
}

async function mark(
	trx: Knex,
	grant: Grant,
	marks: Partial<Pick<Grant, 'beganAt' | 'warnedAt' | 'endedAt'>>,
): Promise<void> {
	await Grant.query(trx).findById(grant.id).patch(marks);
	Object.assign(grant, marks);
}

async function audit(trx: Knex, grant: Grant, action: 'grantBegan' | 'grantEnded'): Promise<void> {
	const { subject, subjectId, provider, externalId, plan, startsAt, endsAt } = grant;
	const after = { provider, externalId, plan, startsAt, endsAt };
	const guildId = subject === 'guild' ? subjectId : undefined;
	await writeAudit(trx, BY_ITSELF, [{ action, target: `${subject} ${subjectId}`, ...(guildId && { guildId }), after }]);
}
