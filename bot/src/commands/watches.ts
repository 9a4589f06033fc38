import { ApiError, skuProblem, SNOOZE_MS, type Watch } from '@dropwire/contract';
import { time, TimestampStyles } from 'discord.js';
import type { BotContext } from '../context.ts';
import { buttonId, type PublicCommand } from '../interactions/command.ts';
import { definePublic } from '../interactions/define.ts';
import type { Api } from '../server/api.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { pageOf } from '../ui/pages.ts';
import { type Button, buttonRow, type Reply, reply, type Row } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import { optionLines, placeLines, productText } from '../watches/watchProduct.ts';

/** Watches per page: Discord allows five rows of buttons, and the last one turns the pages. */
const PAGE = 4;
/** Pages of the call that are read: the most watches that a person can have. */
const MAX_CALLS = 5;

/** `/watches`: what the person watches, where the notices arrive, and buttons that act on each watch. */
export const watches: PublicCommand = {
	data: definePublic('watches'),
	run: (bot, { user }) => show(bot, user.id, 0),

	async press(bot, { user }, [action = '', value = '', page = '0']) {
		const server = bot.server.as(user.id);
		switch (action) {
			case 'mute':
			case 'unmute':
				await changed(server.watchEdit({ id: value, muted: action === 'mute' }));
				break;
			case 'snooze':
				await changed(server.watchEdit({ id: value, snoozedUntil: Date.now() + SNOOZE_MS }));
				break;
			case 'unsnooze':
				await changed(server.watchEdit({ id: value, snoozedUntil: null }));
				break;
			case 'remove':
				return remove(bot, user.id, value, Number(page));
			case 'undo':
				return undo(bot, user.id, value, Number(page));
			case 'again': {
				const { data } = await server.watchPlace();
				await server.watchPlaceSet({ guildId: data.guildId });
				return show(bot, user.id, Number(value), bot.t('watches.again'));
			}
			default:
				return show(bot, user.id, Number(value));
		}
		return show(bot, user.id, Number(page));
	},
};

async function remove(bot: BotContext, userId: string, id: string, page: number): Promise<Reply> {
	const server = bot.server.as(userId);
	const { data } = await readWatches(server);
	const watch = data.find((one) => one.id === id);
	await changed(server.watchDelete({ id }));
	if (!watch) return show(bot, userId, page);
	const note = bot.t('watches.removed', { product: productText(watch) });
	// No watch is made of a SKU that its brand cannot have, unless the catalogue has it.
	if (watch.title === null && skuProblem(watch.brand, watch.sku) !== null) return show(bot, userId, page, note);
	bot.removedWatches.set(removedKey(userId, id), watch);
	const undoButton = { customId: buttonId('watches', 'undo', id, page), label: bot.t('unlink.undo') };
	return show(bot, userId, page, note, [undoButton]);
}

function removedKey(userId: string, id: string): string {
	return `${userId}/${id}`;
}

/** Makes a removed watch again, with its options. @throws UserError after a restart */
async function undo(bot: BotContext, userId: string, id: string, page: number): Promise<Reply> {
	const watch = bot.removedWatches.get(removedKey(userId, id));
	if (!watch) throw new UserError((t) => t('watches.undoLost'));
	const { brand, sku, regions, sizes, maxPrice, kinds, states, muted, snoozedUntil } = watch;
	const isSnoozed = snoozedUntil !== null && snoozedUntil > Date.now();
	const quiet = { muted, snoozedUntil: isSnoozed ? snoozedUntil : null };
	const made = { brand, sku, regions, sizes, maxPrice, kinds, states, ...quiet };
	const { data } = await bot.server.as(userId).watchCreate(made);
	bot.removedWatches.delete(removedKey(userId, id));
	return show(bot, userId, page, bot.t('watches.restored', { product: productText(data) }));
}

/** @throws UserError for a watch that does not exist any more */
async function changed(work: Promise<unknown>): Promise<void> {
	try {
		await work;
	} catch (error) {
		if (error instanceof ApiError && error.code === 'not_found') throw new UserError((t) => t('watch.gone'));
		throw error;
	}
}

async function readWatches(server: Api): Promise<{ data: Watch[]; limit: number }> {
	const first = await server.watches();
	const data = [...first.data];
	let cursor = first.nextCursor;
	for (let call = 1; call < MAX_CALLS && cursor !== null; call++) {
		const next: typeof first = await server.watches({ cursor });
		data.push(...next.data);
		cursor = next.nextCursor;
	}
	return { data, limit: first.limit };
}

/**
 * @param note shown above the watches
 * @param noteButtons what can be done about the note
 */
async function show(
	{ server, t }: BotContext,
	userId: string,
	wanted: number,
	note = '',
	noteButtons: readonly Button[] = [],
): Promise<Reply> {
	const api = server.as(userId);
	const [{ data, limit }, place] = await Promise.all([readWatches(api), api.watchPlace()]);
	const title = t('watches.title');
	const {
		rows,
		page,
		buttons,
		note: pageNote,
	} = pageOf(t, data, wanted, (to) => buttonId('watches', 'page', to), PAGE);
	const where = data.length === 0 ? [t('watches.none')] : placeLines(t, place.data);
	const lines = rows.map((watch, n) => `${n + 1}. ${watchText(t, watch)}`);
	const again = { customId: buttonId('watches', 'again', page), label: t('button.tryAgain') };
	const isReached = place.data.reason === null;
	return reply(title, [note, where.join('\n'), ...lines].filter(Boolean).join('\n\n'), {
		color: isReached ? COLORS.signal : COLORS.bad,
		rows: rows.map((watch, n) => watchButtons(t, watch, n + 1, page)),
		buttons: [...noteButtons, ...buttons, ...(isReached || data.length === 0 ? [] : [again])],
		footer: [t('watches.used', { used: data.length, limit }), pageNote].filter(Boolean).join(' · '),
	});
}

function watchText(t: Translate, watch: Watch): string {
	const { muted, snoozedUntil, overLimit, polled, last } = watch;
	const state = [
		muted ? t('watches.muted') : '',
		snoozedUntil === null
			? ''
			: t('watches.snoozed', { until: time(Math.ceil(snoozedUntil / 1000), TimestampStyles.ShortDateTime) }),
		overLimit ? t('watches.over') : '',
		last === null ? '' : t('watches.last', { when: time(new Date(last.at), TimestampStyles.RelativeTime) }),
	].filter(Boolean);
	return [
		productText(watch),
		optionLines(t, watch).join(' · '),
		state.join(' · '),
		polled.length === 0 ? t('watch.notPolled') : '',
	]
		.filter(Boolean)
		.join('\n');
}

function watchButtons(t: Translate, { id, muted, snoozedUntil }: Watch, n: number, page: number): Row {
	const button = (label: string, action: string) => ({
		customId: buttonId('watches', action, id, page),
		label: `${n}. ${label}`,
	});
	return buttonRow([
		muted ? button(t('button.unmute'), 'unmute') : button(t('button.mute'), 'mute'),
		snoozedUntil === null ? button(t('button.snooze'), 'snooze') : button(t('button.unsnooze'), 'unsnooze'),
		button(t('button.remove'), 'remove'),
	]);
}
