/** Hosts that serve Discord's API (contract: "A webhook URL is a Discord webhook URL"). */
const DISCORD_HOSTS = new Set(['discord.com', 'ptb.discord.com', 'canary.discord.com', 'discordapp.com']);

/** The path up to the token. Discord documents ids of 17 to 20 digits. */
const PATH = String.raw`/api(?:/v\d{1,2})?/webhooks/(\d{17,20})/`;
const WHOLE_PATH = new RegExp(String.raw`^${PATH}([\w-]{1,128})/?$`);
/** A URL within a text, as JSON writes it: without quotes and spaces. */
const IN_TEXT = new RegExp(String.raw`https?://[^\s"\\]+?${PATH}[\w-]+(?:\?thread_id=(\d{17,20}))?`, 'gi');

/** A mask. Rows of the audit log can have masks with the whole id of the thread. */
const MASK = /^…\/webhooks\/(\d{17,20})\/••••(?:\?thread_id=(?:…|\d{13,16})(\d{4}))?$/;
/** The id of a thread in the query of a webhook URL. */
const THREAD_ID = /^\d{17,20}$/;
/** The formats of other services that Discord accepts below a webhook URL. */
const FOREIGN_FORMAT = new RegExp(String.raw`^${PATH}[\w-]{1,128}/(slack|github)/?$`);

/** How many digits of a thread's id are shown. */
export const THREAD_END = 4;

/** What identifies a webhook at Discord, whatever the spelling of its URL. */
export interface WebhookAddress {
	id: string;
	token: string;
	/** The thread that it posts to; unset for the webhook's channel itself. */
	threadId?: string;
}

/**
 * Reads a webhook URL: `https://{discord host}/api[/vN]/webhooks/{id}/{token}[?thread_id=][&wait=]`, or the same below the origin that is
 * configured as Discord (`discordUrl`).
 * @returns null when it is anything else
 */
export function parseWebhookUrl(text: string, discordUrl: string): WebhookAddress | null {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	const configured = url.origin === new URL(discordUrl).origin;
	const discord = url.protocol === 'https:' && url.port === '' && DISCORD_HOSTS.has(url.hostname);
	return configured || discord ? readAddress(url) : null;
}

/**
 * Reads a webhook URL of any origin, for clients that do not know the server's `DISCORD_URL`. For display and comparison
 * only: the server decides whether a URL is valid.
 * @returns null when it is anything else
 */
export function readWebhookUrl(text: string): WebhookAddress | null {
	const trimmed = text.trim();
	return URL.canParse(trimmed) ? readAddress(new URL(trimmed)) : null;
}

function readAddress({ pathname, username, password, search, hash }: URL): WebhookAddress | null {
	const threadId = threadInQuery(search);
	if (username || password || threadId === null || hash) return null;
	const [, id, token] = WHOLE_PATH.exec(pathname) ?? [];
	return id && token ? { id, token, ...(threadId && { threadId }) } : null;
}

/**
 * The thread in the query, undefined without one; null for a query that a webhook URL cannot have. `wait`, with which other
 * tools hand out webhook URLs, is ignored: every message is sent with it.
 */
function threadInQuery(search: string): string | undefined | null {
	const query = new URLSearchParams(search);
	const [threadId, second] = query.getAll('thread_id');
	if (second !== undefined || [...query.keys()].some((key) => key !== 'thread_id' && key !== 'wait')) return null;
	return threadId === undefined || THREAD_ID.test(threadId) ? threadId : null;
}

/** `slack` or `github` for a webhook URL that accepts the messages of that service instead of Discord's; else undefined. */
export function foreignFormatOf(text: string): string | undefined {
	return URL.canParse(text) ? FOREIGN_FORMAT.exec(new URL(text).pathname)?.[2] : undefined;
}

/** A webhook URL that posts to another thread of its channel; null for the channel itself. */
export function withThread(url: string, threadId: string | null): string {
	const changed = new URL(url);
	changed.search = threadId === null ? '' : `?thread_id=${threadId}`;
	return changed.href;
}

/**
 * The webhook without its token, since anyone with the token can post to the channel: `…/webhooks/{id}/••••`.
 * @param threadId the thread that it posts to, of which the mask has the end: `?thread_id=…9012`; none for the channel itself
 */
export function maskWebhook(id: string, threadId: string | null | undefined): string {
	return `…/webhooks/${id}/••••${threadId ? `?thread_id=…${threadId.slice(-THREAD_END)}` : ''}`;
}

/**
 * A webhook URL without its token. A mask is returned unchanged: the server sends masks to programs that may only read.
 * Any other text is hidden, since it may contain a token.
 */
export function maskWebhookUrl(url: string): string {
	if (MASK.test(url)) return url;
	const address = readWebhookUrl(url);
	return address ? maskWebhook(address.id, address.threadId) : '(not a webhook URL)';
}

/** The webhook's id in a mask; null for any other text. */
export function maskedWebhookId(mask: string): string | null {
	return MASK.exec(mask)?.[1] ?? null;
}

/** A mask with the ends of the id only, for narrow columns: `…/webhooks/1234…5678/••••`. */
export function shortenMask(mask: string): string {
	return mask.replace(/(\d{4})\d+(\d{4})/, '$1…$2');
}

/** The ends of a webhook's id and of its thread's, which people compare: `…5678`, or `…5678, thread …9012`. */
export function webhookEnd(id: string, threadId: string | null): string {
	return `…${id.slice(-4)}${threadId === null ? '' : `, ${threadEnd(threadId)}`}`;
}

/** The end of a thread's id: `thread …9012`. */
export function threadEnd(threadId: string): string {
	return `thread …${threadId.slice(-THREAD_END)}`;
}

/** What `webhookEnd` says of a mask; another text is returned unchanged. */
export function maskEnd(mask: string): string {
	const [, id, threadId] = MASK.exec(mask) ?? [];
	return id === undefined ? mask : webhookEnd(id, threadId ?? null);
}

/** Masks every webhook URL in a text or in JSON. */
export function maskWebhooksIn(text: string): string {
	return text.replace(IN_TEXT, (_, id: string, threadId?: string) => maskWebhook(id, threadId));
}

/**
 * Whether the reason for which a webhook is off is Discord's answer that it does not know the webhook (10015) or that its
 * token is invalid (50027). Discord can list such a webhook all the same.
 */
export function isRejectedByDiscord(offReason: string | null): boolean {
	return /^Discord answered 40[14]: .*\[(10015|50027)\]$/.test(offReason ?? '');
}
