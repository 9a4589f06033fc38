const DAY_MS = 86_400_000;
/** Days between two dates of the axis, the fewest that fit. */
const STEPS = [1, 2, 5, 7, 14, 30];
const MAX_DATES = 5;

/** A date of the axis of time. */
interface TimeTick {
	at: number;
	text: string;
	anchor: 'start' | 'middle' | 'end';
}

/** Round values of an axis, about four. */
export function valueTicks(low: number, high: number): number[] {
	const rough = (high - low) / 4;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
	const first = Math.ceil(low / step);
	const count = Math.floor(high / step) - first + 1;
	return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** Dates of an axis in ISO 8601, at midnight UTC; for a few days the moments at which it begins and ends. */
export function timeTicks(from: number, to: number): TimeTick[] {
	const days = (to - from) / DAY_MS;
	if (days < 4) {
		const moment = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
		return [
			{ at: from, text: moment(from), anchor: 'start' },
			{ at: to, text: moment(to), anchor: 'end' },
		];
	}
	const step = (STEPS.find((one) => days / one <= MAX_DATES) ?? Math.ceil(days / MAX_DATES)) * DAY_MS;
	// Half a date's width is left free at both ends.
	const margin = (to - from) * 0.07;
	const last = Math.floor((to - margin) / DAY_MS) * DAY_MS;
	const ticks: TimeTick[] = [];
	for (let at = last; at >= from + margin; at -= step) {
		ticks.unshift({ at, text: new Date(at).toISOString().slice(0, 10), anchor: 'middle' });
	}
	return ticks;
}
