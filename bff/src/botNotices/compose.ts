import type { BotNoticeContent } from '@dropwire/contract';
import type { BotNotice, Knex } from '@dropwire/db';
import type { GivenRole } from '@dropwire/domain';
import type { ServerSettings } from '../settings.ts';
import { composeLinkNotice } from './linkNotice.ts';

type Contact = Pick<ServerSettings, 'PUBLIC_URL' | 'INVITE_URL' | 'CONTACT_EMAIL'>;

/** What each notice is stored with. */
interface Stored {
	expiring: { plan: string | null; expiresAt: number };
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
	const { plan, expiresAt } = data as Stored['expiring'];
	const user = await knex('users').where('discordId', notice.discordId).first('expiresAt');
	// Extended or removed since.
	return user?.expiresAt === expiresAt ? { kind, plan, expiresAt, contact } : null;
}
