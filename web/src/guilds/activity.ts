import type { GuildActivity } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';

type Hour = GuildActivity['hours'][number];
type Outcomes = Pick<Hour, 'sent' | 'failed'>;

const [HOUR_MS, EVERY_MS] = [3_600_000, 60_000];

/** A server's messages by hour and topic, with hours that begin as those of the browser's time zone. */
export function useActivity(guildId: string) {
	return useCall('guildActivity', { guildId, offset: offsetOf(Date.now()) }, { refreshInterval: EVERY_MS });
}

/** The messages of each of the 24 hours until now, oldest first. */
export function lastDay(hours: readonly Hour[], now: number): Hour[] {
	const current = now - ((now - offsetOf(now) * 60_000) % HOUR_MS);
	return Array.from({ length: 24 }, (_, index) => {
		const at = current - (23 - index) * HOUR_MS;
		return hours.find((hour) => hour.at === at) ?? { at, sent: 0, failed: 0 };
	});
}

/** The messages since a moment by the hour of the day in the browser's time zone, from midnight on. */
export function byHourOfDay(hours: readonly Hour[], since: number): Outcomes[] {
	const day = Array.from({ length: 24 }, () => ({ sent: 0, failed: 0 }));
	for (const { at, sent, failed } of hours) {
		const own = day[new Date(at).getHours()];
		if (at < since || !own) continue;
		own.sent += sent;
		own.failed += failed;
	}
	return day;
}

/** The numbers of messages together. */
export function sumOf(all: readonly Outcomes[]): Outcomes {
	return {
		sent: all.reduce((sum, { sent }) => sum + sent, 0),
		failed: all.reduce((sum, { failed }) => sum + failed, 0),
	};
}

/** How many minutes after the whole hours of UTC the hours of the browser's time zone begin. */
function offsetOf(now: number): number {
	return ((new Date(now).getTimezoneOffset() % 60) + 60) % 60;
}
