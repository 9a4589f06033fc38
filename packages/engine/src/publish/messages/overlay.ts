import {
	BRANDS,
	discordNameProblem,
	discordUrl,
	fillPostName,
	isQuiet,
	OPTION_LIMITS,
	type QuietHours,
} from '@dropwire/domain';
import { offerOfEvent, type ProductEvent } from '../../product/event.ts';
import type { Look } from '../subscriptions/filter.ts';
import { digestTitle } from './composeDigest.ts';
import type { Embed, WebhookBody } from '../../message/body.ts';

/** Where a message goes in a forum. */
export interface Post {
	/** Its name, for the pattern of a subscription. */
	name(pattern: string): string;
	/** What the forum has one post for; without it, each message has a post of its own. */
	product?: string;
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
	/** The products of a list that the filters let through, in place of all. */
	embed?: Embed;
}

/** Message flag (Discord's documentation, "Message Flags"). */
const SUPPRESS_NOTIFICATIONS = 1 << 12;

/** Joins what an owner's subscriptions say about the message of events: of one, or of a list, which has a post of its own. */
export function joinLooks(looks: readonly (Look | null)[], events: readonly ProductEvent[]): Overlay | null {
	const [event] = events;
	if (!event) return null;
	return events.length === 1
		? joinLooksFor(looks, { name: (pattern) => postName(pattern, event), product: productKey(event) })
		: joinLooksFor(looks, { name: () => postNameOf(digestTitle(events)) });
}

/**
 * Joins what an owner's subscriptions say about a message, oldest first: mentions are joined, name and avatar come from
 * the oldest that has one.
 * @returns null if nothing changes the message
 */
export function joinLooksFor(looks: readonly (Look | null)[], post: Post): Overlay | null {
	const given = looks.filter((look) => look !== null);
	if (given.length === 0) return null;
	const face = given.find(({ name, avatar }) => name !== null || avatar !== null);
	const pattern = given.find(({ threadName }) => threadName !== null)?.threadName ?? null;
	const tags = [...new Set(given.flatMap((look) => look.tags))].slice(0, OPTION_LIMITS.tags);
	const parts = looks.map((look) => ({
		...(look?.mentions.length && { mentions: look.mentions }),
		...(look?.quiet && { quiet: look.quiet }),
	}));
	return {
		...(parts.some((part) => Object.keys(part).length > 0) && { parts }),
		...(face?.name && { name: face.name }),
		...(face?.avatar && { avatar: face.avatar }),
		...(pattern !== null && {
			post: {
				name: post.name(pattern),
				...(post.product !== undefined && { product: post.product }),
				...(tags.length > 0 && { tags }),
			},
		}),
	};
}

/** Identifies a product, as `source/sku/region/offer`. */
function productKey(event: ProductEvent): string {
	return [event.source, event.sku, event.region, offerOfEvent(event)].join('/');
}

/** The name of a post for the title of a message, which is Discord's markdown. */
export function postNameOf(title: string): string {
	const text = title.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1');
	return fillPostName('{title}', { title: text, sku: 'Dropwire', brand: '' });
}

/** The name of a forum post, cut to what Discord accepts. */
export function postName(
	pattern: string,
	{ source, sku, before, after }: Pick<ProductEvent, 'source' | 'sku' | 'before' | 'after'>,
): string {
	return fillPostName(pattern, { title: (after ?? before)?.title ?? sku, sku, brand: BRANDS[source].name });
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
	/** Whether the forum post must be made. */
	isNewPost: boolean;
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
export function applyOverlay(body: WebhookBody, overlay: Overlay, { at, isEdit, isNewPost }: Sending): OverlaidBody {
	const { parts = [], name, post, embed } = overlay;
	const avatar = discordUrl(overlay.avatar);
	const loud = parts.filter(({ quiet }) => !quiet || !isQuiet(quiet, at));
	const silent = parts.length > 0 && loud.length === 0;
	const roles = [...new Set((isEdit ? parts : loud).flatMap(({ mentions = [] }) => mentions))];
	return {
		...body,
		...(embed && { embeds: [embed] as const }),
		...(name && discordNameProblem(name) === null && { username: name.toWellFormed() }),
		...(avatar && { avatar_url: avatar }),
		...(roles.length > 0 && !isEdit && { content: roles.map((id) => `<@&${id}>`).join(' ') }),
		allowed_mentions: { parse: [], ...(roles.length > 0 && { roles }) },
		...(silent && !isEdit && { flags: SUPPRESS_NOTIFICATIONS }),
		...(post && isNewPost && { thread_name: post.name, ...(post.tags && { applied_tags: post.tags }) }),
	};
}
