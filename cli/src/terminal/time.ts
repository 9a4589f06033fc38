/** `2026-04-17 14:03:22` in the reader's own time zone; a dash for never. */
export function dateTime(at: number | null): string {
	if (at === null || Number.isNaN(at)) return '–';
	const date = new Date(at);
	const two = (value: number) => String(value).padStart(2, '0');
	const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
	return `${day} ${[two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())].join(':')}`;
}
