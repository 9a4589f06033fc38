import type { Health, Link } from '@dropwire/bff/contract';
import { escapeMarkdown } from 'discord.js';

/** Where a link goes: the channel, clickable while it stands. */
export function placeText({ channelId, channelName, health, webhookId }: Link): string {
	if (channelId === null) return `webhook …${webhookId.slice(-4)}`;
	return health.active || channelName === null ? `<#${channelId}>` : `#${escapeMarkdown(channelName)}`;
}

/** The same where nothing is clickable: in suggestions. */
export function placeName({ channelName, webhookId }: Link): string {
	return channelName === null ? `webhook …${webhookId.slice(-4)}` : `#${channelName}`;
}

/** How a webhook fares, in one line. */
export function healthText({ active, offReason, lastStatus, lastReason, lastAt }: Health): string {
	if (!active) return `**Off**: ${offReason ?? 'for an unknown reason'}`;
	if (lastStatus === null || lastAt === null) return 'On, no message yet';
	if (lastStatus === 'sent') return `On, last message ${when(lastAt)}`;
	return `On, last message **${lastStatus}** ${when(lastAt)}${lastReason ? `: ${lastReason}` : ''}`;
}

/** A moment as Discord shows it in everyone's own language: `3 minutes ago`. */
export function when(at: number): string {
	return `<t:${Math.floor(at / 1000)}:R>`;
}
