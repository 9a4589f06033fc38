/**
 * The result of one attempt, by the next step:
 * `sent`: done. `limited`: not an attempt; wait as ordered. `retry`: try again until the message expires; with
 * `pauseMs`, send nothing from this IP address for that time. `refused`: Discord will never accept this message.
 * `dead`: this webhook will never accept a message. `deleted`: the message to edit no longer exists.
 * `postGone`: the forum post no longer exists. `isForum`: send the message as a new post, since the channel is a forum.
 */
export type Outcome =
	| { kind: 'sent'; messageId: string; channelId: string | null }
	| { kind: 'limited'; waitMs: number; global: boolean }
	| { kind: 'retry'; reason: string; pauseMs?: number }
	| { kind: 'refused'; reason: string }
	| { kind: 'dead'; reason: string }
	| { kind: 'deleted' }
	| { kind: 'postGone' }
	| { kind: 'isForum' };

/**
 * Discord's error codes after which a webhook must not be called again (Discord's documentation, "Opcodes and status
 * codes"): unknown webhook, invalid webhook token. Nothing else proves that a webhook is gone: proxies and Cloudflare
 * return 401, 403 and 404 too.
 */
const DEAD_CODES = new Set([10_015, 50_027]);
/** Unknown message: somebody deleted it. */
const UNKNOWN_MESSAGE = 10_008;

/** Unknown channel: the thread was deleted. */
const UNKNOWN_CHANNEL = 10_003;
/** The channel of the webhook is a forum, and the message has neither a thread nor the name of a new post. */
const NEEDS_POST = 220_001;
/** What an admin can do about a thread or forum that rejects a message, by Discord's error code. */
const ADVICE = new Map([
	[UNKNOWN_CHANNEL, 'The thread no longer exists: set another one. '],
	[10_087, "A tag of this forum was deleted: save the link's message form in /edit to choose its tags again. "],
	[40_067, 'This forum requires a tag: create one with the name of the brand, then save the message form in /edit. '],
	[160_005, 'The thread is locked: unlock it or set another one. '],
	[160_006, 'The server has as many active threads as Discord allows: close some. '],
	[NEEDS_POST, "This is a forum channel: set a thread, or a pattern for its posts' names. "],
	[220_002, 'A message goes either to an existing thread or to a new post: set only one of them. '],
	[220_003, 'This is not a forum channel: remove the pattern for the names of its posts. '],
]);

/** The wait after a rate limit without a duration or a block by Cloudflare, which applies to the whole IP address. */
const UNTOLD_WAIT_MS = 30_000;
/** The bounds of ordered waits: no wait would flood Discord, and a wait that is wrong by a year would stop delivery. */
const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 24 * 3_600_000;

const SNOWFLAKE = /^\d{17,20}$/;

interface DiscordError {
	message?: string;
	code?: number;
	retry_after?: number;
	global?: boolean;
	errors?: unknown;
}

/**
 * Reads Discord's response to an executed webhook (`?wait=true`) or an edited message.
 * @param header returns a header's value
 */
export function readAnswer(
	status: number,
	header: (name: string) => string | undefined,
	text: string,
	{ isEdit, inPost, canBePost = false }: { isEdit: boolean; inPost: boolean; canBePost?: boolean },
): Outcome {
	const body = parsed(text);
	if (status >= 200 && status < 300) {
		const messageId = snowflakeOf(body, 'id');
		return messageId
			? { kind: 'sent', messageId, channelId: snowflakeOf(body, 'channel_id') }
			: { kind: 'retry', reason: `Discord answered ${status} without a message id` };
	}
	const error = discordError(body);
	if (status === 429) return limited(header, error);
	const advice = (error && ADVICE.get(error.code)) ?? '';
	const reason = `${advice}Discord answered ${status}${error ? describe(error) : ' without its JSON'}`;
	if (error && DEAD_CODES.has(error.code)) return { kind: 'dead', reason };
	if (inPost && error?.code === UNKNOWN_CHANNEL) return { kind: 'postGone' };
	if (canBePost && error?.code === NEEDS_POST) return { kind: 'isForum' };
	if (isEdit && error?.code === UNKNOWN_MESSAGE) return { kind: 'deleted' };
	// Cloudflare's block page affects all webhooks.
	if (!error && status === 403) return { kind: 'retry', reason, pauseMs: UNTOLD_WAIT_MS };
	// Without one of Discord's own codes (0 is not one), a denied request says nothing about this message.
	const general = error?.code === 0 && (status === 401 || status === 403 || status === 404);
	if (!error || general || status >= 500 || status === 408) return { kind: 'retry', reason };
	return { kind: 'refused', reason };
}

/** Discord's error body; undefined for anything else, such as a proxy's page. */
function discordError(body: unknown): (DiscordError & { code: number }) | undefined {
	const error = body as DiscordError | null | undefined;
	if (typeof error !== 'object' || error === null || typeof error.message !== 'string') return undefined;
	return { ...error, code: typeof error.code === 'number' ? error.code : 0 };
}

function limited(header: (name: string) => string | undefined, error: DiscordError | undefined): Outcome {
	// Without Discord's JSON, the limit comes from Cloudflare and applies to the whole IP address.
	const global = error === undefined || error.global === true || header('x-ratelimit-scope') === 'global';
	const seconds = error?.retry_after ?? Number(header('retry-after') ?? Number.NaN);
	const toldMs = Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : UNTOLD_WAIT_MS;
	return { kind: 'limited', waitMs: Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, toldMs)), global };
}

function snowflakeOf(body: unknown, field: 'id' | 'channel_id'): string | null {
	const id = (body as Partial<Record<typeof field, unknown>> | null | undefined)?.[field];
	return typeof id === 'string' && SNOWFLAKE.test(id) ? id : null;
}

/** Discord's message with field errors flattened: `: Invalid Form Body (embeds.0.title: Must be 256 or fewer)`. */
function describe(error: DiscordError): string {
	if (!error.message) return '';
	const fields = flatten(error.errors, []).join('; ');
	const code = error.code ? ` [${error.code}]` : '';
	return `: ${error.message}${code}${fields ? ` (${fields})` : ''}`;
}

function flatten(node: unknown, path: string[]): string[] {
	if (typeof node !== 'object' || node === null) return [];
	return Object.entries(node).flatMap(([key, value]) => {
		if (key === '_errors' && Array.isArray(value)) {
			return value.map((item) => `${path.join('.')}: ${String((item as { message?: unknown }).message)}`);
		}
		return flatten(value, [...path, key]);
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
