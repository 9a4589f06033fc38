import type { BotNotice, Knex } from '@dropwire/db';
import { escapeMarkdown } from '@dropwire/engine';
import type { ServerSettings } from '../settings.ts';
import { composeLinkNotice } from './linkNotice.ts';
import { COLORS, type NoticeMessage } from './message.ts';

type Contact = Pick<ServerSettings, 'PUBLIC_URL' | 'INVITE_URL' | 'CONTACT_EMAIL'>;
interface Terms {
	plan: string | null;
	expiresAt: number | null;
}

/** The message of a notice as things are now; null if it has become pointless. */
export async function compose(knex: Knex, notice: BotNotice, settings: Contact): Promise<NoticeMessage | null> {
	if (notice.kind === 'link') return composeLinkNotice(knex, notice, settings);
	const data: unknown = JSON.parse(notice.data);
	if (notice.kind === 'declined') return declined(data as { reason: string | null }, settings);
	const terms = data as Terms;
	if (notice.kind === 'approved') return approved(terms, settings);
	const user: Terms | undefined = await knex('users').where({ discordId: notice.discordId }).first('plan', 'expiresAt');
	// Extended or removed since.
	if (user?.expiresAt !== terms.expiresAt) return null;
	return notice.kind === 'expiring' ? expiring(terms, settings) : expired(terms, settings);
}

function expiring({ plan, expiresAt }: Terms, settings: Contact): NoticeMessage {
	return {
		title: 'Your Dropwire access expires soon',
		description: `${accessText(plan)} expires ${time(expiresAt, 'R')}, on ${time(expiresAt, 'f')}. After that you can read everything and change nothing, and your servers get no messages.\n\n${extendText(settings)}`,
		color: COLORS.soon,
	};
}

function expired({ plan, expiresAt }: Terms, settings: Contact): NoticeMessage {
	return {
		title: 'Your Dropwire access has expired',
		description: `${accessText(plan)} expired on ${time(expiresAt, 'f')}. You can read everything and change nothing. Messages to the servers that only you manage are paused; their setup is kept.\n\n${extendText(settings)}`,
		color: COLORS.bad,
	};
}

function approved({ plan, expiresAt }: Terms, { PUBLIC_URL }: Contact): NoticeMessage {
	const until = expiresAt === null ? '' : ` It lasts until ${time(expiresAt, 'f')}.`;
	return {
		title: 'You have access to Dropwire',
		description: `Your request was approved${plan === null ? '' : `: plan **${escapeMarkdown(plan)}**`}.${until}\n\n[Open the dashboard](${PUBLIC_URL}/dashboard/client) to choose what your server gets.`,
		color: COLORS.good,
	};
}

function declined({ reason }: { reason: string | null }, settings: Contact): NoticeMessage {
	const why = reason === null ? '' : `\n\n> ${escapeMarkdown(reason)}`;
	return {
		title: 'Your request for access to Dropwire was declined',
		description: `An operator declined your request.${why}\n\nYou can [send another request](${settings.PUBLIC_URL}/requestaccess).${contactText(settings)}`,
		color: COLORS.bad,
	};
}

function accessText(plan: string | null): string {
	return plan === null ? 'Your access' : `Your access (plan **${escapeMarkdown(plan)}**)`;
}

function extendText(settings: Contact): string {
	return `To extend it, ask an operator.${contactText(settings)}`;
}

function contactText({ INVITE_URL, CONTACT_EMAIL }: Contact): string {
	const places = [INVITE_URL, CONTACT_EMAIL].filter((place) => place !== undefined);
	return places.length === 0 ? '' : ` Contact: ${places.join(' or ')}`;
}

/** A time that Discord shows in the reader's zone; `R` is relative, `f` the date and time. */
function time(at: number | null, style: 'R' | 'f'): string {
	return `<t:${Math.floor((at ?? 0) / 1000)}:${style}>`;
}
