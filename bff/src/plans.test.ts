import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { contract, type Endpoint, WEBHOOK_STATES } from '@dropwire/contract';
import { EVENT_INDEXES, tableByIndex } from '@dropwire/db';
import { type Brand, HOT_LISTS } from '@dropwire/domain';
import { fillGrown, refreshTestStatistics, type Statement, unboundedReads } from '@dropwire/db/testing';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from './testing.ts';

/** Plans do not need a million rows: the indexes and hints decide, and planners prefer them from far fewer rows on. */
const SIZE = { deliveries: 10_000, events: 2000, webhooks: 500, guilds: 20, others: 2000 };

let testServer: TestServer;
let operator: Browser;
let client: Browser;
/** Set in what a call does, and not in the jobs of the server, whose statements can come between. */
const inCall = new AsyncLocalStorage<boolean>();
const enterCall = () => inCall.enterWith(true);
const guildId = SANDBOX_GUILDS.soleSearchers.id;
beforeAll(async () => {
	subscribe('http.server.request.start', enterCall);
	testServer = await openTestServer();
	await fillGrown(testServer.db, { ...SIZE, guildIds: [guildId] });
	// An announcement per event: for a table without rows, planners read all of it.
	const { knex } = testServer.db;
	await knex.raw(
		`insert into announcements (title, imageUrl, description, createdBy, createdAt) select 'x', 'x', 'x', '1', 1 from events`,
	);
	await knex.raw(
		`insert into releases (brand, sku, region, title, launchAt, origin, announcedAt, datedAt, changedAt, moves) select 'NIKE', concat('RE', id), 'US', 'Jordan', ${Date.now()} + id, 'source', 1, 1, 1, '[]' from events`,
	);
	operator = await testServer.signIn('ada');
	client = await testServer.signIn('cleo');
	// It reads growing tables all the time.
	await testServer.engine.stop();
});
afterAll(async () => {
	unsubscribe('http.server.request.start', enterCall);
	await testServer.close();
});

/** A value for each field of an input, and for some endpoints other ones. */
const VALUES: Readonly<Record<string, string>> = {
	announcement: '1',
	at: String(Date.now() - 60_000),
	available: 'true',
	brand: 'NIKE',
	category: 'shoes',
	channel: '300000000000000013',
	code: 'ABCD-EFGH',
	cursor: '20000',
	dead: '20',
	event: '1',
	format: 'ndjson',
	guildId,
	id: '1',
	ids: '1,2',
	kind: 'PRICE',
	limit: '100',
	message: '1',
	object: 'sku',
	near: 'New York',
	offer: 'NEW',
	offset: '30',
	period: '7d',
	person: '100000000000000001',
	q: 'jordan',
	reached: 'nobody',
	region: 'US',
	secret: 'unknown',
	since: '1',
	sku: 'GR1000-001',
	slug: 'g1aaaaa',
	sort: 'changed',
	state: 'not_found',
	status: 'failed',
	subject: '100000000000000002',
	subscription: '1',
	text: 'jordan',
	toolsName: 'Nike Shoes Active',
	topic: 'Nike Shoes Active',
	type: 'MONITOR1',
	until: String(Date.now() - 60_000),
	watchId: '1',
	webhook: '0001',
	with: 'product',
};
const SPECIAL: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	allWebhooks: { state: WEBHOOK_STATES },
	catalogue: {
		cursor: [Buffer.from('["changed",-1,"NIKE","GR1000-001"]').toString('base64url')],
		from: ['2026-01-01'],
		sort: ['changed', 'released'],
		to: ['2027-01-01'],
	},
	// One of each kind: the others make the same statements.
	deliveries: { status: ['failed', 'sent', 'pending'] },
	deliveryGroups: { status: ['failed', 'sent', 'pending'] },
	events: { limit: ['50'] },
	grants: { cursor: [`${Date.now()}-20000`, `${Date.now()}-100000000000000002`] },
	history: { from: ['1'], to: [String(Date.now())] },
	productRequests: { cursor: ['1-20000'] },
	releases: { cursor: [`${Date.now()}-1`], from: ['1'], to: [String(Date.now() + 86_400_000)] },
	shortUrls: { cursor: [`${Date.now()}.g1`] },
	jdfnlWebhooks: { category: ['jd'] },
	adidasWebhooks: { category: ['hot1'] },
	asicsWebhooks: { category: ['shoes'] },
	hotSkus: { type: Object.keys(HOT_LISTS) },
};
/** The export reads what `deliveryGroups` reads, and then the rows of each message: up to 10,000. */
const EXPORTS = ['sku=GR1000-001', 'status=failed&webhook=0001', `status=expired&guildId=${guildId}`].map(
	(search) => `/api/export/deliveries?${search}`,
);
/** The search of a server's log reads what `deliveryGroups` reads, and then the rows of each message. */
const SEARCHES = [
	'sku=GR1000-001',
	'kind=PRICE&region=US',
	'channel=300000000000000013&topic=Nike%20Shoes%20Active',
].map((search) => `/api/deliveries?guildId=${guildId}&${search}`);
/** What happened to a product: to a server's messages, to a watch, and to the operators' messages. */
const WHYS = [`guildId=${guildId}`, 'watchId=1', `at=${Date.now() - 60_000}`].map(
	(search) => `/api/why?brand=NIKE&sku=GR1000-001&region=US&${search}`,
);
/** Fields that need others: they are rejected without them. */
const REJECTED = [
	// A cursor of another order.
	/^\/api\/catalogue\?(?=.*\b(q=|sort=released)).*\bcursor=/,
	/^\/api\/deliveries\?(?!.*\b(announcement|event|message)=).*\bwebhook=/,
	/^\/api\/deliveries\?(?!.*\bguildId=).*\b(channel|sku|brand|region|kind|since|until)=/,
	/^\/api\/why\?(?!event=.*&subscription=)/,
	/^\/api\/deliverygroups\?(?!.*\bguildId=).*\bchannel=/,
	/^\/api\/releases\?(?!.*\bbrand=).*\bsku=/,
];
/** They leave the server or do not end, and read no growing table of their own. */
const LEFT_OUT = new Set([
	'deliveriesExport',
	'signIn',
	'linkedRolesConnect',
	'logout',
	'live',
	'productQuery',
	'productQueryPremium',
	'storeStock',
	'invite',
]);

const MANY_FIELDS = 6;

/** The paths of an endpoint with the combinations of its fields. */
function pathsOf(name: string, { path, query, params }: Pick<Endpoint, 'path' | 'query' | 'params'>): string[] {
	const choices = (field: string) => {
		const values = SPECIAL[name]?.[field] ?? (VALUES[field] === undefined ? undefined : [VALUES[field]]);
		if (!values)
			throw new Error(`Give a value for the field ${field} of ${name}, so that its query plans are checked.`);
		return values;
	};
	const base = Object.keys(params?.shape ?? {}).reduce(
		(at, field) => at.replace(`:${field}`, choices(field)[0] ?? ''),
		path,
	);
	let searches: [string, string][][] = [[]];
	const fields = Object.entries(query?.shape ?? {});
	// Every two of many fields, otherwise every combination.
	const max = fields.length > MANY_FIELDS ? 2 : fields.length;
	for (const [field, schema] of fields) {
		searches = searches.flatMap((search) => [
			...(schema.isOptional() ? [search] : []),
			...(search.length < max ? choices(field).map((value) => [...search, [field, value] as [string, string]]) : []),
		]);
	}
	return searches.map((search) => `${base}?${new URLSearchParams(search).toString()}`);
}

async function statementsOf(browser: Browser, paths: readonly string[]): Promise<Statement[]> {
	const statements: Statement[] = [];
	const record = (statement: Statement) => {
		if (inCall.getStore()) statements.push(statement);
	};
	testServer.db.knex.on('query', record);
	try {
		for (const path of paths) {
			const response = await browser.fetch(path, { redirect: 'manual' });
			await response.text();
			const working = (response.status < 500 && response.status !== 400) || path.startsWith('/readyz');
			expect({ path, working }).toEqual({ path, working: true });
		}
	} finally {
		testServer.db.knex.off('query', record);
	}
	return statements;
}

const endpoints = Object.entries<Endpoint>(contract).filter(
	([name, { method }]) => method === 'GET' && !LEFT_OUT.has(name),
);

test('no read walks through a growing table or sorts it, with any filters, for operators and clients', async () => {
	const found = endpoints
		.flatMap(([name, entry]) => pathsOf(name, entry))
		.filter((path) => !REJECTED.some((pattern) => pattern.test(path)));
	const paths = [...found, ...EXPORTS, ...SEARCHES, ...WHYS];
	// A client without the filter by server sees those of all of theirs.
	const own = paths.filter(
		(path) =>
			/^\/api\/(deliveries|deliverygroups|events|event|eventsubscriptions|export\/deliveries)\b/.test(path) &&
			!path.includes('guildId'),
	);
	const statements = [...(await statementsOf(operator, paths)), ...(await statementsOf(client, own))];
	expect(statements.length).toBeGreaterThan(paths.length);
	// The releases of one product are few.
	const unbounded = async () =>
		(await unboundedReads(testServer.db, statements)).filter(
			(problem) => !/^sort( of releases)?: .*`releases`.*`sku` in/.test(problem),
		);
	expect(await unbounded()).toEqual([]);
	await refreshTestStatistics(testServer.db);
	expect(await unbounded()).toEqual([]);
});

test('the state of the service is read without walking through the products', async () => {
	const statements = await statementsOf(operator, ['/api/overview?dead=20', '/api/pulse', '/metrics']);
	expect(statements.some(({ sql }) => sql.includes('source_rounds'))).toBe(true);
	expect(await unboundedReads(testServer.db, statements, ['products', 'check_batches', 'product_batches'])).toEqual([]);
});

test('grants are listed and counted by their indexes', async () => {
	const { knex } = testServer.db;
	const now = Date.now();
	const rows = Array.from({ length: 5000 }, (_, n) => ({
		provider: 'billing' as const,
		externalId: `sub_${n}`,
		subject: 'user' as const,
		subjectId: String(10n ** 17n + BigInt(n % 2500)),
		plan: 'pro',
		startsAt: now - n * 86_400_000,
		endsAt: now - (n - 30) * 86_400_000,
		reportedAt: 1,
		beganAt: 1,
		endedAt: n > 30 ? now - (n - 30) * 86_400_000 : null,
	}));
	await knex.batchInsert('grants', rows, 500);
	const statements = await statementsOf(operator, [...pathsOf('grants', contract.grants), '/api/grantsummary']);
	await refreshTestStatistics(testServer.db);
	const problems = await unboundedReads(testServer.db, statements, ['grants']);
	// The grants of one person or server are few.
	expect(problems.filter((problem) => !/^sort( of grants)?: .*`subjectId` in/.test(problem))).toEqual([]);
});

test('the catalogue is searched by its indexes, with any filters', async () => {
	const { knex } = testServer.db;
	const brands = ['NIKE', 'ADIDAS'] as const;
	const numbers = Array.from({ length: 3000 }, (_, n) => n);
	const keys = numbers.map((n) => ({ brand: brands[n % 2] as Brand, sku: `CA${n}` }));
	const times = { firstSeenAt: 1, lastSeenAt: 1 };
	const entries = keys.map((key, n) => {
		const words = ` 1ca${n} 1jordan `;
		return {
			...key,
			...times,
			title: `Jordan ${n}`,
			origin: 'imported',
			stated: '',
			words,
			changedAt: n,
			releasedOn: 20_260_101,
		};
	});
	await knex.batchInsert('catalogue', entries, 500);
	const words = keys.flatMap((key, n) => [
		{ ...key, word: '1jordan' },
		{ ...key, word: `1ca${n}` },
	]);
	await knex.batchInsert('catalogue_words', words, 500);
	const regions = keys.map((key, n) => ({
		...key,
		region: 'US' as const,
		price: n,
		full: n,
		currency: 'USD',
		available: 1,
	}));
	await knex.batchInsert('catalogue_regions', regions, 500);
	const searches = pathsOf('catalogue', contract.catalogue).filter(
		(path) => !REJECTED.some((pattern) => pattern.test(path)),
	);
	const statements = await statementsOf(operator, [
		...searches,
		'/api/catalogue?sort=price&region=US',
		'/api/catalogue?q=ca12&sort=price&region=US',
		'/api/catalogue?q=ca12',
		'/api/export/catalogue',
	]);
	const tables = ['catalogue', 'catalogue_words', 'catalogue_regions'];
	await refreshTestStatistics(testServer.db);
	const problems = await unboundedReads(testServer.db, statements, tables);
	// A walk in the order of an index that stops at its limit. Its conditions are columns.
	const isWalk = (problem: string) =>
		/^(SCAN c USING INDEX|index of c by) .* (order by|limit) [^)]*$/.test(problem) && !/ where `/.test(problem);
	expect(problems.filter((problem) => !isWalk(problem))).toEqual([]);
});

test('the check recognizes a read of a whole table, a sort without a limit, and ids that do not lead to their rows', async () => {
	const { knex } = testServer.db;
	const bad = [
		knex('deliveries').where('target', 'x').select('id'),
		knex('deliveries').where('queuedAt', '>', 1).orderBy('queuedAt').limit(5).select('id'),
		knex('events').count({ count: 'before' }),
		knex
			.from(tableByIndex(knex, 'events', EVENT_INDEXES.sku))
			.whereIn('id', [1, 2])
			.where({ sku: 'x' }),
	].map((query) => query.toSQL().toNative());
	expect(await unboundedReads(testServer.db, bad)).toHaveLength(bad.length);
});
