import type { MessageKind } from '@dropwire/db';
import { clipText, discordNameProblem, discordUrl, fillPostName, isQuiet, type QuietHours } from '@dropwire/domain';

/** The body of an executed webhook: only the fields that we use (Discord's documentation, "Execute Webhook"). */
export interface WebhookBody {
	username: string;
	embeds: [Embed];
	/** Buttons, which only webhooks of the application can have. */
	components?: object[];
	/** Disables all mentions in product texts. */
	allowed_mentions: { parse: [] };
}

export interface Embed {
	title: string;
	url?: string;
	description?: string;
	/** 0xRRGGBB */
	color: number;
	fields: EmbedField[];
	thumbnail?: { url: string };
	image?: { url: string };
	footer: { text: string; icon_url?: string };
	/** ISO 8601 */
	timestamp: string;
}

export interface EmbedField {
	name: string;
	value: string;
	inline?: boolean;
}

/** Discord's limits for a message, in characters (its documentation, "Embed limits" and "Execute Webhook"). */
export const MESSAGE_LIMITS = {
	content: 2000,
	title: 256,
	description: 4096,
	fields: 25,
	fieldName: 256,
	fieldValue: 1024,
	footer: 2048,
	/** The limit for all texts of all embeds of a message together. */
	total: 6000,
	url: 2048,
	/** The longest URL of a link in a text; also Discord's limit for the URL of a button. */
	linkUrl: 512,
} as const;

const MINUTE = 60_000;
/** The time until a message expires (design: 30 minutes for events, 24 hours for announcements). */
export const FRESH_FOR: Readonly<Record<MessageKind, number>> = {
	EVENT: 30 * MINUTE,
	ANNOUNCEMENT: 24 * 60 * MINUTE,
	TEST: 2 * MINUTE,
	NOTICE: 60 * MINUTE,
	REMINDER: 5 * MINUTE,
	DIGEST: 60 * MINUTE,
};

/**
 * Truncates to at most `max` UTF-16 units, never within a character or an escape, and adds an ellipsis if truncated.
 */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text;
	return `${clipText(text, max - 1).replace(/\\$/, '')}…`;
}

/**
 * Joins texts up to a maximum length, never within one of them; the last text counts those that do not fit.
 * @param others the number of further texts, which are counted only
 * @param more how the others are counted
 */
export function joinWhole(
	texts: readonly string[],
	separator: '\n' | ', ',
	max: number,
	others = 0,
	more = (count: number) => `… and ${count} more`,
): string {
	const all = texts.join(separator);
	if (all.length <= max && others === 0) return all;
	let joined = '';
	for (const [index, text] of texts.entries()) {
		const rest = more(texts.length - index + others);
		const next = joined ? `${joined}${separator}${text}` : text;
		if (next.length + separator.length + rest.length > max) return joined ? `${joined}${separator}${rest}` : rest;
		joined = next;
	}
	return `${joined}${joined ? separator : ''}${more(others)}`;
}

/** An age in its largest unit, rounded down: `5 d`, `3 h`, `12 min`; `1 min` for less. */
export function spokenAge(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (minutes >= 48 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
	return minutes >= 60 ? `${Math.floor(minutes / 60)} h` : `${Math.max(1, minutes)} min`;
}

/** The URL for a Markdown link, in which parentheses would end it; undefined if Discord would not accept it or it is long. */
export function linkAddress(text: string | null | undefined): string | undefined {
	const url = discordUrl(text)?.replaceAll('(', '%28').replaceAll(')', '%29');
	return url !== undefined && url.length <= MESSAGE_LIMITS.linkUrl ? url : undefined;
}

/**
 * Truncates an embed to Discord's limit on its total text: first shortens the description, then removes the last
 * fields. No part of a field is left empty, because Discord would reject the whole message.
 */
export function truncateEmbed(embed: Embed): Embed {
	const fields = embed.fields
		.filter((field) => field.name !== '' && field.value.trim() !== '')
		.slice(0, MESSAGE_LIMITS.fields);
	const result: Embed = { ...embed, fields };
	const over = embedLength(result) - MESSAGE_LIMITS.total;
	if (over > 0 && result.description) {
		result.description = cut(result.description, Math.max(1, result.description.length - over));
	}
	while (embedLength(result) > MESSAGE_LIMITS.total) result.fields.pop();
	if (!result.description) delete result.description;
	return result;
}

/** The length of all texts that count towards Discord's limit, in UTF-16 units (never fewer than characters). */
export function embedLength({ title, description = '', fields, footer }: Embed): number {
	const texts = [title, description, footer.text, ...fields.flatMap((field) => [field.name, field.value])];
	return texts.reduce((sum, text) => sum + text.length, 0);
}

/** What the subscriptions of one owner change in a message. Stored with the delivery as JSON. */
export interface Overlay {
	/** One entry per subscription, oldest first: whether it mentions anybody and is quiet is decided when it is sent. */
	parts?: { mentions?: readonly string[]; quiet?: QuietHours }[];
	name?: string;
	avatar?: string;
	/**
	 * The forum post that it goes to: its name and tags if it is new, and the product whose messages share it. Without a
	 * product, the message has a post of its own.
	 */
	post?: { name: string; product?: string; tags?: readonly string[] };
	/** False leaves the button Watch out. */
	watchButton?: boolean;
	/** The products of a list that the filters let through, in place of all. */
	embed?: Embed;
	/** The buttons of `embed`. */
	components?: object[];
}

/** What a list shows to subscriptions whose filters let only some of its products through. */
export function shownInstead({ embeds: [embed], components }: WebhookBody): Pick<Overlay, 'embed' | 'components'> {
	return { embed, ...(components && { components }) };
}

/** Message flag (Discord's documentation, "Message Flags"). */
const SUPPRESS_NOTIFICATIONS = 1 << 12;

/** The name of a post for the title of a message, which is Discord's markdown. */
export function postNameOf(title: string): string {
	const text = title.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1');
	return fillPostName('{title}', { title: text, sku: 'Dropwire', brand: '' });
}

/** A message in Discord's format with what an owner's options change. */
export interface OverlaidBody extends Omit<WebhookBody, 'allowed_mentions'> {
	avatar_url?: string;
	content?: string;
	thread_name?: string;
	applied_tags?: readonly string[];
	flags?: number;
	allowed_mentions: { parse: []; roles?: string[] };
}

interface Sending {
	/** Epoch ms. */
	at: number;
	/** Whether it edits a message, or is sent in place of one that was deleted: then it mentions nobody. */
	isEdit: boolean;
	/** Whether Discord gets a new message, which makes a sound. */
	isNew: boolean;
	/** Whether the forum post must be made. */
	isNewPost: boolean;
	/** Whether the message can have buttons. */
	hasButtons: boolean;
}

/** The body of an edit, which has no sender: a message keeps its name and picture. */
export function withoutSender(body: WebhookBody | OverlaidBody): object {
	const { username: _, avatar_url: __, ...rest } = body as OverlaidBody;
	return rest;
}

/**
 * Applies an overlay when a message is sent, except a name or picture for which Discord would reject the message. Only roles
 * are mentioned, and only those that the options name.
 */
export function applyOverlay(
	body: WebhookBody,
	overlay: Overlay,
	{ at, isEdit, isNew, isNewPost, hasButtons }: Sending,
): OverlaidBody {
	const { parts = [], name, post, embed, components } = overlay;
	const avatar = discordUrl(overlay.avatar);
	const loud = parts.filter(({ quiet }) => !quiet || !isQuiet(quiet, at));
	const silent = parts.length > 0 && loud.length === 0;
	const roles = [...new Set((isEdit ? parts : loud).flatMap(({ mentions = [] }) => mentions))];
	return {
		...body,
		...(embed && { embeds: [embed] as const }),
		...(hasButtons && components && { components }),
		...(name && discordNameProblem(name) === null && { username: name.toWellFormed() }),
		...(avatar && { avatar_url: avatar }),
		...(roles.length > 0 && !isEdit && { content: roles.map((id) => `<@&${id}>`).join(' ') }),
		allowed_mentions: { parse: [], ...(roles.length > 0 && { roles }) },
		...(silent && isNew && { flags: SUPPRESS_NOTIFICATIONS }),
		...(post && isNewPost && { thread_name: post.name, ...(post.tags && { applied_tags: post.tags }) }),
	};
}
