import { type Account, PERSONAL_DATA_GROUPS } from '@dropwire/contract';
import { AttachmentBuilder, time, TimestampStyles } from 'discord.js';
import type { BotContext } from '../context.ts';
import { buttonId, type PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { grantsText } from '../ui/grantsText.ts';
import { type Button, type Reply, reply } from '../ui/reply.ts';

/** Discord's limit for the file of a bot (its documentation, "Uploading Files"), bytes. */
const MAX_FILE = 10 * 1024 * 1024;

/** `/account`: what the person has access to and what is stored about them, with buttons that export and delete it. */
export const account: PublicCommand = {
	data: definePublic('account'),
	run: (bot, { user }) => show(bot, user.id),

	async press(bot, { user }, [action = '']) {
		const { t } = bot;
		switch (action) {
			case 'export':
				return exported(bot, user.id);
			case 'sure':
				return reply(t('account.title'), `${t('account.sure')}\n\n${t('account.kept')}`, {
					color: COLORS.bad,
					buttons: [button('delete', t('button.deleteAll')), button('show', t('button.cancel'))],
				});
			case 'delete':
				await bot.server.as(user.id).accountDelete({ confirm: true });
				return reply(t('account.title'), t('account.deleted'), { color: COLORS.good });
			default:
				return show(bot, user.id);
		}
	},
};

function button(action: string, label: string): Button {
	return { customId: buttonId('account', action), label };
}

async function show({ server, t }: BotContext, userId: string): Promise<Reply> {
	const api = server.as(userId);
	const { data } = await api.account();
	// Operators get everybody's without a subject.
	const { data: grants } = await api.grants(data.access?.admin ? { subject: userId } : {});
	const stored = data.stored.filter(({ rows }) => rows > 0);
	const isKept = stored.some(({ group }) => PERSONAL_DATA_GROUPS[group].kept !== null);
	const parts = [
		accessLines(t, data).join('\n'),
		grants.some(({ state }) => state !== 'ended') ? grantsText(t, grants) : '',
		stored.length === 0
			? t('account.none')
			: [t('account.stored'), ...stored.map(({ group, rows }) => `${t(`account.group.${group}`)}: ${rows}`)].join('\n'),
		isKept ? t('account.kept') : '',
		data.access ? t('account.browser') : '',
	];
	return reply(t('account.title'), parts.filter(Boolean).join('\n\n'), {
		buttons:
			stored.length === 0
				? []
				: [button('export', t('button.export')), ...(data.access ? [] : [button('sure', t('button.deleteData'))])],
	});
}

/** What the person can use, and until when. */
function accessLines(t: Translate, { access }: Account): string[] {
	if (!access) return [t('account.noAccess')];
	const { admin, expiresAt, planEndsAt } = access;
	// The list of plans names one that ends before the access.
	const named = planEndsAt === expiresAt ? access.plan : null;
	const plan = named ?? t(admin ? 'account.operator' : 'account.client');
	if (expiresAt === null) return [t('account.access', { plan })];
	const until = time(Math.ceil(expiresAt / 1000), TimestampStyles.LongDateShortTime);
	return [t(expiresAt <= Date.now() ? 'account.expired' : 'account.until', { plan, until })];
}

async function exported({ server, t }: BotContext, userId: string): Promise<Reply> {
	const { data } = await server.as(userId).accountExport();
	const file = Buffer.from(JSON.stringify({ data }, null, '\t'));
	const back = [button('show', t('account.title'))];
	if (file.length > MAX_FILE)
		return reply(t('account.title'), t('account.tooLarge'), { color: COLORS.bad, buttons: back });
	const shown = reply(t('account.title'), t('account.file'), { color: COLORS.good, buttons: back });
	return { ...shown, files: [new AttachmentBuilder(file, { name: `dropwire-${userId}.json` })] };
}
