import { ApiToken, User } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS, type SandboxUserName } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, contract, type Endpoint } from '@dropwire/contract';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { hashToken } from './auth.ts';

let testServer: TestServer;
let people: Record<Person, Browser['fetch']>;
const own = SANDBOX_GUILDS.soleSearchers.id;
const foreign = SANDBOX_GUILDS.dropwireHq.id;
const url = (origin: string) =>
	`${origin}/api/webhooks/${SANDBOX_CHANNELS[0]!.webhook.id}/${SANDBOX_CHANNELS[0]!.webhook.token}`;

/**
 * All kinds of callers. `owner` is a client who manages the guild of the call, `client` one who does not;
 * the last four are tokens: an unknown one, and an operator's with each scope.
 */
const PEOPLE = [
	'visitor',
	'member',
	'client',
	'owner',
	'editor',
	'premium',
	'admin',
	'unknown',
	'reader',
	'writer',
	'bot',
] as const;
type Person = (typeof PEOPLE)[number];

beforeAll(async () => {
	testServer = await openTestServer();
	const { knex } = testServer.db;
	const listed = { admin: false, createdAt: 1, createdBy: null };
	for (const [name, role] of [
		['dan', null],
		['eve', 'editor'],
		['pia', 'premium'],
	] as const) {
		const { id: discordId } = SANDBOX_USERS[name];
		await User.query(knex).insert({ discordId, ...listed });
		if (role) await knex('user_roles').insert({ discordId, role });
	}
	await User.query(knex).insert({ discordId: SANDBOX_USERS.ada.id, ...listed, admin: true });
	const signedIn = async (name: SandboxUserName) => (await testServer.signIn(name)).fetch;
	const withToken = async (scopes: string | null) => {
		const token = `a token with ${scopes}`.replaceAll(' ', '-');
		const row = {
			discordId: SANDBOX_USERS.ada.id,
			name: token,
			tokenHash: hashToken(token),
			createdAt: 1,
			expiresAt: null,
		};
		if (scopes) await ApiToken.query(knex).insert({ ...row, scopes });
		return (path: string, init: RequestInit = {}) =>
			fetch(new URL(path, testServer.server.origin), {
				...init,
				headers: { ...init.headers, authorization: `Bearer ${token}` },
			});
	};
	people = {
		visitor: testServer.visitor().fetch,
		member: await signedIn('mia'),
		client: await signedIn('dan'),
		owner: await signedIn('cleo'),
		editor: await signedIn('eve'),
		premium: await signedIn('pia'),
		admin: await signedIn('ada'),
		unknown: await withToken(null),
		reader: await withToken('read'),
		writer: await withToken('read,write'),
		bot: await withToken('bot'),
	};
});
afterAll(() => testServer.close());

/** Statuses of everyone, in the order of PEOPLE. */
type Statuses = readonly [number, number, number, number, number, number, number, number, number, number, number];
const everyone = (status: number): Statuses => [
	status,
	status,
	status,
	status,
	status,
	status,
	status,
	status,
	status,
	status,
	status,
];
/** A call of operators that reads, or writes, and what it answers them. */
const operatorsRead = (status = 200): Statuses => [401, 403, 403, 403, 403, 403, status, 401, status, status, 403];
const operatorsWrite = (status: number): Statuses => [401, 403, 403, 403, 403, 403, status, 401, 403, status, 403];
/** A call about a guild: its owner and operators; the bot in an operator's name. */
const guildRead = (status = 200): Statuses => [401, 403, 403, status, 403, 403, status, 401, status, status, status];
const guildWrite = (status: number): Statuses => [401, 403, 403, status, 403, 403, status, 401, 403, status, status];
/** A call of operators that they can also make through the bot. */
const operatorsOrBot = (status = 200): Statuses => [401, 403, 403, 403, 403, 403, status, 401, status, status, status];
const clientsRead = (status = 200): Statuses => [
	401,
	403,
	status,
	status,
	status,
	status,
	status,
	401,
	status,
	status,
	403,
];
/** As `guildRead`, but not for the bot. */
const guildClientsRead: Statuses = [401, 403, 403, 200, 403, 403, 200, 401, 200, 200, 403];
/** Reports of the bot: its token, and an operator's program; no browser. */
const botWrite = (status: number): Statuses => [401, 403, 403, 403, 403, 403, 403, 401, 403, status, status];
const guard: Statuses = [200, 403, 200, 200, 200, 200, 200, 200, 200, 200, 403];
const webhook = { label: 'none', value: 'https://x.example' };

/** For each call good or harmless input, and who gets what. The type asks for every call of the contract. */
const CALLS: Record<CallName, { path?: string; body?: unknown; expected: Statuses }> = {
	signIn: { path: '/auth?next=/', expected: everyone(302) },
	portalUser: { expected: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403] },
	currentUser: { expected: guard },
	clientUser: { expected: guard },
	sessions: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 403, 403, 403] },
	sessionEnd: {
		path: '/api/sessions?id=0000000000000000',
		expected: [401, 404, 404, 404, 404, 404, 404, 401, 403, 403, 403],
	},
	sessionsEnd: { body: { current: 'yes' }, expected: [401, 400, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	guildList: { expected: clientsRead() },
	guildStatistics: { path: `/api/guildstatistics?guildId=${own}`, expected: guildRead() },
	guildStates: { expected: clientsRead() },
	guildSettings: { path: `/api/guildsettings?guildId=${own}`, expected: guildRead() },
	guildSettingsEdit: { body: { guildId: own, sourceNotices: false }, expected: guildWrite(200) },
	channelList: { path: `/api/channellist?guildId=${own}`, expected: guildRead() },
	toolsNameList: { path: `/api/toolsnamelist?guildId=${own}&region=US`, expected: guildRead() },
	channelInsert: { body: { guildId: own, region: 'US', toolsName: 'Nope' }, expected: guildWrite(400) },
	channelDelete: { body: { id: '999' }, expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403] },
	channelsDelete: { body: { guildId: own, ids: ['999'] }, expected: guildWrite(200) },
	webhookList: { path: `/api/webhooklist?guildId=${own}&region=US&toolsName=Nope`, expected: guildRead(404) },
	webhookInsert: {
		body: { guildId: own, region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: guildWrite(400),
	},
	webhookEdit: {
		body: { guildId: own, id: '999', region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: guildWrite(400),
	},
	webhookDelete: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	webhooksDelete: { body: { guildId: own, ids: ['999'] }, expected: guildWrite(200) },
	linkList: { path: `/api/linklist?guildId=${own}`, expected: guildRead() },
	discordChannels: { path: `/api/discordchannels?guildId=${own}`, expected: guildRead() },
	serverSetup: {
		body: { guildId: own, changes: [{ action: 'REMOVE', id: '999' }] },
		expected: guildWrite(400),
	},
	linkMessages: {
		path: `/api/linkmessages?guildId=${own}&ids=999`,
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	linkInsert: {
		body: {
			guildId: own,
			guildName: 'Own',
			region: 'US',
			toolsName: 'Nope',
			channelId: own,
			channelName: 'drops',
			webHook: 'https://x.example',
		},
		expected: guildWrite(400),
	},
	linkCancel: { body: { guildId: own, key: 'none' }, expected: guildWrite(200) },
	linkDelete: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	linkTest: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	botGuilds: { body: { shard: 0, shards: 1, guilds: [] }, expected: botWrite(200) },
	botNoticesClaim: { expected: botWrite(200) },
	botNoticeDone: { body: { lease: '00000000-0000-4000-8000-000000000000', outcome: 'sent' }, expected: botWrite(200) },
	botGuild: { body: { guildId: foreign, name: 'HQ', present: true }, expected: botWrite(200) },
	botRoles: { body: { guildId: foreign, roles: [] }, expected: botWrite(200) },
	botChannel: {
		body: { guildId: foreign, channelId: foreign, channelName: null, webhookIds: [] },
		expected: botWrite(200),
	},
	product: {
		path: '/api/product?sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403],
	},
	productCard: {
		path: `/api/productcard?guildId=${own}&sku=NONE-000`,
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 404, 404, 404],
	},
	exchangeRates: { expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403] },
	skuSuggest: { path: '/api/skusuggest?text=ck', expected: [401, 403, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	webhooks: { expected: operatorsRead() },
	broadcastList: { path: '/api/broadcastwebhooks', expected: operatorsRead() },
	webhooksReplace: { body: [], expected: operatorsWrite(200) },
	nikeWebhooks: { path: '/api/nikewebhooks?region=US&category=shoes', expected: operatorsRead() },
	nikeWebhooksChange: {
		path: '/api/nikewebhooks?region=US&category=shoes',
		body: { action: 'DELETE', status: 'HOLD', data: webhook },
		expected: operatorsWrite(404),
	},
	hpWebhooks: { path: '/api/hpwebhooks?region=US', expected: operatorsRead() },
	hpWebhooksChange: {
		body: { action: 'DELETE', category: 'LAPTOPS', data: webhook },
		expected: operatorsWrite(404),
	},
	adidasWebhooks: { path: '/api/adidaswebhooks?region=US&category=hot1', expected: operatorsRead() },
	adidasWebhooksChange: { body: { action: 'DELETE', status: 'HOT1', data: webhook }, expected: operatorsWrite(404) },
	asicsWebhooks: { path: '/api/asicswebhooks?region=US&category=shoes', expected: operatorsRead() },
	asicsWebhooksChange: { body: { action: 'DELETE', status: 'RESTOCK', data: webhook }, expected: operatorsWrite(404) },
	jdfnlWebhooks: { path: '/api/jdfnlwebhooks?category=JD', expected: operatorsRead() },
	jdfnlWebhooksChange: {
		path: '/api/jdfnlwebhooks?category=JDFNL',
		body: { action: 'DELETE', status: 'NEW', data: webhook },
		expected: operatorsWrite(404),
	},
	stockNumberWebhooks: { expected: operatorsRead() },
	stockNumberWebhooksChange: { body: { action: 'DELETE', ...webhook }, expected: operatorsWrite(404) },
	stockNumberSend: {
		body: { title: 'T', imageURL: 'https://x.example/i.png', description: 'D', webhooks: ['https://x.example'] },
		expected: operatorsWrite(400),
	},
	announcementServers: { expected: operatorsRead() },
	announcementsSent: { expected: operatorsRead() },
	announcementTally: { path: '/api/announcements/999', expected: operatorsRead(404) },
	skus: { path: '/api/skus?type=MONITOR1', expected: operatorsRead() },
	skuStates: { path: '/api/skustates?type=MONITOR1', expected: operatorsRead() },
	skusChange: {
		path: '/api/skus?action=REMOVE',
		body: { sku: ['NONE'], type: 'MONITOR1' },
		expected: operatorsWrite(200),
	},
	adidasSkusChange: {
		path: '/api/adidasskus?action=REMOVE',
		body: { sku: ['NONE'], type: 'ADIDASHOT1' },
		expected: operatorsWrite(200),
	},
	hotSkus: { path: '/api/hotskus?type=monitor4', expected: operatorsRead() },
	hotSkuCreate: { path: '/api/hotskucreate?type=monitor6', body: { sku: 'X' }, expected: operatorsWrite(400) },
	hotSkuDelete: { path: '/api/hotskudelete?type=monitor4', body: { sku: 'NONE' }, expected: operatorsWrite(404) },
	deliveries: { expected: clientsRead() },
	deliveryGroups: { expected: clientsRead() },
	deliveriesExport: { path: `/api/export/deliveries?guildId=${own}`, expected: guildClientsRead },
	redeliver: {
		path: '/api/deliveries/999/redeliver',
		body: {},
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	webhookTest: {
		body: { url: 'https://x.example' },
		expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 400, 403],
	},
	subscription: {
		path: '/api/subscription?id=999999',
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 404, 404, 403],
	},
	subscriptionEdit: {
		body: { id: '999999', options: {} },
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	subscriptionTry: {
		body: { id: '999999', options: {} },
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	why: {
		path: '/api/why?event=1&subscription=999999',
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 404, 404, 403],
	},
	events: { expected: clientsRead() },
	event: { path: '/api/event?id=999', expected: clientsRead(404) },
	eventSubscriptions: { path: '/api/eventsubscriptions?id=999', expected: clientsRead(404) },
	eventsIngest: { body: { events: [] }, expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 400, 403] },
	live: { expected: clientsRead() },
	audit: { expected: operatorsRead() },
	bulkWebhooks: { body: { dryRun: true, rows: [{ action: 'SET' }] }, expected: operatorsWrite(200) },
	bulkSkus: { body: { dryRun: true, rows: [{ action: 'SET' }] }, expected: operatorsWrite(200) },
	exportWebhooks: { expected: [401, 403, 403, 403, 403, 403, 200, 401, 403, 200, 403] },
	exportSkus: { expected: operatorsRead() },
	skuImage: {
		path: '/api/skuimage?sku=NONE-000&color=%23ffffff&transparent=false&type=admin',
		body: {},
		expected: [401, 403, 403, 403, 403, 403, 200, 401, 403, 200, 403],
	},
	skuImageFree: {
		path: '/api/skuimagefree?sku=NONE-000&color=%23ffffff&transparent=false&brand=puma',
		body: {},
		expected: everyone(200),
	},
	getImage: { body: { url: 'https://x.example/i.png' }, expected: everyone(400) },
	productQueryPremium: {
		path: '/api/productquerypremium?sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403],
	},
	productQuery: { path: '/api/productquery?sku=NONE-000', expected: operatorsRead() },
	social: { expected: operatorsRead() },
	promoInsert: { body: {}, expected: operatorsWrite(400) },
	promoEdit: { body: { id: '999', promocode: 'X', description: 'Y' }, expected: operatorsWrite(404) },
	promoDelete: { body: { id: '999' }, expected: operatorsWrite(404) },
	blacklistInsert: { body: {}, expected: operatorsWrite(400) },
	blacklistEdit: { body: { id: '999', blacklist: 'X' }, expected: operatorsWrite(404) },
	blacklistDelete: { body: { id: '999' }, expected: operatorsWrite(404) },
	keywordInsert: { body: {}, expected: operatorsWrite(400) },
	keywordUpdate: {
		body: { id: '1', keywordId: '999', keywords: 'X', changeType: 'state', cooldown: 0 },
		expected: operatorsWrite(404),
	},
	keywordDelete: { body: { id: '1', keywordId: '999' }, expected: operatorsWrite(404) },
	keywordsSwitch: { body: { id: '999', istweetingon: true }, expected: operatorsWrite(404) },
	socialPosts: { expected: operatorsRead() },
	sourceCheck: { body: { source: 'NONE' }, expected: operatorsWrite(400) },
	keywordWatches: { expected: operatorsRead() },
	keywordWatchCreate: {
		path: '/api/keywords',
		body: { source: 'NONE', include: ['dunk'] },
		expected: operatorsWrite(400),
	},
	keywordWatchDelete: { path: '/api/keywords?id=999999', expected: operatorsWrite(404) },
	keywordTry: { body: { source: 'NONE', include: ['dunk'] }, expected: operatorsWrite(400) },
	foundProducts: { expected: operatorsOrBot() },
	foundWatch: { body: { id: '999999' }, expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 404] },
	shopTest: { body: { url: 'http://localhost/x' }, expected: operatorsWrite(400) },
	urlShorten: { body: { originalUrl: 'http://localhost/x' }, expected: operatorsWrite(400) },
	operatorWebhooks: { path: '/api/operatorwebhooks?brand=NIKE&category=SHOES', expected: operatorsRead() },
	allWebhooks: { expected: operatorsRead() },
	webhook: { path: '/api/webhook?id=999999', expected: operatorsRead(404) },
	webhookChange: { body: { id: '999999', paused: true }, expected: operatorsWrite(404) },
	webhookRemove: { path: '/api/webhook?id=999999', expected: operatorsWrite(404) },
	webhookMessages: { path: '/api/webhookmessages?id=999999', expected: operatorsRead(404) },
	webhookHistory: { path: '/api/webhookhistory?id=999999', expected: operatorsRead(404) },
	operatorCounts: { expected: operatorsRead() },
	overview: { expected: operatorsRead() },
	trends: { expected: operatorsRead() },
	coverage: { expected: operatorsRead() },
	guildCoverage: { path: `/api/guildcoverage?guildId=${own}`, expected: guildRead() },
	find: { path: '/api/find?q=a', expected: operatorsRead() },
	shortUrls: { expected: operatorsRead() },
	shortUrl: { path: '/s/nothing', expected: everyone(404) },
	invite: { path: '/invite', expected: everyone(404) },
	users: { expected: operatorsRead() },
	usersChange: { body: { action: 'DELETE', discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	usersDelete: { body: { discordIds: ['199999999999999999'] }, expected: operatorsWrite(200) },
	userAdd: { body: {}, expected: operatorsWrite(400) },
	userEdit: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	bulkUsers: { body: { discordIds: ['199999999999999999'], dryRun: true }, expected: operatorsWrite(200) },
	accessRequest: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 403, 403, 403] },
	// A second one of the same person, and of people with access, is a conflict.
	accessRequestCreate: { body: {}, expected: [401, 201, 409, 409, 409, 409, 409, 401, 403, 403, 403] },
	accessRequests: { expected: operatorsRead() },
	accessRequestApprove: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	accessRequestDecline: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	tokens: { expected: clientsRead() },
	tokenCreate: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	tokenDelete: {
		path: '/api/tokens?id=999999',
		expected: [401, 403, 404, 404, 404, 404, 404, 401, 403, 404, 403],
	},
	cliGrant: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	cliToken: { body: {}, expected: everyone(400) },
	deviceStart: { body: {}, expected: everyone(400) },
	deviceRequest: { expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	deviceDecide: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	deviceToken: { body: {}, expected: everyone(400) },
	retailerToken: { body: {}, expected: [401, 400, 400, 400, 400, 400, 400, 401, 403, 400, 403] },
	retailerTokenState: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 403] },
	retailerTokenDelete: { expected: [401, 404, 404, 404, 404, 404, 404, 401, 403, 404, 403] },
	pulse: { expected: [401, 403, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	version: { expected: everyone(200) },
	healthz: { expected: everyone(200) },
	readyz: { expected: everyone(200) },
	site: { expected: everyone(200) },
	status: { expected: everyone(200) },
	robotsTxt: { expected: everyone(200) },
	sitemap: { expected: everyone(200) },
	securityTxt: { expected: everyone(404) },
	metrics: { expected: everyone(200) },
	openapi: { expected: everyone(200) },
	eventSchema: { expected: everyone(200) },
	docs: { expected: everyone(200) },
	logout: { expected: everyone(200) },
};

/** Whether a call answers with an error in JSON. A short address that leads nowhere is a page. */
const isError = (entry: Endpoint, status: number) => status >= 400 && entry.output !== 'redirect';
const ERROR = { error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }) };

/** Makes a call. The body of a stream is its content type. */
async function ask(name: CallName, who: Person) {
	const entry: Endpoint = contract[name];
	const call = CALLS[name];
	const hangUp = new AbortController();
	const response = await people[who](call.path ?? entry.path, {
		method: entry.method,
		redirect: 'manual',
		signal: hangUp.signal,
		...(call.body !== undefined && {
			body: JSON.stringify(call.body),
			headers: { 'content-type': 'application/json' },
		}),
	});
	const { status, headers } = response;
	const requestId = headers.get('x-request-id');
	if (entry.output === 'stream' && response.ok) {
		hangUp.abort();
		return { status, requestId, body: headers.get('content-type') };
	}
	const body = await response.text();
	return { status, requestId, body: isError(entry, status) ? JSON.parse(body) : body };
}

function expectedAnswer(name: CallName, who: Person) {
	const entry: Endpoint = contract[name];
	const status = CALLS[name].expected[PEOPLE.indexOf(who)] as number;
	const anonymous = entry.auth.visitor && (who === 'visitor' || who === 'unknown');
	let body: unknown = anonymous ? 'unauthorized' : expect.any(String);
	if (isError(entry, status)) body = ERROR;
	else if (entry.output === 'stream') body = expect.stringContaining('text/event-stream');
	return { status, requestId: expect.stringMatching(/^[\da-f-]{36}$/), body };
}

// Signing out ends the sessions that the others need, so it comes last.
test.each(Object.keys(CALLS) as CallName[])('%s answers each caller according to their rights', async (name) => {
	const answers = await Promise.all(PEOPLE.map(async (who) => [who, await ask(name, who)]));
	expect(Object.fromEntries(answers)).toEqual(
		Object.fromEntries(PEOPLE.map((who) => [who, expectedAnswer(name, who)])),
	);
});

test("another's guild answers 403 before the rest of the input is checked", async () => {
	const cleo = await testServer.signIn('cleo');
	for (const guildId of [foreign, '299999999999999999']) {
		await expect(cleo.api.channelList({ guildId })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
		await expect(
			cleo.api.webhookInsert({
				guildId,
				region: 'US',
				toolsName: 'Nike Shoes Hold',
				webHook: url(testServer.sandbox.origin),
			}),
		).rejects.toMatchObject({ status: 403 });
	}
});
