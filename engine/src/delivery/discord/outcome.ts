/**
 * What became of one attempt, sorted by what comes next:
 * `sent` done; `limited` not an attempt, wait the told time; `retry` try again while it is fresh; `refused` this message
 * will never be taken; `dead` this webhook will never take any.
 */
export type Outcome =
	| { kind: 'sent'; messageId: string | null }
	| { kind: 'limited'; waitMs: number; global: boolean }
	| { kind: 'retry'; reason: string }
	| { kind: 'refused'; reason: string }
	| { kind: 'dead'; reason: string };

/** Discord's codes after which a webhook must not be called again (Discord's documentation, "Opcodes and status codes"). */
const UNKNOWN_WEBHOOK = 10015;
const INVALID_WEBHOOK_TOKEN = 50027;

/** The wait when Discord limits without saying for how long, or from Cloudflare, which answers for the whole address. */
const UNTOLD_WAIT_MS = 30_000;
/** Told waits are kept within these: none at all would be a flood, and a mistaken year would be silence. */
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

/** Reads Discord's answer to an executed webhook (`?wait=true`). `header` gives a header's value. */
export function readAnswer(status: number, header: (name: string) => string | undefined, text: string): Outcome {
	const body = parsed(text);
	if (status >= 200 && status < 300) return { kind: 'sent', messageId: idOf(body) };
	const error = (body ?? {}) as DiscordError;
	if (status === 429) return limited(header, body === undefined ? undefined : error);
	const reason = `Discord answered ${status}${describe(error)}`;
	if (status >= 500 || status === 408) return { kind: 'retry', reason };
	if (status === 404 || error.code === UNKNOWN_WEBHOOK || error.code === INVALID_WEBHOOK_TOKEN || status === 401) {
		return { kind: 'dead', reason };
	}
	return { kind: 'refused', reason };
}

function limited(header: (name: string) => string | undefined, error: DiscordError | undefined): Outcome {
	// Without a JSON body it is Cloudflare's: the whole address is limited.
	const global = error === undefined || error.global === true || header('x-ratelimit-scope') === 'global';
	const seconds = error?.retry_after ?? Number(header('retry-after') ?? Number.NaN);
	const toldMs = Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : UNTOLD_WAIT_MS;
	return { kind: 'limited', waitMs: Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, toldMs)), global };
}

function idOf(body: unknown): string | null {
	const id = (body as { id?: unknown } | undefined)?.id;
	return typeof id === 'string' && SNOWFLAKE.test(id) ? id : null;
}

/** Discord's own words, nested field errors flattened: `: Invalid Form Body (embeds.0.title: Must be 256 or fewer)`. */
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
