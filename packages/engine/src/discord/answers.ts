/** What an answer of Discord is about: it says nothing about anything wider. */
export type Scope = 'address' | 'webhook' | 'route' | 'thread' | 'message';

/**
 * What follows an answer. `pause`: nothing is sent from this IP address until one request was accepted. `wait`: requests
 * of this kind (new messages, or edits) to this webhook wait. `switchOff`: nothing more is sent to this webhook.
 * `sendNew`: an edit is sent as a new message. `newPost`: the forum post is made again. `asPost`: the message is sent as
 * a forum post. `undecorate`: the message is sent once more without the decoration that Discord names. `fail`: Discord
 * will never accept this message. `retry`: the answer proves nothing.
 */
export type Next = 'pause' | 'wait' | 'switchOff' | 'sendNew' | 'newPost' | 'asPost' | 'undecorate' | 'fail' | 'retry';

export interface Rule {
	scope: Scope;
	next: Next;
	/** What an admin can do about it. */
	advice?: string;
	/** The only status with which Discord sends this code; with another one, the answer proves nothing. */
	status?: number;
	/** The field that it is about, which Discord does not name. */
	field?: string;
}

/**
 * Discord's error codes (its documentation, "Opcodes and status codes") that an executed webhook, an edit or a webhook
 * that is read can get. A 403 with any other code is about the IP address.
 */
const CODES: ReadonlyMap<number, Rule> = new Map([
	// Only these two prove that a webhook is gone: proxies and Cloudflare return 401, 403 and 404 too.
	[10_015, { scope: 'webhook', next: 'switchOff', status: 404 }],
	[50_027, { scope: 'webhook', next: 'switchOff', status: 401 }],
	[50_001, { scope: 'webhook', next: 'fail' }],
	[50_008, { scope: 'webhook', next: 'fail' }],
	[50_013, { scope: 'webhook', next: 'fail' }],
	[10_003, { scope: 'thread', next: 'newPost', advice: 'The thread no longer exists: set another one. ' }],
	// A new message opens an archived thread again, an edit does not (discord.js#9216).
	[50_083, { scope: 'thread', next: 'sendNew', advice: 'The thread is archived: open it or set another one. ' }],
	[160_005, { scope: 'thread', next: 'fail', advice: 'The thread is locked: unlock it or set another one. ' }],
	[
		160_006,
		{
			scope: 'thread',
			next: 'fail',
			advice: 'The server has as many active threads as Discord allows: close some. ',
		},
	],
	[
		220_001,
		{
			scope: 'thread',
			next: 'asPost',
			advice: "This is a forum channel: set a thread, or a pattern for its posts' names. ",
		},
	],
	[
		220_002,
		{
			scope: 'thread',
			next: 'fail',
			advice: 'A message goes either to an existing thread or to a new post: set only one of them. ',
		},
	],
	[
		220_003,
		{
			scope: 'thread',
			next: 'fail',
			advice: 'This is not a forum channel: remove the pattern for the names of its posts. ',
		},
	],
	[
		10_087,
		{
			scope: 'thread',
			next: 'undecorate',
			field: 'applied_tags',
			advice: "A tag of this forum was deleted: save the link's message form in /edit to choose its tags again. ",
		},
	],
	[
		40_067,
		{
			scope: 'thread',
			next: 'fail',
			advice: 'This forum requires a tag: create one with the name of the brand, then save the message form in /edit. ',
		},
	],
	[10_008, { scope: 'message', next: 'sendNew' }],
	[50_035, { scope: 'message', next: 'undecorate' }],
	[50_006, { scope: 'message', next: 'fail' }],
	// AutoMod, and the filter of harmful links.
	[200_000, { scope: 'message', next: 'fail' }],
	[200_001, { scope: 'message', next: 'fail' }],
	[240_000, { scope: 'message', next: 'fail' }],
	// Edits of messages older than an hour have a limit besides that of the route (discord-api-docs#4413).
	[30_046, { scope: 'route', next: 'wait' }],
	// Cloudflare's block of the address as Discord's JSON (discord-api-docs#6473).
	[40_333, { scope: 'address', next: 'pause' }],
]);

/** Cloudflare's texts for a blocked address: `error code: 1010`, 1015, 1020 and others from 1000 to 1999. */
const CLOUDFLARE_BLOCK = /\berror(?:[ _-]?code)?["':>]*\s*(?:<[^>]*>\s*)*1\d{3}\b/i;

/** The wait for a limit or block without a duration, ms. */
const DEFAULT_WAIT_MS = 30_000;
/** Shorter waits would flood Discord, ms. */
const MIN_WAIT_MS = 100;
/** The longest wait of one webhook and of the IP address, ms. A wait that is wrong by a year would stop delivery. */
export const MAX_WEBHOOK_WAIT_MS = 10 * 60_000;
export const MAX_ADDRESS_WAIT_MS = 3_600_000;

type Header = (name: string) => string | undefined;

/** Discord's error as JSON. */
interface DiscordError {
	message: string;
	/** 0 if it has none; general errors have 0 too. */
	code: number;
	body: Readonly<Record<string, unknown>>;
}

/** A response that is not a success. */
export interface Rejection extends Rule {
	/** Discord's error code; null without Discord's JSON. */
	code: number | null;
	/** The advice and Discord's words, for people. */
	reason: string;
	/** How long to wait, for `pause` and `wait`, within the bounds of its scope, ms; 0 for the others. */
	waitMs: number;
	/** The fields that Discord names, as paths such as `embeds.0.thumbnail.url`. */
	fields: readonly string[];
}

/**
 * Says what a response that is not a success is about, and what follows.
 * @param header returns a header's value
 */
export function readRejection(status: number, header: Header, text: string): Rejection {
	const body = parseObject(text);
	const error = discordError(body);
	const fields = fieldErrors(status, body, error);
	const rule = ruleOf(status, header, text, error, fields !== null);
	const { scope, next, advice = '' } = rule;
	const words = error ? describe(error, fields ?? []) : fields ? describeFields(fields) : ' without its JSON';
	const bound = scope === 'address' ? MAX_ADDRESS_WAIT_MS : MAX_WEBHOOK_WAIT_MS;
	return {
		...rule,
		code: error?.code ?? null,
		reason: `${advice}Discord answered ${status}${words}`,
		waitMs: next === 'pause' || next === 'wait' ? boundWait(orderedMs(header, body) ?? DEFAULT_WAIT_MS, bound) : 0,
		fields: rule.field === undefined ? (fields?.map(({ path }) => path) ?? []) : [rule.field],
	};
}

/**
 * Whether Discord counts the response towards its ban of the IP address: 401, 403, and 429 unless its scope is shared.
 */
export function isInvalid(status: number, header: Header): boolean {
	return status === 401 || status === 403 || (status === 429 && header('x-ratelimit-scope') !== 'shared');
}

/**
 * How long a route accepts no other request according to a response's headers, ms. Measured from the arrival of the
 * response, so it never ends earlier than Discord's limit.
 */
export function untilReset(header: Header): number {
	if (header('x-ratelimit-remaining') !== '0') return 0;
	const seconds = Number(header('x-ratelimit-reset-after') ?? Number.NaN);
	return seconds > 0 ? Math.min(MAX_WEBHOOK_WAIT_MS, Math.ceil(seconds * 1000) + 1) : 0;
}

/** How many more requests a route accepts now according to a response's headers; 0 if they do not say. */
export function remainingRequests(header: Header): number {
	return Number(header('x-ratelimit-remaining')) || 0;
}

function ruleOf(
	status: number,
	header: Header,
	text: string,
	error: DiscordError | undefined,
	hasFields: boolean,
): Rule {
	const known = error && CODES.get(error.code);
	if (known?.next === 'pause' || known?.next === 'wait') return known;
	if (status === 429) return isOfAddress(header, error) ? BLOCKED : { scope: 'route', next: 'wait' };
	if (!error && CLOUDFLARE_BLOCK.test(text)) return BLOCKED;
	if (status >= 500 || status === 408) return UNCLEAR;
	if (known) return known.status === undefined || known.status === status ? known : UNCLEAR;
	if (status === 403) return BLOCKED;
	if (!error) return hasFields ? { scope: 'message', next: 'undecorate' } : UNCLEAR;
	// Without one of Discord's own codes, a denied request says nothing about this message.
	const isGeneral = error.code === 0 && (status === 401 || status === 404);
	return isGeneral ? UNCLEAR : { scope: 'message', next: 'fail' };
}

const BLOCKED: Rule = { scope: 'address', next: 'pause' };
const UNCLEAR: Rule = { scope: 'message', next: 'retry' };

/**
 * Whether a 429 is about the whole IP address: its scope is global, it is not Discord's JSON, or it has no duration, as
 * Cloudflare's static answer in Discord's form (discord-api-docs#5810).
 */
function isOfAddress(header: Header, error: DiscordError | undefined): boolean {
	if (!error || error.body['global'] === true || header('x-ratelimit-scope') === 'global') return true;
	return orderedMs(header, error.body) === null;
}

/** The duration that Discord orders, ms; null if it orders none. */
function orderedMs(header: Header, body: Readonly<Record<string, unknown>> | null): number | null {
	for (const value of [body?.['retry_after'], header('retry-after')]) {
		if (value === undefined || value === null || value === '') continue;
		const seconds = Number(value);
		if (!Number.isNaN(seconds)) return seconds * 1000;
	}
	return null;
}

function boundWait(ms: number, maxMs: number): number {
	return Math.min(maxMs, Math.max(MIN_WAIT_MS, Math.ceil(ms)));
}

/** Discord's error body; undefined for anything else, such as a proxy's page. */
function discordError(body: Readonly<Record<string, unknown>> | null): DiscordError | undefined {
	if (body === null || typeof body['message'] !== 'string') return undefined;
	const { message, code } = body;
	return { message, code: typeof code === 'number' ? code : 0, body };
}

interface FieldError {
	path: string;
	message: string;
}

/**
 * The fields that Discord rejects: in `errors` of its error body, or as the whole body of a 400 in its older form
 * (`{"embeds": ["0"]}`, `{"content": ["Must be 2000 or fewer in length."]}`); null for neither.
 */
function fieldErrors(
	status: number,
	body: Readonly<Record<string, unknown>> | null,
	error: DiscordError | undefined,
): FieldError[] | null {
	if (body === null || status !== 400) return null;
	if (error) return flatten(body['errors'], []);
	const fields = Object.entries(body).flatMap(
		([name, value]) => olderErrors(value, [name]) ?? [{ path: '', message: '' }],
	);
	return fields.length > 0 && fields.every(({ path }) => path !== '') ? fields : null;
}

function flatten(node: unknown, path: readonly string[]): FieldError[] {
	if (typeof node !== 'object' || node === null) return [];
	return Object.entries(node).flatMap(([key, value]) => {
		if (key !== '_errors' || !Array.isArray(value)) return flatten(value, [...path, key]);
		return value.map((item) => ({
			path: path.join('.'),
			message: String((item as { message?: unknown } | null)?.message),
		}));
	});
}

/** In a list, a number is the index of an item that Discord rejects, and other text is about the field. */
function olderErrors(value: unknown, path: readonly string[]): FieldError[] | null {
	if (Array.isArray(value)) {
		if (value.length === 0 || !value.every((item) => typeof item === 'string')) return null;
		return value.map((item) =>
			/^\d+$/.test(item)
				? { path: [...path, item].join('.'), message: 'Invalid' }
				: { path: path.join('.'), message: item },
		);
	}
	if (typeof value !== 'object' || value === null) return null;
	const inner = Object.entries(value).map(([name, item]) => olderErrors(item, [...path, name]));
	return inner.length === 0 || inner.includes(null) ? null : inner.flatMap((fields) => fields ?? []);
}

/** Discord's message with field errors flattened: `: Invalid Form Body (embeds.0.title: Must be 256 or fewer)`. */
function describe({ message, code }: DiscordError, fields: readonly FieldError[]): string {
	if (!message) return '';
	return `: ${message}${code ? ` [${code}]` : ''}${describeFields(fields)}`;
}

function describeFields(fields: readonly FieldError[]): string {
	return fields.length > 0 ? ` (${fields.map(({ path, message }) => `${path}: ${message}`).join('; ')})` : '';
}

/** @returns null for anything else than a JSON object */
export function parseObject(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}
