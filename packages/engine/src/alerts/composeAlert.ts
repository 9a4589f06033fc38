import { cut, joinWhole, MESSAGE_LIMITS, type WebhookBody } from '../message/body.ts';
import type { Problem } from './problems.ts';

export const PROBLEM_COLOR = 0xff4d4f;
export const SOLVED_COLOR = 0x3ecf8e;
/** Short enough for several lines in one description. */
const LONGEST_LINE = 500;

/** One message for everything that began or ended. Without mentions. */
export function composeAlert(began: readonly Problem[], ended: readonly Problem[], at: number): WebhookBody {
	const lines = [
		...began.map(({ text }) => cut(`🔴 ${text}`, LONGEST_LINE)),
		...ended.map(({ text }) => cut(`🟢 Over: ~~${text}~~`, LONGEST_LINE)),
	];
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			{
				title: began.length > 0 ? 'Dropwire needs attention' : 'Dropwire has recovered',
				description: joinWhole(lines, '\n', MESSAGE_LIMITS.description),
				color: began.length > 0 ? PROBLEM_COLOR : SOLVED_COLOR,
				fields: [],
				footer: { text: 'Dropwire' },
				timestamp: new Date(at).toISOString(),
			},
		],
	};
}
