import { clipText } from './clipText.ts';
import { isVisible } from './discordInput.ts';
import { tidy } from './escapeMarkdown.ts';
import { type TopicKind, TOPIC_KINDS } from './eventKinds.ts';
import { OTHER_STATES, type OtherState } from './stockStates.ts';

/** What a subscription says about the messages it gets (contract: "What a subscription can say"). All fields are optional. */
export interface SubscriptionOptions {
	/** Ids of the Discord roles that a message mentions. */
	mentions?: string[] | undefined;
	/** Words or phrases, whole or with `*` at the end; at least one must be in title, SKU or color. */
	include?: string[] | undefined;
	/** None of these can be in title, SKU or color. */
	exclude?: string[] | undefined;
	/** As in `sizes.ts`: `9`, `M 9`, `EU 42.5`, `XL`. RESTOCK and STOCK: one came back or changed; other kinds: one is available, or none are listed. */
	sizes?: string[] | undefined;
	/** The states besides in stock that count as available: a product or a size that enters one is restocked. */
	states?: OtherState[] | undefined;
	kinds?: TopicKind[] | undefined;
	/** Bounds of the current price, inclusive, in the main unit of the product's own currency. */
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
	/** The smallest discount in percent, rounded down. */
	minDiscount?: number | undefined;
	/** No new deliveries and no edits. */
	paused?: boolean | undefined;
	/** When messages are silent; judged when a message is sent. */
	quiet?: QuietHours | undefined;
	/** An existing thread, or the pattern of the names of a forum's posts and the ids of the forum's tags that they get. */
	thread?: { id: string } | { name: string; tags?: string[] | undefined } | undefined;
	/** How long before a launch to send a reminder, minutes; `DEFAULT_REMINDERS` if unset. Only of topics about releases. */
	reminders?: number[] | undefined;
	/** When to send the weekly digest. Only of topics about releases. */
	digest?: DigestTime | undefined;
	/** False for messages without the button Watch, which only webhooks of the application have. */
	watchButton?: boolean | undefined;
	/** The name and the picture of the sender. */
	name?: string | undefined;
	avatar?: string | undefined;
}

/** `HH:MM` in an IANA zone, from inclusive, to exclusive; over midnight when from is later than to. */
export interface QuietHours {
	from: string;
	to: string;
	zone: string;
}

/** A whole hour of a weekday, 1 Monday to 7 Sunday, in an IANA zone. */
export interface DigestTime {
	weekday: number;
	hour: number;
	zone: string;
}

/** The reminders of a subscription that says nothing about them: a day and a quarter of an hour before a launch. */
export const DEFAULT_REMINDERS: readonly number[] = [1440, 15];

/** The limits of each option. Numbers are the largest values unless the name says otherwise. */
export const OPTION_LIMITS = {
	mentions: 5,
	terms: 50,
	term: 100,
	sizes: 50,
	size: 64,
	states: OTHER_STATES.length,
	kinds: TOPIC_KINDS.length,
	price: 1e9,
	minDiscount: { min: 1, max: 99 },
	threadName: 100,
	/** Discord's limit for one post. */
	tags: 5,
	name: 80,
	/** How many reminders, and how long before a launch each can be, minutes. */
	reminders: 5,
	reminderMinutes: { min: 5, max: 10_080 },
	/** The length of the options as JSON, and so of the column of a file. */
	json: 16_000,
} as const;

/** The placeholders of a forum post's name. */
export const THREAD_NAME_PARTS = ['title', 'sku', 'brand'] as const;

/** The rules that decide about a message, in the order in which they are checked. */
export const FILTER_RULES = ['paused', 'kinds', 'include', 'exclude', 'sizes', 'price', 'discount'] as const;
export type FilterRule = (typeof FILTER_RULES)[number];

/** The rules of `GET /api/why`, in order: what comes before and after the filters, too. */
export const WHY_RULES = ['list', 'topic', 'webhook', ...FILTER_RULES, 'delivery'] as const;
export type WhyRule = (typeof WHY_RULES)[number];

const PLACEHOLDER = new RegExp(String.raw`\{(${THREAD_NAME_PARTS.join('|')})\}`, 'g');

/** The name of a forum post: the pattern with the product's values, cut to what Discord accepts; the SKU if it is empty. */
export function fillPostName(
	pattern: string,
	parts: Readonly<Record<(typeof THREAD_NAME_PARTS)[number], string>>,
): string {
	const name = pattern.replace(PLACEHOLDER, (_, part: keyof typeof parts) => parts[part]);
	const cut = (text: string) => clipText(tidy(text), OPTION_LIMITS.threadName).trim();
	return isVisible(cut(name)) ? cut(name) : cut(parts.sku);
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether the text is a time of day like `07:30`. */
export function isTimeOfDay(text: string): boolean {
	return TIME.test(text);
}

/**
 * Whether the text is a time zone of the form Area/City that the runtime knows, or UTC. Abbreviations are none: `EST` has no
 * summer time, and others name several zones.
 */
export function isTimeZone(zone: string): boolean {
	return (zone === 'UTC' || zone.includes('/')) && clockOf(zone) !== null;
}

/** Whether a moment (epoch ms) lies in the quiet hours. */
export function isQuiet({ from, to, zone }: QuietHours, at: number): boolean {
	const now = clockOf(zone)?.format(at);
	if (now === undefined) return false;
	return from < to ? from <= now && now < to : now >= from || now < to;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();

/** Formats a moment as `HH:MM` in a zone; null for an unknown zone. Cached: making one costs more than using it. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
	let clock = clocks.get(zone);
	if (clock === undefined) {
		try {
			clock = new Intl.DateTimeFormat('en-GB', {
				timeZone: zone,
				hour: '2-digit',
				minute: '2-digit',
				hourCycle: 'h23',
			});
		} catch {
			clock = null;
		}
		if (clocks.size < 1000) clocks.set(zone, clock);
	}
	return clock;
}

/** The id of the thread; null for a channel, and for a forum with a post per product. */
export function threadIdOf({ thread }: Pick<SubscriptionOptions, 'thread'>): string | null {
	return thread && 'id' in thread ? thread.id : null;
}
