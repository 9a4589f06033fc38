import { localTimes } from './history/statistics/localTimes.ts';
import type { DigestTime } from './subscriptionOptions.ts';

/** Hours begin at these steps in every zone: their offsets are multiples of a quarter of an hour, ms. */
const STEP_MS = 15 * 60_000;
/** A week, and the hours by which a change of clocks can move its end. */
const STEPS = (7 * 24 + 3) * 4;

/**
 * When the next digest is due, epoch ms: the beginning of the hour as the zone's clocks show it. An hour that the clocks
 * repeat has one digest, and one that they skip has that of the next week.
 */
export function nextDigestAt({ weekday, hour, zone }: DigestTime, after: number): number {
	const start = Math.floor(after / STEP_MS) * STEP_MS;
	for (let weeks = 0; weeks < 2; weeks++) {
		const moments = Array.from({ length: STEPS }, (_, step) => start + (weeks * STEPS + step) * STEP_MS);
		const isIn = localTimes(moments, zone).map((local) => local.weekday === weekday && local.hour === hour);
		const index = isIn.findIndex((is, step) => is && step > 0 && isIn[step - 1] === false);
		if (index !== -1) return moments[index] as number;
	}
	return start + 7 * 24 * 4 * STEP_MS;
}
