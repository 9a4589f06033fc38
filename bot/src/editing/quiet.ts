import type { QuietHours, Region } from '@dropwire/contract';
import { UserError } from '../userError.ts';

/** Hours that the menu offers. */
export const PRESETS = ['22:00-07:00', '23:00-08:00', '00:00-08:00', '00:00-06:00'] as const;
/** The menu's value for none. */
export const NO_QUIET = 'off';

/** The time zones of the menu, by region: that of its largest city. */
export const REGION_ZONES: Readonly<Record<Region, string>> = {
	US: 'America/New_York',
	JP: 'Asia/Tokyo',
	SG: 'Asia/Singapore',
	MY: 'Asia/Kuala_Lumpur',
	TH: 'Asia/Bangkok',
	IN: 'Asia/Kolkata',
	AU: 'Australia/Sydney',
	CA: 'America/Toronto',
	CN: 'Asia/Shanghai',
	FR: 'Europe/Paris',
	GB: 'Europe/London',
	MX: 'America/Mexico_City',
	PH: 'Asia/Manila',
	KR: 'Asia/Seoul',
	TW: 'Asia/Taipei',
	AT: 'Europe/Vienna',
};

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
