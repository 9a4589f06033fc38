import { chunks, isReleaseKind, escapeMarkdown, formatMoney, KINDS, stockKey, tidy } from '@dropwire/domain';
import type { SharedTranslate } from '@dropwire/domain/texts';
import type { ProductSnapshot } from '@dropwire/retailers';
import { cut, type Embed, joinWhole, linkAddress, MESSAGE_LIMITS, truncateEmbed } from '../message/body.ts';
import { button, BUTTONS_PER_ROW, buttonRow, linkButton, MAX_ROWS } from '../message/buttons.ts';
import { isOnSale } from '../product/compare.ts';
import type { ProductEvent } from '../product/event.ts';
import type { EditableMessage } from '../publish/edits.ts';
import { composeEvent } from '../publish/messages/composeEvent.ts';
import { composeRelease } from '../publish/messages/composeReleases.ts';
import { discordTime } from '../message/discordTime.ts';

/** A message of the bot to one person (Discord's documentation, "Create Message"). */
export interface PersonalBody {
	content?: string;
	embeds: [Embed];
	components: object[];
	allowed_mentions: { parse: []; users?: string[] };
}

/** The longest title of a product in a list, and on a button. */
const LONGEST_TITLE = 100;
const LONGEST_ON_BUTTON = 40;

/** An event that a notice is about, and what the last check found: null for a product that is gone, undefined if it is unknown. */
export interface Noticed {
	event: ProductEvent;
	current: ProductSnapshot | null | undefined;
}

/**
 * The notice of one product: its latest event, with the buttons of its watch. Above it are the earlier ones, which waited with
 * it, and what is no longer so: a notice can wait for up to `WATCH_NOTICE_MAX_AGE_MINUTES`.
 * @param edited the notice that it edits
 */
export function composeNotice(
	noticed: readonly [Noticed, ...Noticed[]],
	watchId: number,
	t: SharedTranslate,
	edited: EditableMessage | null = null,
): PersonalBody {
	const latest = noticed.at(-1) as Noticed;
	const { event } = latest;
	const since = sinceText(latest, t);
	const earlier = noticed.slice(0, -1).map((one) => lineOf(one, t));
	const lines = [...earlier, since && t('personal.since', { changes: since })].filter(Boolean);
	const { embeds } = isReleaseKind(event.kind) ? composeRelease(event) : composeEvent(event, edited);
	const buy = event.after !== null && isOnSale(event.after) ? linkButton(t('button.buy'), event.after.url) : [];
	return {
		...(lines.length > 0 && { content: joined(lines, MESSAGE_LIMITS.content, t) }),
		embeds,
		components: [buttonRow([...watchButtons(String(watchId), t), ...buy])],
		allowed_mentions: { parse: [] },
	};
}

/**
 * The notice of several products: a line for each event, as many as fit, and the number of the others. Its buttons mute and
 * snooze all of its products.
 * @param first the id of its first notice
 */
export function composeList(noticed: readonly Noticed[], first: number, t: SharedTranslate): PersonalBody {
	const products = new Map(noticed.map((one) => [`${one.event.source} ${one.event.sku}`, one]));
	const { kind, at } = noticed[0]?.event ?? { kind: 'STOCK', at: 0 };
	const embed = truncateEmbed({
		title: t('personal.list', { count: products.size }),
		description: joined(
			noticed.map((one) => lineOf(one, t)),
			MESSAGE_LIMITS.description,
			t,
		),
		color: KINDS[kind].color,
		fields: [],
		footer: { text: 'Dropwire' },
		timestamp: new Date(at).toISOString(),
	});
	const buy = [...products.values()].flatMap(({ event: { after }, current = after }) => {
		if (current === null || !isOnSale(current)) return [];
		const title = cut(tidy(current.title ?? current.sku), LONGEST_ON_BUTTON);
		return linkButton(t('button.buyOne', { title }), current.url);
	});
	const rows = chunks(buy, BUTTONS_PER_ROW).slice(0, MAX_ROWS - 1);
	return {
		embeds: [embed],
		components: [buttonRow(watchButtons(listId(first), t)), ...rows.map(buttonRow)],
		allowed_mentions: { parse: [] },
	};
}

/** How the buttons of a list name it; those of a product have the id of its watch. */
function listId(first: number): string {
	return `n${first}`;
}

/** Mute and Snooze 24 h. The bot handles them (`bot/src/watches/`). */
function watchButtons(id: string, t: SharedTranslate): object[] {
	return (['mute', 'snooze'] as const).map((action) => button(t(`button.${action}`), `watch|${action}|${id}`));
}

function joined(lines: readonly string[], max: number, t: SharedTranslate): string {
	return joinWhole(lines, '\n', max, 0, (count) => t('personal.more', { count }));
}

/** What the last check found that the event does not say; empty if nothing is known to differ. */
function sinceText({ event: { after }, current }: Noticed, t: SharedTranslate): string {
	if (current === undefined) return '';
	if (current === null) return after === null ? '' : t('personal.gone');
	const { price } = current;
	const isOther =
		price !== null && (price.current !== after?.price?.current || price.currency !== after.price.currency);
	return [
		isOther ? formatMoney(price.current, price.currency, t.tag) : '',
		current.available !== null && current.available !== after?.available ? t(`card.stock.${stockKey(current)}`) : '',
	]
		.filter(Boolean)
		.join(' · ');
}

/** `<t:…:T> **Restock** · [Title](link) · JP · ¥17,380 · sold out`, and what has changed since: ` → ¥19,800` */
function lineOf(noticed: Noticed, t: SharedTranslate): string {
	const { kind, sku, region, before, after, at } = noticed.event;
	const since = sinceText(noticed, t);
	const product = after ?? before;
	const title = escapeMarkdown(cut(tidy(product?.title ?? sku), LONGEST_TITLE));
	const url = linkAddress(product?.url);
	const line = [
		`<t:${Math.floor(at / 1000)}:T> **${after === null ? t('personal.gone') : t(`kind.${kind}`)}**`,
		url === undefined ? title : `[${title}](${url})`,
		region,
		isReleaseKind(kind) ? (discordTime(after?.launchAt, 'f') ?? '') : '',
		after?.price ? formatMoney(after.price.current, after.price.currency, t.tag) : '',
		after?.available === false ? t(`card.stock.${stockKey(after)}`) : '',
	]
		.filter(Boolean)
		.join(' · ');
	return since ? `${line} → ${since}` : line;
}

/** The message that opens the direct messages of a person with their first watch. */
export function composeConfirmation(at: number, t: SharedTranslate): PersonalBody {
	const embed: Embed = {
		title: t('personal.confirmTitle'),
		description: t('personal.confirm'),
		color: KINDS.NEW.color,
		fields: [],
		footer: { text: 'Dropwire' },
		timestamp: new Date(at).toISOString(),
	};
	return { embeds: [embed], components: [], allowed_mentions: { parse: [] } };
}

/** Says how many notices expired before this one. */
export function withMissed(body: PersonalBody, missed: number, t: SharedTranslate): PersonalBody {
	return missed === 0 ? body : addContent(body, t('personal.missed', { count: missed }));
}

/** Mentions only the person: for a thread. */
export function mentioning(body: PersonalBody, discordId: string): PersonalBody {
	return addContent({ ...body, allowed_mentions: { parse: [], users: [discordId] } }, `<@${discordId}>`);
}

function addContent(body: PersonalBody, text: string): PersonalBody {
	return { ...body, content: cut([text, body.content].filter(Boolean).join(' '), MESSAGE_LIMITS.content) };
}
