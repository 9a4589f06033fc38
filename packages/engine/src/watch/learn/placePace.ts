import type { Interval, PlacePace, Region, UsualTimes } from '@dropwire/domain';
import type { Batch } from '../schedule/schedule.ts';

/**
 * The pace of each region: the interval in which the next change is met, which is the mean of the intervals by how soon each
 * product is expected to change.
 */
export function paceByRegion(
	intervals: Iterable<{ batch: Batch; interval: Interval }>,
	usualIn: (region: Region) => UsualTimes | null,
): Map<Region, PlacePace> {
	const own = [...intervals].filter(({ batch }) => !batch.canary && batch.lane !== 'rare' && batch.lane !== 'watched');
	const paces = new Map<Region, PlacePace>();
	for (const [region, some] of Map.groupBy(own, ({ batch }) => batch.region)) {
		const sum = (of: (one: (typeof some)[number]) => number) => some.reduce((total, one) => total + of(one), 0);
		const rate = sum(({ batch }) => batch.estimate?.rateNow ?? 0);
		const weightOf = (batch: Batch) => (rate > 0 ? (batch.estimate?.rateNow ?? 0) / rate : 1 / some.length);
		const reasons = new Set(some.map(({ interval }) => interval.reason));
		// One pinned or hot product says nothing about the others.
		const [only = 'uniform', ...others] = reasons;
		paces.set(region, {
			ms: Math.round(sum(({ batch, interval }) => weightOf(batch) * interval.ms)),
			uniformMs: Math.round(some[0]?.interval.uniformMs ?? 0),
			reason: others.length === 0 ? only : reasons.has('learned') ? 'learned' : 'uniform',
			changesPerDay: Number(sum(({ batch }) => batch.estimate?.perDay ?? 0).toPrecision(3)),
			usual: usualIn(region),
		});
	}
	return paces;
}
