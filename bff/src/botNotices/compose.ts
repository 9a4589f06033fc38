import type { BotNoticeContent } from '@dropwire/contract';
import type { BotNotice, Knex } from '@dropwire/db';
import type { GivenRole } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import { keptAfter } from '../guilds/otherGrants.ts';
import { giversOf } from '../guilds/pausing.ts';
import type { ServerSettings } from '../settings.ts';
import { composeLinkNotice } from './linkNotice.ts';

type Contact = Pick<ServerSettings, 'PUBLIC_URL' | 'INVITE_URL' | 'CONTACT_EMAIL' | 'PLANS' | 'ADMIN_DISCORD_IDS'>;

/** What each notice is stored with. */
interface Stored {
	expiring: { plan: string | null; expiresAt: number } | { grantId: number; expiresAt: number };
	approved: { plan: string | null; expiresAt: number | null; role?: GivenRole };
	declined: { reason: string | null };
	product: { sku: string; added: boolean; reason: string | null };
}

/** What a notice says as things are now; null if it has become pointless. The bot has the words. */
export async function compose(knex: Knex, notice: BotNotice, settings: Contact): Promise<BotNoticeContent | null> {
	const { kind } = notice;
	if (kind === 'link') return composeLinkNotice(knex, notice, settings);
	const data: unknown = JSON.parse(notice.data);
	const contact = [settings.INVITE_URL, settings.CONTACT_EMAIL].filter((place) => place !== undefined);
	if (kind === 'declined') {
		return { kind, reason: (data as Stored['declined']).reason, url: `${settings.PUBLIC_URL}/requestaccess`, contact };
	}
	if (kind === 'product') return { kind, ...(data as Stored['product']) };
	if (kind === 'approved') {
		const { plan, expiresAt, role = null } = data as Stored['approved'];
		return { kind, plan, expiresAt, role, url: `${settings.PUBLIC_URL}/dashboard` };
	}
	const stored = data as Stored['expiring'];
	const { expiresAt } = stored;
	const { discordId } = notice;
	const now = Date.now();
	// Not sent in time: the notice of the end follows.
	if (discordId === null || (kind === 'expiring' && expiresAt <= now)) return null;
	const isOfGrant = 'grantId' in stored;
	const terms = isOfGrant
		? await termsOfGrant(knex, stored, settings.PLANS)
		: await termsOfListed(knex, discordId, stored);
	if (!terms) return null;
	const grant = isOfGrant ? stored.grantId : 'manual';
	const at = kind === 'expiring' ? expiresAt : now;
	const kept = await keptAfter(knex, { discordId, grant, at, givers: giversOf(settings) });
	return kept === 'rights' ? null : { kind, ...terms, keepsAccess: kept === 'access', contact };
}

/** @returns null for a person whose access was extended or removed */
async function termsOfListed<Terms extends { expiresAt: number }>(
	knex: Knex,
	discordId: string,
	terms: Terms,
): Promise<Terms | null> {
	const user = await knex('users').where({ discordId }).first('expiresAt');
	return user?.expiresAt === terms.expiresAt ? terms : null;
}

/** @returns null for a grant that ends at another time by now */
async function termsOfGrant(
	knex: Knex,
	{ grantId, expiresAt }: { grantId: number; expiresAt: number },
	plans: readonly Plan[],
): Promise<{ plan: string; expiresAt: number } | null> {
	const grant = await knex('grants').where({ id: grantId }).first('plan', 'subject', 'subjectId', 'endsAt');
	if (grant?.endsAt !== expiresAt) return null;
	const { subject, subjectId } = grant;
	const server = subject === 'guild' ? await knex('guilds').where({ guildId: subjectId }).first('name') : undefined;
	const name = plans.find(({ id }) => id === grant.plan)?.name ?? grant.plan;
	return { plan: [name, server?.name].filter((part) => part !== undefined).join(' · '), expiresAt };
}
