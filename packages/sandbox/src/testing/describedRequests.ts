import type * as Spec from 'discord-api-spec/zod';
import { SANDBOX_APP } from '../seeds.ts';
import type { RequestCheck } from '../discord/state.ts';
import { postProblem, validateMessage, validateReply } from '../discord/validate.ts';

type Name = keyof typeof Spec;

/** Interaction callbacks by their type (Discord's documentation, "Interaction Callback Type"). */
const CALLBACKS: Readonly<Record<number, Name>> = {
	4: 'CreateMessageInteractionCallbackRequestSchema',
	5: 'CreateMessageInteractionCallbackRequestSchema',
	6: 'UpdateMessageInteractionCallbackRequestSchema',
	7: 'UpdateMessageInteractionCallbackRequestSchema',
	8: 'ApplicationCommandAutocompleteCallbackRequestSchema',
	9: 'ModalInteractionCallbackRequestSchema',
};
const callback = (body: unknown) => CALLBACKS[(body as { type: number }).type];

/** The calls with a body that Dropwire makes; the first that fits counts. */
const CALLS: readonly [method: string, path: RegExp, schema: Name | typeof callback | 'webhook'][] = [
	['POST', new RegExp(`^/webhooks/${SANDBOX_APP.clientId}/[^/]+$`), 'IncomingWebhookInteractionRequestSchema'],
	['POST', /^\/webhooks\/\d+\/[^/]+$/, 'IncomingWebhookRequestPartialSchema'],
	['PATCH', /^\/webhooks\/\d+\/[^/]+\/messages\/[^/]+$/, 'IncomingWebhookUpdateRequestPartialSchema'],
	['POST', /^\/interactions\/\d+\/[^/]+\/callback$/, callback],
	['PUT', /^\/applications\/\d+\/commands$/, 'ApplicationCommandUpdateRequestSchema'],
	['PUT', /^\/applications\/\d+\/role-connections\/metadata$/, 'ApplicationRoleConnectionsMetadataItemRequestSchema'],
	['PUT', /^\/users\/@me\/applications\/\d+\/role-connection$/, 'UpdateApplicationUserRoleConnectionRequestSchema'],
	['POST', /^\/channels\/\d+\/webhooks$/, 'webhook'],
	['POST', /^\/channels\/\d+\/messages$/, 'MessageCreateRequestSchema'],
	['PATCH', /^\/channels\/\d+\/messages\/\d+$/, 'MessageEditRequestPartialSchema'],
	['POST', /^\/users\/@me\/channels$/, 'CreatePrivateChannelRequestSchema'],
	['POST', /^\/guilds\/\d+\/channels$/, 'CreateGuildChannelRequestSchema'],
	['POST', /^\/channels\/\d+\/threads$/, 'CreateTextThreadWithoutMessageRequestSchema'],
	['POST', /^\/guilds\/\d+\/scheduled-events$/, 'ExternalScheduledEventCreateRequestSchema'],
	['PATCH', /^\/guilds\/\d+\/scheduled-events\/\d+$/, 'ExternalScheduledEventPatchRequestPartialSchema'],
	['PATCH', /^\/channels\/\d+$/, 'UpdateThreadRequestPartialSchema'],
];

/** Where requests differ from the description on purpose. */
const DIFFERENCES: readonly { problem: RegExp; reason: string }[] = [
	{ problem: / \d+\.default_member_permissions: /, reason: 'A string in the documentation and in discord.js.' },
	{ problem: / (data\.)?(tts|nonce|enforce_nonce): /, reason: 'discord.js sends them always; Discord ignores them.' },
	{
		problem: / \d+\.options\.\d+: .*"values":\[[\d,]+\],"path":\["channel_types",\d+\]/,
		reason: "discord.js's builders allow media channels (16), which the description of options does not list.",
	},
	{ problem: /^POST \/guilds\/\d+\/channels: flags: /, reason: 'Tests make a forum that requires a tag in one call.' },
];

/**
 * Checks the bodies of requests against Discord's OpenAPI description. It is loaded once, in 0.2 s, and takes 26 MB.
 */
export async function describedRequests(): Promise<RequestCheck> {
	const spec = await import('discord-api-spec/zod');
	return (method, path, body) => {
		const route = path.replace(/^\/api(\/v\d+)?/, '').replace(/\?.*/, '');
		const call = CALLS.find(([its, pattern]) => its === method && pattern.test(route));
		const name = typeof call?.[2] === 'function' ? call[2](body) : call?.[2];
		if (name === undefined) return [`${method} ${route}: no schema in describedRequests.ts`];
		const problems = name === 'webhook' ? webhookProblems(body) : problemsOf(spec[name], body);
		return problems
			.map((problem) => `${method} ${route}: ${problem}`)
			.filter((text) => !DIFFERENCES.some(({ problem }) => problem.test(text)));
	};
}

/** As `describedRequests`, and with what the documentation and reports say that Discord rejects besides. */
export async function requestJudge(): Promise<RequestCheck> {
	const described = await describedRequests();
	return (method, path, body) => {
		const isReply = path.startsWith(`/webhooks/${SANDBOX_APP.clientId}/`);
		const { thread_name: post, applied_tags: tags } = body as { thread_name?: unknown; applied_tags?: unknown };
		const message = post === undefined ? validateMessage(body) : (validateMessage(body) ?? postProblem(post, tags));
		const rejection = isReply ? validateReply(body as object, method === 'PATCH') : message;
		// JSON writes a lone surrogate as an escape.
		const broken = /\\ud[89a-f]/i.test(JSON.stringify(body)) ? ['a lone surrogate'] : [];
		return [...described(method, path, body), ...broken, ...(rejection ? [JSON.stringify(rejection.body)] : [])];
	};
}

/** What is wrong with a value; with each entry of a list. */
export function problemsOf(schema: (typeof Spec)[Name], value: unknown): string[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry, n) => problemsOf(schema, entry).map((problem) => `${n}.${problem}`));
	}
	const result = schema.safeParse(value);
	if (result.success) return unknownFields(value, result.data, '');
	return result.error.issues.map(({ path, ...issue }) => `${path.join('.')}: ${JSON.stringify(issue)}`);
}

/** The schemas leave out the fields that they do not know. */
function unknownFields(given: unknown, known: unknown, path: string): string[] {
	if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) return [];
	return Object.entries(given).flatMap(([key, value]) => {
		if (value === undefined) return [];
		if (!(key in known)) return [`${path}${key}: not a field in the description`];
		return unknownFields(value, (known as Record<string, unknown>)[key], `${path}${key}.`);
	});
}

/** The description of `POST /channels/{id}/webhooks` has no name. */
function webhookProblems(body: unknown): string[] {
	const { name, avatar = null, ...others } = body as Record<string, unknown>;
	const problems = Object.keys(others).map((key) => `${key}: not a field in the description`);
	if (typeof name !== 'string' || name.length < 1 || name.length > 80)
		problems.push('name: must have 1 to 80 characters');
	return avatar === null || typeof avatar === 'string' ? problems : [...problems, 'avatar: must be text'];
}
