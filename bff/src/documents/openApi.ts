import { z } from 'zod';
import { type Endpoint, limitOf } from '@dropwire/contract';
import { type CallName, contract, ERROR_STATUS, type ErrorCode, RATE_LIMITS } from '@dropwire/contract';

/** The errors that a call can respond with: those it declares, and those that follow from its entry. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
	const codes = new Set<ErrorCode>(entry.errors);
	if (entry.params || entry.query || entry.body) codes.add('invalid_input');
	if (entry.body) for (const code of ['too_large', 'unsupported_media_type'] as const) codes.add(code);
	if (entry.auth.role !== 'anyone') for (const code of ['unauthenticated', 'forbidden'] as const) codes.add(code);
	if (entry.method !== 'GET') codes.add('forbidden');
	// Discord lists a client's guilds, and Discord can be down.
	if (entry.auth.role === 'client') codes.add('upstream_failed');
	if (limitOf(entry, false)) codes.add('rate_limited');
	codes.add('internal');
	codes.add('unavailable');
	return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

/** Who can make the call, as text. */
export function whoText({ auth }: Endpoint): string {
	const names = {
		anyone: 'Anyone',
		member: 'Signed in',
		client: 'Clients',
		premium: 'Premium clients and operators',
		admin: 'Operators',
	};
	return [
		names[auth.role],
		auth.guild && 'with Manage Server in the guild',
		(auth.guild || auth.bot) && 'and the bot',
		auth.signed && 'with a valid signature',
		auth.scope && `tokens with the scope ${auth.scope}`,
		auth.via === 'token' && 'by API token only',
		auth.via === 'session' && 'by browser only',
	]
		.filter(Boolean)
		.join(', ');
}

/** The contract as an OpenAPI 3.1 document, generated from the schemas that check the requests. */
export function openApi(origin: string): Record<string, unknown> {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
		const path = entry.path.replace(/:(\w+)/g, '{$1}');
		paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(name, entry) };
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Dropwire', version: '1.0.0', description: 'Every call of the Dropwire server.' },
		servers: [{ url: origin }],
		components: {
			securitySchemes: {
				session: { type: 'apiKey', in: 'cookie', name: 'dropwire' },
				token: { type: 'http', scheme: 'bearer' },
			},
			schemas: {
				Error: {
					type: 'object',
					required: ['error'],
					properties: {
						error: {
							type: 'object',
							required: ['code', 'message'],
							properties: {
								code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
								message: { type: 'string' },
								fields: { type: 'object', additionalProperties: { type: 'string' } },
							},
						},
					},
				},
			},
		},
		paths,
	};
}

function operation(name: string, entry: Endpoint): Record<string, unknown> {
	const notes = [`Access: ${whoText(entry)}.`, limitText(entry)].filter(Boolean);
	return {
		operationId: name,
		summary: entry.description,
		description: notes.join(' '),
		...(entry.auth.role !== 'anyone' && { security: [{ session: [] }, { token: [] }] }),
		parameters: [...parameters(entry.params, 'path'), ...parameters(entry.query, 'query'), ...requestHeaders(entry)],
		...(entry.body && { requestBody: { required: true, content: json(schemaOf(entry.body, 'input')) } }),
		responses: { ...success(entry), ...failures(entry) },
	};
}

/** The rate limit per person, as text. The limit per address is three times as high. */
export function limitText(entry: Endpoint): string {
	const [forClients, forOperators] = [false, true].map((operator) => limitOf(entry, operator));
	if (!forClients || !forOperators) return '';
	const { points, seconds } = RATE_LIMITS[forClients];
	const operators = RATE_LIMITS[forOperators].points;
	if (entry.auth.role === 'admin' || operators === points) return `At most ${operators} in ${seconds} s.`;
	return `At most ${points} in ${seconds} s, ${operators} for operators.`;
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
	if (!schema) return [];
	const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
		properties?: Record<string, unknown>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, type]) => ({
		name,
		in: place,
		required: place === 'path' || required.includes(name),
		schema: type,
	}));
}

/** The headers of a signed body. */
const SIGNED = {
	billing: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
	discord: ['X-Signature-Ed25519', 'X-Signature-Timestamp'],
	none: [],
} as const;

function requestHeaders({ idempotent, output, auth: { signed } }: Endpoint) {
	const header = (name: string, schema: object) => ({ name, in: 'header', required: false, schema });
	return [
		...SIGNED[signed ?? 'none'].map((name) => ({ ...header(name, { type: 'string' }), required: true })),
		...(idempotent ? [header('Idempotency-Key', { type: 'string', maxLength: 128 })] : []),
		...(output === 'stream' ? [header('Last-Event-ID', { type: 'string' })] : []),
	];
}

function success({ output, status = 200, auth, headers }: Endpoint): Record<string, unknown> {
	if (output === 'redirect') return { 302: { description: 'Redirect.' } };
	if (output === 'nothing') return { 204: { description: 'Success, without a body.' } };
	const content =
		output === 'stream'
			? { 'text/event-stream': { schema: { type: 'string' } } }
			: output === 'page'
				? { 'text/plain': { schema: { type: 'string' } } }
				: output === 'csv'
					? { 'text/csv': { schema: { type: 'string' } } }
					: output === 'rows'
						? { 'application/x-ndjson': { schema: { type: 'string' } }, 'text/csv': { schema: { type: 'string' } } }
						: output === 'png'
							? { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } }
							: {
									...json(schemaOf(output, 'output')),
									...(auth.visitor && { 'text/plain': { schema: { const: auth.visitor } } }),
								};
	const described = Object.entries(headers ?? {}).map(([name, description]) => [
		name,
		{ description, schema: { type: 'string' } },
	]);
	const answer = {
		description: 'Success.',
		content,
		...(headers && { headers: Object.fromEntries(described) as object }),
	};
	return Object.fromEntries([status].flat().map((code) => [code, answer]));
}

function failures(entry: Endpoint): Record<string, unknown> {
	const byStatus = Map.groupBy(errorsOf(entry), (code) => ERROR_STATUS[code]);
	return Object.fromEntries(
		[...byStatus].map(([status, codes]) => [
			status,
			{ description: codes.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
		]),
	);
}

function json(schema: unknown) {
	return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
	return rest;
}
