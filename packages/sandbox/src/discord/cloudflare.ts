import { rejection } from './errors.ts';

const HTML = { 'content-type': 'text/html' };
const PLAIN = { 'content-type': 'text/plain; charset=UTF-8' };

/**
 * What Cloudflare answers in Discord's place while it blocks an address: pages of its own, its codes as text, and JSON
 * that resembles Discord's (discord-api-docs#5810 without a duration, #6473 with a code that concerns the address).
 */
export const CLOUDFLARE = {
	page: {
		status: 429,
		headers: { ...HTML, 'retry-after': '1' },
		text: '<html><body>You are being rate limited (1015)</body></html>',
	},
	1010: { status: 403, headers: PLAIN, text: 'error code: 1010' },
	1015: { status: 429, headers: PLAIN, text: 'error code: 1015' },
	1020: { status: 403, headers: PLAIN, text: 'error code: 1020' },
	40333: { ...rejection(40_333), headers: {} },
	untimed: {
		status: 429,
		headers: {},
		body: {
			message:
				'You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. Please read our docs at https://discord.com/developers/docs/topics/rate-limits to prevent this moving forward.',
			code: 0,
		},
	},
} as const;

export type CloudflareBlock = keyof typeof CLOUDFLARE;
