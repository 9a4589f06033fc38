import type { DiscordPlace, Health } from '@dropwire/contract';
import { shortenMask } from '@dropwire/domain';
import type { Column } from './terminal/table.ts';

/** The values of `--health`: `off` was switched off, `failing` could not send its last message, `unused` has sent none. */
export const HEALTH_STATES = ['ok', 'failing', 'off', 'unused'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export function healthState({ active, lastStatus }: Health): HealthState {
	if (!active) return 'off';
	if (lastStatus === null) return 'unused';
	return lastStatus === 'sent' ? 'ok' : 'failing';
}

/** Whether and why a webhook is off or waits, else the status of its latest message. */
export function healthText(health: Health): string {
	const { active, offReason, lastStatus, lastReason, pausedUntil, pauseReason } = health;
	if (!active) return `off: ${offReason ?? 'no reason is known'}`;
	if (pausedUntil !== undefined) {
		return `waits until ${new Date(pausedUntil).toISOString()}${pauseReason ? `: ${pauseReason}` : ''}`;
	}
	if (lastStatus === null) return 'nothing sent yet';
	return lastReason ? `${lastStatus}: ${lastReason}` : lastStatus;
}

/** A masked webhook in a table: without the characters that are the same in every row, and so that its end can be kept. */
export function webhookText(mask: string): string {
	return shortenMask(mask).replace(/\/•+/, '');
}

/** The column of a webhook's health, red if it is off. */
export const healthColumn: Column<{ health: Health }> = {
	title: 'HEALTH',
	of: ({ health }) => healthText(health),
	shrinks: true,
	paint: ({ health }) => !health.active && 'red',
};

/**
 * Server, channel and the webhook's own name; empty until Discord has returned them. Operators see those of every
 * server.
 */
export function placeText(place: DiscordPlace | null): string {
	if (!place) return '';
	const { guildName, guildId, channelName, channelId, name } = place;
	return [guildName ?? guildId, channelName ? `#${channelName}` : channelId, name].filter(Boolean).join(' ');
}
