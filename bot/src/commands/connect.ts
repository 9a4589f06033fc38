import { time, TimestampStyles } from 'discord.js';
import { reasonText } from '../texts/serverTexts.ts';
import { COLORS } from '../ui/colors.ts';
import { reply } from '../ui/reply.ts';
import type { PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';

/** `/connect`: where the person connects linked roles, and what became of it. */
export const connect: PublicCommand = {
	data: definePublic('connect'),

	async run({ t, server }, { user }) {
		const { data } = await server.as(user.id).linkedRoles();
		const title = t('connect.title');
		if (!data.available) return reply(title, t('connect.unavailable'));
		const { connectedAt, endedAt, problem, connectUrl, accountUrl } = data;
		const reason = reasonText(t, problem ?? t('state.unknown'));
		if (connectedAt === null) {
			const parts = [endedAt === null ? '' : t('connect.ended', { reason }), t('connect.about'), t('connect.how')];
			return reply(title, parts.filter(Boolean).join('\n\n'), {
				...(endedAt !== null && { color: COLORS.bad }),
				buttons: [{ url: connectUrl, label: t('button.connect') }],
			});
		}
		const date = time(Math.floor(connectedAt / 1000), TimestampStyles.LongDateShortTime);
		const parts = [
			t('connect.since', { date }),
			problem === null ? '' : t('connect.problem', { reason }),
			t('connect.about'),
		];
		return reply(title, parts.filter(Boolean).join('\n\n'), {
			color: COLORS.good,
			buttons: [{ url: accountUrl, label: t('button.account') }],
		});
	},
};
