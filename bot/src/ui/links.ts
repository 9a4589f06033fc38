import { discordUrl, escapeLabel, type Link, type LinkMessage, threadIdOf } from '@dropwire/contract';
import { escapeMarkdown, time, TimestampStyles } from 'discord.js';
import { reasonText, statusText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { optionsText } from './optionTexts.ts';

/**
 * The channel of a link: a mention while the link is on, otherwise the channel's name, because the channel may be
 * deleted.
 */
export function placeText(t: Translate, { channelId, channelName, health, webhookId, options }: Link): string {
	if (channelId === null) return placeName(t, { channelName: null, webhookId, options });
	const threadId = threadIdOf(options);
	if (threadId !== null) return `<#${threadId}>`;
	return health.active || channelName === null ? `<#${channelId}>` : `#${escapeMarkdown(channelName)}`;
}

/** A link in words, without mentions, which autocomplete cannot show. */
export function linkName(t: Translate, link: Link): string {
	return t('place.in', { topic: link.toolsName, region: link.region, place: placeName(t, link) });
}

function placeName(
	t: Translate,
	{ channelName, webhookId, options }: Pick<Link, 'channelName' | 'webhookId' | 'options'>,
): string {
	const channel = channelName === null ? t('place.webhook', { digits: webhookId.slice(-4) }) : `#${channelName}`;
	const threadId = threadIdOf(options);
	return threadId === null ? channel : t('place.thread', { channel, digits: threadId.slice(-4) });
}

/**
 * The state of a link in one line: whether it is on, its own last message, and a failure of its channel. Links of a
 * channel share a webhook, so a later message of another link can have failed.
 */
export function stateText(t: Translate, { health, options }: Link, last: LinkMessage['last']): string {
	const { active, offReason, lastStatus, lastReason, lastAt } = health;
	const unknown = t('state.unknown');
	if (!active) return t('state.off', { reason: offReason === null ? unknown : reasonText(t, offReason) });
	const on = t(options.paused ? 'state.paused' : 'state.on');
	const own = last === null ? t('state.none') : messageText(t, last);
	const failed = lastAt !== null && lastStatus !== 'sent' && lastAt > (last?.at ?? 0);
	const channel = failed
		? `\n${t('state.channel', {
				status: statusText(t, lastStatus ?? ''),
				when: relativeTime(lastAt),
				reason: lastReason === null ? unknown : reasonText(t, lastReason),
			})}`
		: '';
	return `${on}, ${own}${channel}`;
}

function messageText(t: Translate, { status, at, reason }: NonNullable<LinkMessage['last']>): string {
	const when = relativeTime(at);
	const text =
		status === 'sent' ? t('state.sent', { when }) : t('state.notSent', { status: statusText(t, status), when });
	return reason ? `${text}: ${reasonText(t, reason)}` : text;
}

/** The link's options in a few words; empty without options. The state shows a pause. */
export function filterText(t: Translate, { options }: Link): string {
	return optionsText(t, { ...options, paused: undefined });
}

/** A Markdown link, in whose address parentheses would end it; empty if Discord would not accept the address. */
export function maskedLink(label: string, address: string | null): string {
	const url = discordUrl(address)?.replaceAll('(', '%28').replaceAll(')', '%29');
	return url === undefined ? '' : `[${escapeLabel(label)}](${url})`;
}

/** A time (epoch ms) that Discord shows relative to now in the reader's language: "3 minutes ago". */
export function relativeTime(at: number): string {
	return time(new Date(at), TimestampStyles.RelativeTime);
}
