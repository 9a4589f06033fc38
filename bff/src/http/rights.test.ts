import { ApiToken } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, contract, type Endpoint } from '../../contract/index.ts';
import { type Browser, type House, openHouse } from '../testing.ts';
import { hashToken } from './caller.ts';

let house: House;
let people: Record<string, Browser['fetch']>;
const own = SANDBOX_GUILDS.soleSearchers.id;
const foreign = SANDBOX_GUILDS.dropwireHq.id;
const url = (origin: string) =>
	`${origin}/api/webhooks/${SANDBOX_CHANNELS[0]!.webhook.id}/${SANDBOX_CHANNELS[0]!.webhook.token}`;

beforeAll(async () => {
	house = await openHouse();
	const [mia, cleo, ada] = [await house.signIn('mia'), await house.signIn('cleo'), await house.signIn('ada')];
	const token = async (name: string, scopes: string) => {
		const row = {
			discordId: SANDBOX_USERS.cleo.id,
			name,
			tokenHash: hashToken(name),
			scopes,
			createdAt: 1,
			expiresAt: null,
		};
		await ApiToken.query(house.db.knex).insert(row);
		return (path: string, init: RequestInit = {}) =>
			fetch(new URL(path, house.server.origin), {
				...init,
				headers: { ...init.headers, authorization: `Bearer ${name}` },
			});
	};
	people = {
		visitor: house.visitor().fetch,
		member: mia.fetch,
		client: cleo.fetch,
		admin: ada.fetch,
		reader: await token('a-reading-token', 'read'),
		writer: await token('a-writing-token', 'read,write'),
		stranger: (path, init) =>
			fetch(new URL(path, house.server.origin), {
				...init,
				headers: { ...init?.headers, authorization: 'Bearer unknown' },
			}),
	};
});
afterAll(() => house.close());

/** For each call: good input, and who may make it. Statuses of everyone in the order of PEOPLE. */
const PEOPLE = ['visitor', 'stranger', 'member', 'client', 'admin', 'reader', 'writer'] as const;
type Statuses = [
	visitor: number,
	stranger: number,
	member: number,
	client: number,
	admin: number,
	reader: number,
	writer: number,
];
const CALLS: Record<CallName, { path?: string; body?: object; expected: Statuses }> = {
	signIn: { path: '/auth?next=/', expected: [302, 302, 302, 302, 302, 302, 302] },
	portalUser: { expected: [200, 200, 200, 200, 200, 200, 200] },
	currentUser: { expected: [200, 200, 403, 200, 200, 200, 200] },
	clientUser: { expected: [200, 200, 403, 200, 200, 200, 200] },
	guildList: { expected: [401, 401, 403, 200, 200, 200, 200] },
	channelList: { path: `/api/channellist?guildId=${own}`, expected: [401, 401, 403, 200, 200, 403, 403] },
	toolsNameList: { path: `/api/toolsnamelist?guildId=${own}&region=US`, expected: [401, 401, 403, 200, 200, 403, 403] },
	channelInsert: {
		body: { guildId: own, region: 'US', toolsName: 'Nope' },
		expected: [401, 401, 403, 400, 400, 403, 403],
	},
	channelDelete: { body: { id: '999' }, expected: [401, 401, 403, 403, 403, 403, 403] },
	webhookList: {
		path: `/api/webhooklist?guildId=${own}&region=US&toolsName=Nope`,
		expected: [401, 401, 403, 404, 404, 403, 403],
	},
	webhookInsert: {
		body: { guildId: own, region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: [401, 401, 403, 400, 400, 403, 403],
	},
	webhookEdit: {
		body: { guildId: own, id: '999', region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: [401, 401, 403, 400, 400, 403, 403],
	},
	webhookDelete: { body: { guildId: own, id: '999' }, expected: [401, 401, 403, 403, 403, 403, 403] },
	nikeWebhooks: { path: '/api/nikewebhooks?region=US&category=shoes', expected: [401, 401, 403, 403, 200, 403, 403] },
	nikeWebhooksChange: {
		path: '/api/nikewebhooks?region=US&category=shoes',
		body: { action: 'DELETE', status: 'HOLD', data: { label: 'none', value: 'https://x.example' } },
		expected: [401, 401, 403, 403, 404, 403, 403],
	},
	skus: { path: '/api/skus?type=MONITOR1', expected: [401, 401, 403, 403, 200, 403, 403] },
	skusChange: {
		path: '/api/skus?action=REMOVE',
		body: { sku: ['NONE'], type: 'MONITOR1' },
		expected: [401, 401, 403, 403, 200, 403, 403],
	},
	deliveries: { expected: [401, 401, 403, 200, 200, 200, 200] },
	redeliver: { path: '/api/deliveries/999/redeliver', body: {}, expected: [401, 401, 403, 403, 404, 403, 403] },
	webhookTest: { body: { url: 'https://x.example' }, expected: [401, 401, 403, 400, 400, 403, 400] },
	healthz: { expected: [200, 200, 200, 200, 200, 200, 200] },
	readyz: { expected: [200, 200, 200, 200, 200, 200, 200] },
	logout: { expected: [200, 200, 200, 200, 200, 200, 200] },
};

// Signing out ends the sessions that the others need, so it comes last.
const ROWS = Object.entries(CALLS).flatMap(([name, call]) =>
	PEOPLE.map((who, index) => ({ name: name as CallName, who, status: call.expected[index] as number, call })),
);

test.each(ROWS)('$name by a $who answers $status', async ({ name, who, status, call }) => {
	const entry: Endpoint = contract[name];
	const response = await people[who]!(call.path ?? entry.path, {
		method: entry.method,
		redirect: 'manual',
		...(call.body && { body: JSON.stringify(call.body), headers: { 'content-type': 'application/json' } }),
	});
	const text = await response.text();
	expect({ status: response.status, text }).toEqual({ status, text: expect.any(String) });
	expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
	if (status >= 400)
		expect(JSON.parse(text)).toEqual({
			error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
		});
	if (entry.guard && (who === 'visitor' || who === 'stranger')) expect(text).toBe('unauthorized');
});

test("another's guild answers 403, whether it exists or not, and before the input is judged further", async () => {
	const cleo = await house.signIn('cleo');
	for (const guildId of [foreign, '299999999999999999']) {
		await expect(cleo.api.channelList({ guildId })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
		await expect(
			cleo.api.webhookInsert({
				guildId,
				region: 'US',
				toolsName: 'Nike Shoes Hold',
				webHook: url(house.sandbox.origin),
			}),
		).rejects.toMatchObject({ status: 403 });
	}
});
