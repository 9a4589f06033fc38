/** Discord's markup for a time in the reader's zone: `F` in full, `f` without the weekday, `R` relative; null if there is none. */
export function discordTime(at: number | null | undefined, style: 'F' | 'f' | 'R'): string | null {
	if (at == null || !Number.isFinite(new Date(at).getTime())) return null;
	return `<t:${Math.floor(at / 1000)}:${style}>`;
}
