import type { QuietHours } from '@dropwire/contract';
import { UserError } from '../userError.ts';

/** Hours that the menu offers. */
export const PRESETS = ['22:00-07:00', '23:00-08:00', '00:00-08:00', '00:00-06:00'] as const;
/** The menu's value for none. */
export const NO_QUIET = 'off';

/** `22:00-07:00 Europe/Vienna`. */
export function quietText({ from, to, zone }: QuietHours): string {
	return `${from}-${to} ${zone}`;
}

/**
 * Quiet hours as people type them; undefined for none. The BFF checks times and zone.
 * @param zone the time zone if the text has none
 * @throws UserError for any other form
 */
export function parseQuiet(text: string, zone: string): QuietHours | undefined {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed === NO_QUIET) return undefined;
	const [, from, to, named] = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)(?:\s+(\S+))?$/.exec(trimmed) ?? [];
	if (from !== undefined && to !== undefined) return { from, to, zone: named ?? zone };
	throw new UserError((t) => t('deny.quiet', { text: trimmed.slice(0, 50) }));
}
