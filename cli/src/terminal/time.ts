/** `2026-04-17 14:03:22` in the local time zone; a dash for null. */
export function dateTime(at: number | null): string {
	if (at === null || Number.isNaN(at)) return '–';
	const date = new Date(at);
	const two = (value: number) => String(value).padStart(2, '0');
	const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
	return `${day} ${[two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())].join(':')}`;
}

const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** `2026-04-17 14:03 CEST`: a moment that is compared with others, in the local time zone; a dash for null. */
export function zonedTime(at: number | null): string {
	if (at === null || Number.isNaN(at)) return '–';
	const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	return `${dateTime(at).slice(0, -3)} ${name}`.trimEnd();
}
