import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type CallName, contract, type Endpoint, ERROR_STATUS } from '@dropwire/contract';
import { errorsOf } from '../documents/openApi.ts';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let token: string;
beforeAll(async () => {
	testServer = await openTestServer();
	const ada = await testServer.signIn('ada');
	token = (await ada.api.tokenCreate({ name: 'hostile', scopes: ['read', 'write'] })).data.token;
});
afterAll(() => testServer.close());

/** Texts that break things: empty, huge, control characters, quotes, wildcards, other scripts, numbers in disguise. */
const HOSTILE = [
	'',
	' ',
	'\0',
	'%00',
	"' or 1=1 --",
	'"; drop table users; --',
	'../../etc/passwd',
	'${jndi:ldap://x}',
	'<script>alert(1)</script>',
	'%',
	'_',
	'\\',
	'\u202e',
	'👩‍👩‍👧‍👦',
	'ﬀ',
	'İ',
	'\ud800',
	'1e309',
	'-1',
	'0',
	'9007199254740993',
	'NaN',
	'null',
	'true',
	'[]',
	'{}',
	'__proto__',
	'constructor',
	'toString',
	'http://',
	'https://[',
	'javascript:alert(1)',
	'x'.repeat(3000),
	'字'.repeat(300),
	'SELECT',
	'2024-13-45',
];
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }));
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
	hostileText,
	fc.constantFrom<unknown>(
		null,
		true,
		false,
		0,
		-1,
		1.5,
		1e308,
		Number.MAX_SAFE_INTEGER,
		[],
		{},
		[[]],
		{ __proto__: 1 },
		{ length: 5 },
	),
	fc.jsonValue({ maxDepth: 2 }),
);

interface Schema {
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	pattern?: string;
	default?: unknown;
}

/** Values that fit the call's JSON Schema, some of them replaced by hostile ones. */
function valueOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
	const own = ownValue(schema, depth);
	return fc.oneof({ arbitrary: own, weight: 6 }, { arbitrary: hostileValue, weight: 1 });
}

function ownValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, depth + 1)));
	const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
	switch (type) {
		case 'object':
			return fc.record(
				Object.fromEntries(
					Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one, depth + 1)]),
				),
				{ requiredKeys: (schema.required ?? []) as never[] },
			);
		case 'array':
			return fc.array(valueOf(schema.items ?? {}, depth + 1), { maxLength: 3 });
		case 'boolean':
			return fc.boolean();
		case 'integer':
		case 'number':
			return fc.integer({ min: -5, max: 100_000 });
		case 'string':
			return fc.oneof(
				fc.constantFrom(
					'1',
					'US',
					'SHOES',
					'ACTIVE',
					'MONITOR1',
					'monitor4',
					'INSERT',
					'DELETE',
					'ADD',
					'CK9246-101',
					'#ffffff',
					'false',
				),
				fc.constantFrom(
					'100000000000000003',
					'200000000000000001',
					'https://discord.com/api/webhooks/400000000000000099/abc',
					'https://example.com/x.png',
				),
				hostileText,
			);
		default:
			return hostileValue;
	}
}

function schemaOf(schema: z.ZodType): Schema {
	return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/**
 * The number of rows in every table that a rejected call could have changed; denials have an audit row of their own. Not
 * of products: the engine adds them while it watches the SKUs of accepted calls.
 */
async function rowCounts(): Promise<unknown> {
	const { knex } = testServer.db;
	const tables = [
		'accounts',
		'announcements',
		'api_tokens',
		'blacklist_words',
		'deliveries',
		'event_links',
		'events',
		'guild_channels',
		'messages',
		'promo_codes',
		'retailer_tokens',
		'short_urls',
		'social_keywords',
		'social_posts',
		'subscriptions',
		'user_roles',
		'users',
		'watch_entries',
		'webhooks',
	];
	const written = knex('audit').whereNot({ target: 'refused' }).count('*').as('audit');
	return knex.select([written, ...tables.map((table) => knex(table).count('*').as(table))]).first();
}

async function send(entry: Endpoint, path: string, query: Record<string, unknown>, given: unknown) {
	// Links of any public host are fetched by one call; a test must not send requests to them.
	const body = entry === contract.shopTest ? withoutHosts(given) : given;
	const search = new URLSearchParams(
		Object.entries(query).map(([name, value]) => [
			name,
			typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''),
		]),
	);
	return fetch(`${testServer.server.origin}${path}?${search}`, {
		method: entry.method,
		redirect: 'manual',
		headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}

function withoutHosts(body: unknown): unknown {
	const text = JSON.stringify(body) as string | undefined;
	return text === undefined ? body : JSON.parse(text.replaceAll(/example\.com|discord\.com/g, '127.0.0.1'));
}

// The stream does not end, and the guard calls take no input.
const CALLS = (Object.entries(contract) as [CallName, Endpoint][]).filter(
	([, entry]) => entry.output !== 'stream' && (entry.params ?? entry.query ?? entry.body) !== undefined,
);

test.each(CALLS)(
	'%s meets hostile input with documented answers, and a rejection changes nothing',
	async (_, entry) => {
		const errors = new Map(errorsOf(entry).map((code) => [ERROR_STATUS[code] as number, code]));
		const fine = new Set<number>(entry.output === 'redirect' ? [302] : [entry.status ?? 200].flat());
		const query = entry.query ? valueOf(schemaOf(entry.query)) : fc.constant({});
		const body = entry.body ? valueOf(schemaOf(entry.body)) : fc.constant(undefined);
		const segment = fc.oneof(
			fc.constantFrom('1', '999', 'a.b', '%00'),
			fc.constantFrom(...HOSTILE).map((text) => encodeURIComponent(text.toWellFormed())),
		);
		let before = await rowCounts();
		await fc.assert(
			fc.asyncProperty(query, body, segment, async (asked, sent, part) => {
				const path = entry.path.replace(/:\w+/g, part === '' || part.includes('%2F') ? 'x' : part);
				const isObject = typeof asked === 'object' && asked !== null && !Array.isArray(asked);
				const response = await send(
					entry,
					path,
					isObject ? (asked as Record<string, unknown>) : { q: asked },
					sent === undefined && entry.body ? null : sent,
				);
				const text = await response.text();
				if (fine.has(response.status)) {
					before = undefined;
					return;
				}
				const lost = response.status === 404 && !entry.path.includes(':');
				expect({ status: response.status, text, lost }).toMatchObject({
					status: expect.toSatisfy(
						(status: number) => status !== 500 && (errors.has(status) || (status === 404 && entry.path.includes(':'))),
					),
				});
				if (response.headers.get('content-type')?.includes('json')) {
					expect(JSON.parse(text)).toEqual({
						error: {
							code: expect.toSatisfy((code: string) => code in ERROR_STATUS),
							message: expect.any(String),
							...(text.includes('"fields"') && { fields: expect.any(Object) }),
						},
					});
				}
				const after = await rowCounts();
				if (before !== undefined) expect(after).toEqual(before);
				before = after;
			}),
			{ numRuns: Number(process.env['HOSTILE_RUNS'] ?? 15), endOnFailure: false },
		);
	},
);
