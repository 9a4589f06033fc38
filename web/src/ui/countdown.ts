const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `3 d 04:05:06`; the hours, minutes and seconds have two digits, so that the text does not move while it counts. */
export function countdownText(ms: number): string {
	const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND);
	const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
	const clock = [(left % DAY) / HOUR, (left % HOUR) / MINUTE, (left % MINUTE) / SECOND].map(two).join(':');
	return left >= DAY ? `${Math.floor(left / DAY)} d ${clock}` : clock;
}
