import type { Health } from '@dropwire/contract';

/** The values of `--health`: `off` was switched off, `failing` could not send its last message, `unused` has sent none. */
export const HEALTH_STATES = ['ok', 'failing', 'off', 'unused'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export function healthState({ active, lastStatus }: Health): HealthState {
	if (!active) return 'off';
	if (lastStatus === null) return 'unused';
	return lastStatus === 'sent' ? 'ok' : 'failing';
}

export function healthText(health: Health): string {
	const { active, offReason, lastStatus, lastReason, pausedUntil, pauseReason } = health;
	if (!active) return `off: ${offReason ?? 'no reason is known'}`;
	if (pausedUntil !== undefined) {
		return `waits until ${new Date(pausedUntil).toISOString()}${pauseReason ? `: ${pauseReason}` : ''}`;
	}
	if (lastStatus === null) return 'nothing sent yet';
	return lastReason ? `${lastStatus}: ${lastReason}` : lastStatus;
}
