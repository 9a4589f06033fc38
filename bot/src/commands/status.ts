import type { Pulse } from '@dropwire/bff/contract';
import { COLORS } from '../look/colors.ts';
import { when } from '../look/links.ts';
import { reply } from '../look/reply.ts';
import type { Command } from './command.ts';
import { define } from './define.ts';

/** Messages that wait for longer than this are late, ms. */
const LATE_MS = 60_000;

/** `/status`: whether the service watches and sends. */
export const status: Command = {
	data: define('status', 'Shows whether the service watches and sends'),

	async run(bot, { user }) {
		const { data } = await bot.server.as(user.id).pulse();
		const late = data.oldestOpenAt !== null && Date.now() - data.oldestOpenAt > LATE_MS;
		const ill = data.engines === 0 || late;
		const title = data.engines === 0 ? 'Nothing is watched or sent' : late ? 'Messages are late' : 'All is well';
		return reply(title, lines(data).join('\n'), { color: ill ? COLORS.bad : COLORS.good });
	},
};

function lines({
	engines,
	lastEventAt,
	lastMessageAt,
	open,
	oldestOpenAt,
	lastHour,
	watched,
	blocked,
}: Pulse): string[] {
	return [
		engines === 0
			? '**The engine does not run.** The operators know more.'
			: `Engine: running${engines > 1 ? ` (${engines})` : ''}`,
		`Watched: ${watched} products and regions`,
		`Last change seen: ${lastEventAt === null ? 'none yet' : when(lastEventAt)}`,
		`Last message: ${lastMessageAt === null ? 'none yet' : when(lastMessageAt)}`,
		`Last hour: ${lastHour.sent} sent, ${lastHour.failed} failed`,
		oldestOpenAt === null ? 'Nothing waits to be sent' : `Waiting: ${open}, the oldest since ${when(oldestOpenAt)}`,
		...blocked.map(({ source, region, since }) => `${source} ${region} refuses to answer since ${when(since)}`),
	];
}
