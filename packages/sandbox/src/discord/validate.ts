import { invalidForm, type Problem, rejection, type Rejection } from './errors.ts';

/** Discord's message limits (its documentation, "Embed limits"): the longest text by its path in an embed. */
const TEXTS = {
	title: 256,
	description: 4096,
	'footer.text': 2048,
	'author.name': 256,
} as const;
const ADDRESSES = ['url', 'image.url', 'thumbnail.url', 'footer.icon_url', 'author.url', 'author.icon_url'] as const;
const FIELD = { name: 256, value: 1024 } as const;
const MAX = {
	content: 2000,
	embeds: 10,
	fields: 25,
	total: 6000,
	address: 2048,
	username: 80,
	tags: 5,
	color: 0xff_ff_ff,
};

/** Message flags (Discord's documentation, "Message Flags"): SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, IS_COMPONENTS_V2. */
const FLAGS = { embeds: 1 << 2, notifications: 1 << 12, components: 1 << 15 } as const;

/** What a name must not be, in Discord's words (MinnDevelopment/discord-webhooks#100). */
const NAMES: readonly [RegExp, Problem][] = [
	[/^[\s\u200B-\u200F\u2060\u3164]*$/, ['BASE_TYPE_REQUIRED', 'This field is required']],
	[/^\s*everyone\s*$/i, ['USERNAME_INVALID', 'Username cannot be "everyone"']],
	[/^\s*here\s*$/i, ['USERNAME_INVALID', 'Username cannot be "here"']],
	[/discord/i, ['USERNAME_INVALID_CONTAINS', 'Username cannot contain "discord"']],
	[/clyde/i, ['USERNAME_INVALID_CONTAINS', 'Username cannot contain "clyde"']],
];

const REQUIRED: Problem = ['BASE_TYPE_REQUIRED', 'This field is required'];

type Problems = Record<string, Problem>;

/**
 * Validates the body of an executed webhook, of an edit or of a bot's message as Discord does.
 * @returns null if it is valid
 */
export function validateMessage(body: unknown): Rejection | null {
	if (typeof body !== 'object' || body === null) return notJson;
	const { content, embeds } = body as { content?: unknown; embeds?: unknown };
	const list = Array.isArray(embeds) ? (embeds as object[]) : [];
	if (!content && list.length === 0) return rejection(50_006);
	const problems: Problems = { ...mentionProblems(body), ...senderProblems(body), ...flagProblems(body) };
	if (typeof content === 'string' && content.length > MAX.content) problems['content'] = tooLong(MAX.content);
	if (list.length > MAX.embeds) problems['embeds'] = tooLong(MAX.embeds);
	for (const [index, embed] of list.entries()) {
		for (const [path, problem] of Object.entries(embedProblems(embed))) problems[`embeds.${index}.${path}`] = problem;
	}
	if (list.reduce((sum, embed) => sum + lengthOf(embed), 0) > MAX.total) {
		problems['embeds'] = ['MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${MAX.total}`];
	}
	return Object.keys(problems).length === 0 ? null : invalidForm(problems);
}

/**
 * The same for a webhook. Discord ignores the buttons of a webhook that no application has created; they are rejected here, so
 * that tests notice them.
 */
export function validateWebhookMessage(body: unknown, isOfApplication: boolean): Rejection | null {
	const { components } = (body ?? {}) as { components?: unknown };
	if (!Array.isArray(components) || components.length === 0) return validateMessage(body);
	if (isOfApplication) return validateReply(body as object);
	return invalidForm({ components: ['COMPONENTS_NOT_ALLOWED', 'Only webhooks of an application can have components'] });
}

/** Validates the name of a webhook that is created, or of the sender of a message. @returns null if it is valid */
export function nameProblem(name: unknown): Problem | null {
	if (typeof name !== 'string') return REQUIRED;
	if (name.length > MAX.username) return tooLong(MAX.username);
	return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function senderProblems(body: object): Problems {
	const { username, avatar_url: avatar } = body as { username?: unknown; avatar_url?: unknown };
	const name = username == null ? null : nameProblem(username);
	const picture = avatar == null ? null : addressProblem(avatar);
	return { ...(name && { username: name }), ...(picture && { avatar_url: picture }) };
}

/** Validates `allowed_mentions` (Discord's documentation, "Allowed Mentions Object"). */
function mentionProblems(body: object): Problems {
	const { allowed_mentions: allowed } = body as { allowed_mentions?: { parse?: unknown; roles?: unknown } | null };
	const { parse = [], roles = [] } = allowed ?? {};
	const wrong = (message: string): Problems => ({ allowed_mentions: ['MESSAGE_ALLOWED_MENTIONS_INVALID', message] });
	if (!Array.isArray(parse) || parse.some((kind) => !['roles', 'users', 'everyone'].includes(String(kind)))) {
		return wrong('parse: must be roles, users or everyone');
	}
	if (!Array.isArray(roles) || roles.length > 100 || roles.some((id) => !/^\d{17,20}$/.test(String(id)))) {
		return wrong('roles: must be up to 100 ids');
	}
	return parse.includes('roles') && roles.length > 0 ? wrong('parse:["roles"] and roles are mutually exclusive') : {};
}

function flagProblems(body: object): Problems {
	const { flags } = body as { flags?: unknown };
	if (flags === undefined || flags === null) return {};
	const settable = FLAGS.embeds | FLAGS.notifications | FLAGS.components;
	const valid = typeof flags === 'number' && Number.isInteger(flags) && (flags & ~settable) === 0;
	return valid ? {} : { flags: ['MESSAGE_FLAGS_INVALID', 'Only flags that a webhook can set.'] };
}

/** An edit can suppress embeds, but not notifications, which are over (Discord's documentation, "Edit Webhook Message"). */
export function editFlagsProblem(flags: unknown): Rejection | null {
	if (typeof flags !== 'number' || (flags & FLAGS.notifications) === 0) return null;
	return invalidForm({ flags: ['MESSAGE_FLAGS_INVALID', 'Only flags that an edit can set.'] });
}

/** Validates the name and the tags of a new forum post. */
export function postProblem(name: unknown, tags: unknown): Rejection | null {
	if (typeof name !== 'string' || NAMES[0]?.[0].test(name) || name.length > 100) {
		return invalidForm({ thread_name: ['BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.'] });
	}
	return Array.isArray(tags) && tags.length > MAX.tags ? invalidForm({ applied_tags: tooLong(MAX.tags) }) : null;
}

/** The longest texts of a component by their names, and the most options of a select menu. */
const COMPONENT_TEXTS = { custom_id: 100, label: 80, placeholder: 150 } as const;
const OPTION_TEXTS = { label: 100, value: 100, description: 100 } as const;
const COMPONENTS = { rows: 5, inRow: 5, options: 25 };

interface ComponentBody {
	custom_id?: unknown;
	options?: object[];
}

/**
 * Validates the answer to an interaction. @param change whether it edits an existing message, which may have no content
 */
export function validateReply(
	body: { content?: unknown; embeds?: unknown; components?: unknown },
	change = false,
): Rejection | null {
	const says = Boolean(body.content) || (Array.isArray(body.embeds) && body.embeds.length > 0);
	const wrong = says || !change ? validateMessage({ content: body.content, embeds: body.embeds }) : null;
	if (wrong) return wrong;
	const rows = (body.components ?? []) as { components?: ComponentBody[] }[];
	const problems: Problems = {};
	if (rows.length > COMPONENTS.rows) problems['components'] = tooLong(COMPONENTS.rows);
	for (const [index, { components = [] }] of rows.entries()) {
		const path = `components.${index}.components`;
		const ids = components.flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));
		if (components.length < 1 || components.length > COMPONENTS.inRow) problems[path] = between(COMPONENTS.inRow);
		else if (new Set(ids).size < ids.length) {
			problems[path] = ['COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'];
		}
		for (const [n, component] of components.entries()) {
			for (const [name, max] of Object.entries(COMPONENT_TEXTS)) check(`${path}.${n}`, component, name, max);
			const { options } = component;
			if (options && options.length > COMPONENTS.options)
				problems[`${path}.${n}.options`] = between(COMPONENTS.options);
			for (const [m, option] of (options ?? []).entries()) {
				for (const [name, max] of Object.entries(OPTION_TEXTS)) check(`${path}.${n}.options.${m}`, option, name, max);
			}
		}
	}
	return Object.keys(problems).length === 0 ? null : invalidForm(problems);

	function check(path: string, component: object, name: string, max: number): void {
		const value = at(component, name);
		if (value != null && (value === '' || String(value).length > max)) problems[`${path}.${name}`] = between(max);
	}
}

export const notJson = rejection(50_109);

function embedProblems(embed: object): Problems {
	const problems: Problems = {};
	for (const [path, max] of Object.entries(TEXTS)) {
		const value = at(embed, path);
		if (value != null && typeof value !== 'string') problems[path] = REQUIRED;
		else if (value != null && value.length > max) problems[path] = tooLong(max);
	}
	for (const path of ADDRESSES) {
		const value = at(embed, path);
		const problem = value == null ? null : addressProblem(value);
		if (problem) problems[path] = problem;
	}
	const fields = (at(embed, 'fields') ?? []) as object[];
	if (fields.length > MAX.fields) problems['fields'] = tooLong(MAX.fields);
	for (const [index, field] of fields.entries()) {
		for (const [name, max] of Object.entries(FIELD)) {
			const value = at(field, name);
			if (typeof value !== 'string' || value.trim() === '') problems[`fields.${index}.${name}`] = REQUIRED;
			else if (value.length > max) problems[`fields.${index}.${name}`] = tooLong(max);
		}
	}
	const [timestamp, color] = [at(embed, 'timestamp'), at(embed, 'color')];
	if (timestamp != null && Number.isNaN(Date.parse(String(timestamp)))) {
		problems['timestamp'] = ['DATE_TIME_TYPE_PARSE', 'Could not parse. Should be ISO8601.'];
	}
	if (color != null && !(Number.isInteger(color) && Number(color) >= 0 && Number(color) <= MAX.color)) {
		problems['color'] = ['NUMBER_TYPE_MAX', `int value should be between 0 and ${MAX.color}.`];
	}
	// Discord names the description of an embed in which there is nothing to show.
	const shown = [...Object.keys(TEXTS), ...ADDRESSES].some((path) => at(embed, path)) || fields.length > 0;
	return shown ? problems : { description: REQUIRED };
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** What Discord rejects in an address, wherever it is: spaces, control characters and those that must be encoded. */
const UNSAFE = String.raw`\u0000-\u0020\u007F-\u009F<>{}|"\u0060\\^`;
const ADDRESS = new RegExp(
	String.raw`^(?<scheme>[a-z][a-z\d+.-]*):\/\/(?<host>[^${UNSAFE}\[\]:/?#@_!$&'()*+,;=~%]+)(?::\d{2,5})?` +
		String.raw`(?:\/[^${UNSAFE}\[\]?#]*)?(?:\?[^${UNSAFE}#]*)?(?:#[^${UNSAFE}\[\]#]*)?$`,
	'i',
);

/**
 * Why Discord rejects an address in a message: by reports (discord.js#7438, bugsink#280), its rule is that of the library
 * schematics, which wants a top-level domain and 2 to 5 digits of a port.
 */
function addressProblem(value: unknown): Problem | null {
	const text = String(value);
	if (text.length > MAX.address) return tooLong(MAX.address);
	if (/^attachment:\/\/\S+$/.test(text)) return null;
	const { scheme = '', host = '' } = ADDRESS.exec(text)?.groups ?? {};
	if (scheme && !/^https?$/i.test(scheme)) {
		return ['URL_TYPE_INVALID_SCHEME', `Scheme "${scheme}" is not one of ('http', 'https').`];
	}
	const labels = host.replace(/\.$/, '').split('.');
	const isDomain =
		labels.length > 1 &&
		labels.every((label) => label.length > 0 && label.length < 64 && !/^-|-$/.test(label)) &&
		/^(?:\p{L}{2,}|xn--[a-z\d]{4,})$/iu.test(labels.at(-1) ?? '');
	return isDomain || IPV4.test(host) ? null : ['URL_TYPE_INVALID_URL', 'Not a well formed URL.'];
}

/** The value at a path, as `footer.text`; undefined if there is none. */
function at(object: object, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((node, part) => (node as Record<string, unknown> | null | undefined)?.[part], object);
}

function lengthOf(embed: object): number {
	const fields = (at(embed, 'fields') ?? []) as object[];
	const texts = [
		...Object.keys(TEXTS).map((path) => at(embed, path)),
		...fields.flatMap((field) => [at(field, 'name'), at(field, 'value')]),
	];
	return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function tooLong(max: number): Problem {
	return ['BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`];
}

function between(max: number): Problem {
	return ['BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`];
}
