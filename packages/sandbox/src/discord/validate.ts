/** A rejection in Discord's words. */
export interface Rejection {
	status: number;
	body: { message: string; code: number; errors?: unknown };
}

/** Discord's message limits (its documentation, "Embed limits"). */
const LIMITS = {
	title: 256,
	description: 4096,
	fields: 25,
	name: 256,
	value: 1024,
	footer: 2048,
	author: 256,
	total: 6000,
};

/** Validates the body of an executed webhook as Discord does. @returns null if it is valid */
export function validateMessage(body: unknown): Rejection | null {
	if (typeof body !== 'object' || body === null) return notJson;
	const { content, embeds, username } = body as { content?: unknown; embeds?: unknown; username?: unknown };
	const errors: Record<string, unknown> = { ...mentionErrors(body), ...flagErrors(body) };
	const list = Array.isArray(embeds) ? (embeds as Record<string, unknown>[]) : [];
	if (!content && list.length === 0)
		return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } };
	if (typeof content === 'string' && content.length > 2000) errors['content'] = tooLong(2000);
	if (username !== undefined && (typeof username !== 'string' || username.length < 1 || username.length > 80)) {
		errors['username'] = tooLong(80);
	}
	if (list.length > 10) errors['embeds'] = problem('BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
	const wrong = Object.fromEntries(
		list
			.map((embed, index) => [index, checkEmbed(embed)] as const)
			.filter(([, found]) => Object.keys(found).length > 0),
	);
	if (Object.keys(wrong).length > 0) errors['embeds'] = wrong;
	if (list.reduce((sum, embed) => sum + lengthOf(embed), 0) > LIMITS.total) {
		errors['embeds'] = problem('MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
	}
	if (Object.keys(errors).length === 0) return null;
	return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
}

/** Validates `allowed_mentions` (Discord's documentation, "Allowed Mentions Object"). */
function mentionErrors(body: object): Record<string, unknown> {
	const { allowed_mentions: allowed } = body as { allowed_mentions?: { parse?: unknown; roles?: unknown } };
	if (allowed === undefined || allowed === null) return {};
	const { parse = [], roles = [] } = allowed;
	const wrong = (message: string) => ({ allowed_mentions: problem('MESSAGE_ALLOWED_MENTIONS_INVALID', message) });
	if (!Array.isArray(parse) || parse.some((kind) => !['roles', 'users', 'everyone'].includes(String(kind)))) {
		return wrong('parse: must be roles, users or everyone');
	}
	if (!Array.isArray(roles) || roles.length > 100 || roles.some((id) => !/^\d{17,20}$/.test(String(id)))) {
		return wrong('roles: must be up to 100 ids');
	}
	return parse.includes('roles') && roles.length > 0 ? wrong('parse:["roles"] and roles are mutually exclusive') : {};
}

/** SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2: the flags that a webhook can set. */
const FLAGS = (1 << 2) | (1 << 12) | (1 << 15);

function flagErrors(body: object): Record<string, unknown> {
	const { flags = 0 } = body as { flags?: unknown };
	const valid = Number.isInteger(flags) && (Number(flags) & ~FLAGS) === 0;
	return valid ? {} : { flags: problem('MESSAGE_FLAGS_INVALID', 'Invalid flags') };
}

/** Discord's button limits (its documentation, "Component Reference"). */
const BUTTONS = { rows: 5, inRow: 5, customId: 100, label: 80 };

/**
 * Validates the answer to an interaction. @param change whether it edits an existing message, which may have no content
 */
export function validateReply(body: { content?: unknown; embeds?: unknown; components?: unknown }, change = false) {
	const says = Boolean(body.content) || (Array.isArray(body.embeds) && body.embeds.length > 0);
	const wrong = says || !change ? validateMessage({ content: body.content, embeds: body.embeds }) : null;
	if (wrong) return wrong;
	const rows = (body.components ?? []) as { components?: { custom_id?: unknown; label?: unknown }[] }[];
	const fine =
		rows.length <= BUTTONS.rows &&
		rows.every(({ components = [] }) => {
			const ids = components.flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));
			return (
				components.length >= 1 &&
				components.length <= BUTTONS.inRow &&
				new Set(ids).size === ids.length &&
				ids.every((id) => id.length >= 1 && id.length <= BUTTONS.customId) &&
				components.every(({ label }) => label === undefined || String(label).length <= BUTTONS.label)
			);
		});
	if (fine) return null;
	const errors = { components: problem('COMPONENT_INVALID', 'The components are not valid.') };
	return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
}

export const notJson: Rejection = {
	status: 400,
	body: { message: 'The request body contains invalid JSON.', code: 50109 },
};

function checkEmbed(embed: Record<string, unknown>): Record<string, unknown> {
	const errors: Record<string, unknown> = {};
	const text = (name: string, value: unknown, max: number, required = false) => {
		if (value === undefined || value === null) {
			if (required) errors[name] = problem('BASE_TYPE_REQUIRED', 'This field is required');
		} else if (typeof value !== 'string' || (required && value.trim() === '')) {
			errors[name] = problem('BASE_TYPE_REQUIRED', 'This field is required');
		} else if (value.length > max) errors[name] = tooLong(max);
	};
	text('title', embed['title'], LIMITS.title);
	text('description', embed['description'], LIMITS.description);
	text('footer', (embed['footer'] as { text?: unknown } | undefined)?.text, LIMITS.footer);
	for (const name of ['url', 'image', 'thumbnail'] as const) {
		const value = embed[name];
		const url = typeof value === 'object' && value !== null ? (value as { url?: unknown }).url : value;
		if (url !== undefined && !/^https?:\/\/\S+$/.test(String(url))) {
			errors[name] = problem('URL_TYPE_INVALID_URL', 'Not a well formed URL.');
		}
	}
	const icon = (embed['footer'] as { icon_url?: unknown } | undefined)?.icon_url;
	if (icon !== undefined && !/^https?:\/\/\S+$/.test(String(icon))) {
		errors['footer.icon_url'] = problem('URL_TYPE_INVALID_URL', 'Not a well formed URL.');
	}
	const fields = (embed['fields'] ?? []) as { name?: unknown; value?: unknown }[];
	if (fields.length > LIMITS.fields)
		errors['fields'] = problem('BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
	for (const [index, field] of fields.entries()) {
		text(`fields.${index}.name`, field.name, LIMITS.name, true);
		text(`fields.${index}.value`, field.value, LIMITS.value, true);
	}
	if (embed['timestamp'] !== undefined && Number.isNaN(Date.parse(String(embed['timestamp'])))) {
		errors['timestamp'] = problem('DATE_TIME_TYPE_PARSE', 'Could not parse. Should be ISO8601.');
	}
	return errors;
}

function lengthOf(embed: Record<string, unknown>): number {
	const fields = (embed['fields'] ?? []) as { name?: string; value?: string }[];
	const texts = [
		embed['title'],
		embed['description'],
		(embed['footer'] as { text?: string } | undefined)?.text,
		(embed['author'] as { name?: string } | undefined)?.name,
		...fields.flatMap((field) => [field.name, field.value]),
	];
	return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function tooLong(max: number) {
	return problem('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
}

function problem(code: string, message: string) {
	return { _errors: [{ code, message }] };
}
