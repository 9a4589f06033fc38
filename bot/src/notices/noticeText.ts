import { type BotNoticeContent, escapeMarkdown, ROLE_NAMES } from '@dropwire/contract';
import { time, TimestampStyles, type TimestampStylesString } from 'discord.js';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { truncate } from '../ui/reply.ts';

/** A notice in words, for an embed. */
export interface NoticeText {
	title: string;
	description: string;
	color: number;
}

/** Discord's limit of a description. */
const LONGEST = 4096;

/** A notice in the reader's language. */
export function noticeText(t: Translate, content: BotNoticeContent): NoticeText {
	const { title, paragraphs, color } = wordsOf(t, content);
	const shown = paragraphs.map((lines) => lines.filter(Boolean).join('\n')).filter(Boolean);
	return { title, description: truncate(shown.join('\n\n'), LONGEST), color };
}

interface Words extends Pick<NoticeText, 'title' | 'color'> {
	/** Each as its lines; empty ones are left out. */
	paragraphs: string[][];
}

function wordsOf(t: Translate, content: BotNoticeContent): Words {
	switch (content.kind) {
		case 'expiring': {
			const { plan, expiresAt, keepsAccess, contact } = content;
			const text = t(keepsAccess ? 'notice.planExpiring' : 'notice.expiring', {
				in: moment(expiresAt, TimestampStyles.RelativeTime),
				at: moment(expiresAt, TimestampStyles.LongDateShortTime),
			});
			return {
				title: t(keepsAccess ? 'notice.planExpiringTitle' : 'notice.expiringTitle'),
				paragraphs: [[text], [planText(t, plan)], [t('notice.extend'), contactText(t, contact)]],
				color: COLORS.signal,
			};
		}
		case 'expired': {
			const { plan, expiresAt, keepsAccess, contact } = content;
			const at = moment(expiresAt, TimestampStyles.LongDateShortTime);
			return {
				title: t(keepsAccess ? 'notice.planExpiredTitle' : 'notice.expiredTitle'),
				paragraphs: [
					[t(keepsAccess ? 'notice.planExpired' : 'notice.expired', { at })],
					[planText(t, plan)],
					[t('notice.extend'), contactText(t, contact)],
				],
				color: keepsAccess ? COLORS.signal : COLORS.bad,
			};
		}
		case 'approved': {
			const { plan, expiresAt, role, url } = content;
			const until =
				expiresAt === null ? '' : t('notice.until', { at: moment(expiresAt, TimestampStyles.LongDateShortTime) });
			return {
				title: role === null ? t('notice.approvedTitle') : t('notice.roleTitle', { role: ROLE_NAMES[role] }),
				paragraphs: [[t('notice.approved')], [planText(t, plan), until], [t('notice.open', { url })]],
				color: COLORS.good,
			};
		}
		case 'declined': {
			const { reason, url, contact } = content;
			return {
				title: t('notice.declinedTitle'),
				paragraphs: [
					[t('notice.declined')],
					[reason === null ? '' : `> ${escapeMarkdown(reason)}`],
					[t('notice.again', { url }), contactText(t, contact)],
				],
				color: COLORS.bad,
			};
		}
		case 'product': {
			const { sku, added, reason } = content;
			// A link is not bold: Discord would not make it one.
			const product = URL.canParse(sku) ? sku : `**${escapeMarkdown(sku)}**`;
			return {
				title: t(added ? 'notice.productTitle' : 'notice.noProductTitle'),
				paragraphs: [
					[t(added ? 'notice.product' : 'notice.noProduct', { product })],
					[reason === null ? '' : `> ${escapeMarkdown(reason)}`],
				],
				color: added ? COLORS.good : COLORS.bad,
			};
		}
		case 'link':
			return linkWords(t, content);
	}
}

function linkWords(t: Translate, { links, count, url }: Extract<BotNoticeContent, { kind: 'link' }>): Words {
	const rest = count - links.length;
	const lines = links.map(({ topic, region, channelId, channelName, reason }) =>
		t('notice.link', {
			topic: escapeMarkdown(topic),
			region,
			// A mention of a deleted channel is shown as unknown; its name helps.
			place: channelName
				? `#${escapeMarkdown(channelName)}`
				: channelId === null
					? t('notice.unknownChannel')
					: `<#${channelId}>`,
			reason: reason === null ? t('state.unknown') : escapeMarkdown(reasonText(t, reason)),
		}),
	);
	return {
		title: t('notice.linksTitle', { count }),
		paragraphs: [
			[...lines, rest > 0 ? t('notice.more', { count: rest }) : ''],
			[t('notice.relink', { count, url }), t('notice.turnOff', { off: t('status.off') })],
		],
		color: COLORS.bad,
	};
}

function planText(t: Translate, plan: string | null): string {
	return plan === null ? '' : t('notice.plan', { plan: escapeMarkdown(plan) });
}

function contactText(t: Translate, contact: readonly string[]): string {
	return contact.length === 0 ? '' : t('notice.contact', { contact: contact.join(' · ') });
}

/** A time that Discord shows in the reader's zone and language. */
function moment(at: number, style: TimestampStylesString): string {
	return time(new Date(at), style);
}
