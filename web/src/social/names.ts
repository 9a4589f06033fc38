import type { SocialCategory, SocialChange } from '@dropwire/contract';

/** The names of changes on the screen (spec 2, "Social-posting monitor"). */
export const CHANGE_NAMES: Readonly<Record<SocialChange, string>> = {
	state: 'State Change',
	price: 'Price Change',
	restock: 'Restock',
};
export const CATEGORY_NAMES: Readonly<Record<SocialCategory, string>> = { shoe: 'Shoe', other: 'Other' };

/** `No Cooldown`, `45 s`, `5 min`, `1 h 30 min`. */
export function cooldownText(seconds: number): string {
	if (seconds === 0) return 'No Cooldown';
	const parts = [
		[Math.trunc(seconds / 3600), 'h'],
		[Math.trunc(seconds / 60) % 60, 'min'],
		[seconds % 60, 's'],
	] as const;
	return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}
