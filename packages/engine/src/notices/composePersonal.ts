import { counted, discordUrl, escapeMarkdown, formatMoney, KINDS, STOCK_NAMES, stockKey, tidy } from '@dropwire/domain';
import { cut, type Embed, joinWhole, linkAddress, MESSAGE_LIMITS, truncateEmbed } from '../message/body.ts';
import type { ProductSnapshot } from '@dropwire/retailers';
import { isOnSale } from '../product/compare.ts';
import type { ProductEvent } from '../product/event.ts';
import type { EditableMessage } from '../publish/edits.ts';
import { composeEvent } from '../publish/messages/composeEvent.ts';

/** A message of the bot to one person (Discord's documentation, "Create Message"). */
export interface PersonalBody {
	content?: string;
	embeds: [Embed];
	components: object[];
	allowed_mentions: { parse: []; users?: string[] };
}

/** The longest title of a product in a list. */
const LONGEST_TITLE = 100;
/** Types and styles of components (Discord's documentation, "Component Reference"). */
const ROW = 1;
const BUTTON = 2;
const SECONDARY = 2;
const LINK = 5;

/** The notice of one event, with the buttons of its watch. @param edited the notice that it edits */
export function composePersonal(
	event: ProductEvent,
	watch: { id: number; muted: boolean },
	edited: EditableMessage | null = null,
): PersonalBody {
	const { embeds } = composeEvent(event, edited);
	return { embeds, components: [buttonsOf(event, watch)], allowed_mentions: { parse: [] } };
}

/** Mute or Unmute, Snooze 24 h, and Buy for a product that can be bought. The bot handles them (`bot/src/watches/`). */
function buttonsOf({ after }: ProductEvent, { id, muted }: { id: number; muted: boolean }): object {
	const url = after !== null && isOnSale(after) ? shortAddress(after.url) : undefined;
	return {
		type: ROW,
		components: [
			{
				type: BUTTON,
				style: SECONDARY,
				label: muted ? 'Unmute' : 'Mute',
				custom_id: `watch|${muted ? 'unmute' : 'mute'}|${id}`,
			},
			{ type: BUTTON, style: SECONDARY, label: 'Snooze 24 h', custom_id: `watch|snooze|${id}` },
			...(url === undefined ? [] : [{ type: BUTTON, style: LINK, label: 'Buy', url }]),
		],
	};
}

function shortAddress(text: string | null | undefined): string | undefined {
	const url = discordUrl(text);
	return url !== undefined && url.length <= MESSAGE_LIMITS.linkUrl ? url : undefined;
}

/** An event that a notice is about, and what the last check found: null for a product that is gone, undefined if it is unknown. */
export interface Noticed {
	event: ProductEvent;
	current: ProductSnapshot | null | undefined;
}

/**
 * The notice of one product: its latest event, with the buttons of its watch. Above it are the earlier ones, which waited with
 * it, and what is no longer so: a notice can wait for up to `WATCH_NOTICE_MAX_AGE_MINUTES`.
 */
export function composeNotice(
	noticed: readonly [Noticed, ...Noticed[]],
	watch: { id: number; muted: boolean },
): PersonalBody {
	const latest = noticed.at(-1) as Noticed;
	const since = sinceText(latest);
	const lines = [...noticed.slice(0, -1).map(lineOf), since && `Since then: ${since}`].filter(Boolean);
	const body = composePersonal(latest.event, watch);
	return lines.length === 0 ? body : { ...body, content: joinWhole(lines, '\n', MESSAGE_LIMITS.content) };
}

/** What the last check found that the event does not say; empty if nothing is known to differ. */
function sinceText({ event: { after }, current }: Noticed): string {
	if (current === undefined) return '';
	if (current === null) return after === null ? '' : 'no longer listed';
	const { price } = current;
	const isOther =
		price !== null && (price.current !== after?.price?.current || price.currency !== after.price.currency);
	return [
		isOther ? formatMoney(price.current, price.currency) : '',
		current.available !== null && current.available !== after?.available ? STOCK_NAMES[stockKey(current)] : '',
	]
		.filter(Boolean)
		.join(' · ');
}

/** The notice of several products: a line for each event, as many as fit, and the number of the others. */
export function composeList(noticed: readonly Noticed[]): PersonalBody {
	const events = noticed.map(({ event }) => event);
	const products = new Set(events.map(({ source, sku }) => `${source} ${sku}`)).size;
	const embed = truncateEmbed({
		title: `${counted(events.length, 'change')} of ${counted(products, 'product')} that you watch`,
		description: joinWhole(noticed.map(lineOf), '\n', MESSAGE_LIMITS.description),
		color: KINDS[events[0]?.kind ?? 'STOCK'].color,
		fields: [],
		footer: { text: 'Dropwire' },
		timestamp: new Date(events[0]?.at ?? 0).toISOString(),
	});
	return { embeds: [embed], components: [], allowed_mentions: { parse: [] } };
}

/** `<t:…:T> **Restock** · [Title](link) · JP · ¥17,380 · sold out`, and what has changed since: ` → ¥19,800` */
function lineOf(noticed: Noticed): string {
	const { kind, sku, region, before, after, at } = noticed.event;
	const since = sinceText(noticed);
	const product = after ?? before;
	const title = escapeMarkdown(cut(tidy(product?.title ?? sku), LONGEST_TITLE));
	const url = linkAddress(product?.url);
	const line = [
		`<t:${Math.floor(at / 1000)}:T> **${after === null ? 'No longer listed' : KINDS[kind].headline}**`,
		url === undefined ? title : `[${title}](${url})`,
		region,
		after?.price ? formatMoney(after.price.current, after.price.currency) : '',
		after?.available === false ? STOCK_NAMES[stockKey(after)] : '',
	]
		.filter(Boolean)
		.join(' · ');
	return since ? `${line} → ${since}` : line;
}

/** The message that opens the direct messages of a person with their first watch. */
export function composeConfirmation(at: number): PersonalBody {
	const embed: Embed = {
		title: 'You get notices of your watches here',
		description:
			'A message follows when a product that you watch changes. To stop them, press Mute under a notice, or remove the watch with /watches.',
		color: KINDS.NEW.color,
		fields: [],
		footer: { text: 'Dropwire' },
		timestamp: new Date(at).toISOString(),
	};
	return { embeds: [embed], components: [], allowed_mentions: { parse: [] } };
}

/** Says how many notices expired before this one. */
export function withMissed(body: PersonalBody, missed: number): PersonalBody {
	if (missed === 0) return body;
	const were = missed === 1 ? 'notice was' : 'notices were';
	return addContent(body, `${missed} earlier ${were} not sent in time.`);
}

/** Mentions only the person: for a thread. */
export function mentioning(body: PersonalBody, discordId: string): PersonalBody {
	return addContent({ ...body, allowed_mentions: { parse: [], users: [discordId] } }, `<@${discordId}>`);
}

function addContent(body: PersonalBody, text: string): PersonalBody {
	return { ...body, content: cut([text, body.content].filter(Boolean).join(' '), MESSAGE_LIMITS.content) };
}
