import { durationText } from '@dropwire/domain';
import type { CheckInterval } from './interval.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * How often something is checked, and why: `Checked every 4 s now, at least every 2 min: restocks and releases here usually come
 * Tue to Thu 10–12 (New York).`
 */
export function intervalText({
	ms,
	uniformMs,
	reason,
	usual,
}: Omit<CheckInterval, 'waiting' | 'changesPerDay'>): string {
	const every = `Checked every ${durationText(ms)}`;
	switch (reason) {
		case 'learned': {
			const now = `${every} now, at least every ${durationText(LONGEST * uniformMs)}`;
			return usual
				? `${now}: restocks and releases here usually come ${usualText(usual)}.`
				: `${now}, as its past changes suggest.`;
		}
		case 'pinned':
			return `${every}: pinned by an operator.`;
		case 'hot':
			return `${every}: on a hot list.`;
		case 'launch':
			return `${every}: around its launch.`;
		case 'canary':
			return `${every} to test the shop.`;
		case 'uniform':
			return `${every}${ms > uniformMs ? '' : ', as often as the others of its shop'}.`;
	}
}

/** The longest interval, in uniform ones. */
const LONGEST = 4;

function usualText({ fromDay, toDay, fromHour, toHour, zone }: NonNullable<CheckInterval['usual']>): string {
	const [from, to] = [DAYS[fromDay - 1], DAYS[toDay - 1]];
	const days = fromDay === 1 && toDay === 7 ? 'daily' : from === to ? from : `${from} to ${to}`;
	return `${days} ${fromHour}–${toHour} (${zone.split('/').at(-1)?.replaceAll('_', ' ')})`;
}
