import { coverageLines, type CoverageRow, type CoverageVerdict, rowsOfList } from '@dropwire/contract';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLivingEngine } from '@dropwire/engine/testing';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

const ADIDAS = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1' };
const ASICS = { brand: 'ASICS', category: 'SHOES', region: 'US', status: 'RESTOCK' };
const HP = { brand: 'HP', category: 'LAPTOPS', region: 'US', status: 'LAPTOPS' };
const NIKE = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE' };

async function subscribe(topic: typeof NIKE): Promise<string> {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const row = { ...topic, label: `${topic.brand} webhook`, value: webhook!.url };
	await ada.api.bulkWebhooks({ rows: [{ action: 'INSERT', ...row }] });
	return webhook!.url;
}
async function rowOf({ brand, category, region }: typeof NIKE): Promise<CoverageRow> {
	const { rows } = (await ada.api.coverage({})).data;
	return rows.find((row) => row.brand === brand && row.category === category && row.region === region) as CoverageRow;
}
const becomes = (topic: typeof NIKE, verdict: CoverageVerdict) =>
	expect.poll(async () => (await rowOf(topic)).verdict).toBe(verdict);
/** Waits until the engine has checked this many products, and has noted it. */
const isChecked = (topic: typeof NIKE, watched: number) =>
	expect
		.poll(async () => (await rowOf(topic)).checks)
		.toMatchObject([{ watched, neverChecked: 0, oldestCheckAt: expect.any(Number) }]);
const lineOf = async (topic: typeof NIKE) => {
	const rows = [await rowOf(topic)];
	return coverageLines({ engines: 1, rows }, { now: Date.now(), at: () => 'then' }).map(({ text }) => text);
};

test('subscriptions are sold but unwatched without a checked SKU', async () => {
	expect(await rowOf(ADIDAS)).toMatchObject({ verdict: 'idle', checks: [], subscriptions: { active: 0, off: 0 } });
	await subscribe(ADIDAS);
	expect(await rowOf(ADIDAS)).toMatchObject({
		verdict: 'sold_but_unwatched',
		sources: [{ name: 'ADIDAS', evidence: 'count', announcesLaunches: false, byLink: false }],
		lists: [
			{ list: 'ADIDASHOT1', skus: 0 },
			{ list: 'HOT_ADIDAS', skus: 0 },
		],
		subscriptions: { active: 1, off: 0 },
		topics: { all: 1, subscribed: 1 },
	});
	expect(await lineOf(ADIDAS)).toEqual(['No SKU is watched: 1 subscription waits in US.']);
	await ada.api.adidasSkusChange({ action: 'ADD', sku: ['EG4959'], type: 'ADIDASHOT1' });
	expect((await rowOf(ADIDAS)).lists[0]).toEqual({ list: 'ADIDASHOT1', skus: 1, unlinked: 0 });
	await isChecked(ADIDAS, 1);
	expect((await rowOf(ADIDAS)).verdict).toBe('watched');
	expect((await lineOf(ADIDAS))[0]).toMatch(
		/^Watched by Adidas \(counts per size, by SKU\): 1 SKU in US, each checked every .* m?s, oldest .* m?s ago\.$/,
	);
});

test('SKUs without a subscription are watched but unsold; one that is off does not count', async () => {
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101', 'DZ5485-612'], type: 'MONITOR1' });
	expect(await rowOf(NIKE)).toMatchObject({ verdict: 'watched_but_unsold', checks: [] });
	expect((await rowOf({ ...NIKE, region: 'JP' })).verdict).toBe('idle');
	const url = await subscribe(NIKE);
	await isChecked(NIKE, 2);
	expect((await rowOf(NIKE)).verdict).toBe('watched');
	// The products of another category are checked by the same source, and it has no subscription.
	expect((await rowOf({ ...NIKE, category: 'EQUIPMENT' })).verdict).toBe('idle');
	await testServer.sandbox.control.deleteWebhook(url.split('/').at(-2)!);
	await ada.api.webhookTest({ url });
	await becomes(NIKE, 'watched_but_unsold');
	expect((await rowOf(NIKE)).subscriptions).toEqual({ active: 0, off: 1 });
	expect(await lineOf(NIKE)).toEqual([
		'2 SKUs in US, but no subscription is active (1 off or paused), so nothing is checked.',
	]);
	const [again] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const row = { ...NIKE, label: 'NIKE webhook', value: again!.url };
	await ada.api.bulkWebhooks({ rows: [{ action: 'UPDATE', ...row }] });
	await isChecked(NIKE, 2);
	// An empty list is shown as empty, whatever the other lists of its source have.
	const { data } = await ada.api.coverage({});
	const words = { now: Date.now(), at: String };
	expect(coverageLines(data, words, 'MONITOR2')).toEqual([
		{ verdict: 'idle', text: 'This list is empty. 1 subscription to Nike waits.' },
	]);
	expect(coverageLines(data, words, 'MONITOR1')[0]?.text).toContain('2 SKUs in US, each checked every');
	expect(rowsOfList(data.rows, 'MONITOR1')).toHaveLength(32);
	// Both can be shoes: equipment is not watched by two SKUs of its own.
	expect((await lineOf(NIKE))[0]).toContain(': 2 SKUs of all categories in US, each checked every');
});

test('a first round, late, suspect and blocked come with their reason and age', async () => {
	const { knex } = testServer.db;
	const now = Date.now();
	await addLivingEngine(testServer.db);
	const round = { worker: '~x', source: 'NIKE', region: 'US', host: '', watched: 50, neverChecked: 0, roundMs: 40_000 };
	await knex('source_rounds').insert({ ...round, neverChecked: 20, blocked: 0 });
	await becomes(NIKE, 'first_round');
	expect(await lineOf(NIKE)).toEqual([
		expect.stringMatching(/^First round: 3\d of 5\d SKUs checked in US; a round takes 40 s\.$/),
	]);
	const times = { neverChecked: 0, oldestCheckAt: now - 600_000, waitingSince: now - 600_000 };
	await knex('source_rounds').where({ worker: '~x' }).update(times);
	await becomes(NIKE, 'late');
	// The two products of the running engine are counted, too, until it leaves them to the new process.
	expect(await lineOf(NIKE)).toEqual([
		expect.stringMatching(/^Late: of 5\d SKUs in US, one has waited for 10 min; a round takes 40 s\.$/),
	]);
	const suspect = { suspectSince: now - 60_000, suspectReason: 'changed format: CW2288-111 cannot be read' };
	await knex('source_rounds').where({ worker: '~x' }).update(suspect);
	await becomes(NIKE, 'suspect');
	expect(await lineOf(NIKE)).toEqual([
		"Suspect since then: changed format: CW2288-111 cannot be read (in US). The shop's format has probably changed.",
	]);
	const { data: overview } = await ada.api.overview({});
	expect(overview.sources.find(({ source, region }) => source === 'NIKE' && region === 'US')).toMatchObject(suspect);
	const blocked = { blocked: 50, blockedSince: now - 60_000, blockedReason: 'wall page' };
	await knex('source_rounds').where({ worker: '~x' }).update(blocked);
	await becomes(NIKE, 'blocked');
	expect(await lineOf(NIKE)).toEqual([
		expect.stringMatching(/^Blocked since then: wall page \(50 of 5\d SKUs in US\)\.$/),
	]);
	await knex('workers').where({ id: '~x' }).delete();
	await becomes(NIKE, 'watched');
});

test('products that an external monitor reports are watched until it is silent', async () => {
	await subscribe(HP);
	expect((await rowOf(HP)).verdict).toBe('sold_but_unwatched');
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['read', 'write'] });
	const snapshot = { title: 'Laptop', category: 'LAPTOPS', available: true };
	const report = await fetch(`${testServer.server.origin}/api/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			monitor: 'laptops',
			everyMs: 60_000,
			events: [{ source: 'HP', sku: '9U3K1UA', region: 'US', snapshot }],
		}),
	});
	expect(report.status).toBe(202);
	await becomes(HP, 'watched');
	expect(await lineOf(HP)).toEqual(['Reported by monitor laptops (last call then).']);
	await testServer.db.knex('monitors').update({ lastAt: Date.now() - 3_600_000 });
	await becomes(HP, 'late');
	expect(await lineOf(HP)).toEqual(['Reported by monitor laptops, silent since then.']);
});

test('a guild sees only its subscriptions', async () => {
	const cleo = await testServer.signIn('cleo');
	const guildId = SANDBOX_GUILDS.soleSearchers.id;
	const rows = async () => (await cleo.api.guildCoverage({ guildId })).data.rows;
	expect(await rows()).toEqual([]);
	const place = { guildId, region: 'US', toolsName: 'ASICS Restock' };
	await cleo.api.channelInsert(place);
	const webhooks = await testServer.sandbox.control.webhooks();
	const own = webhooks.find(({ id }) => id === '400000000000000014');
	await cleo.api.webhookInsert({ ...place, webHook: own!.url });
	await subscribe(ASICS);
	expect(await rows()).toMatchObject([{ brand: 'ASICS', region: 'US', subscriptions: { active: 1, off: 0 } }]);
	expect((await rowOf(ASICS)).subscriptions).toEqual({ active: 2, off: 0 });
});

test('without an engine nothing is watched', async () => {
	await testServer.engine.stop();
	await becomes(ADIDAS, 'sold_but_unwatched');
	const { data } = await ada.api.coverage({});
	expect(coverageLines(data, { now: Date.now(), at: String })).toEqual([
		{ verdict: 'late', text: 'No engine is running, so nothing is checked.' },
	]);
});
