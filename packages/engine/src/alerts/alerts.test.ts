import { databaseClock, GuildChannel, Place, type SourceRound, TopicRow } from '@dropwire/db';
import { onServer, openThroughProxy } from '@dropwire/db/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Source } from '@dropwire/retailers';
import type { EngineOptions } from '../engine.ts';
import { ACTIVE_SHOES, addLivingEngine, type Fixture, openFixture, sandboxSources, until } from '../testing.ts';
import { HOST_EGRESS } from '../process/egress.ts';
import { NoEngineAlert } from './noEngineAlert.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';
import { readProblems } from './problems.ts';

type Hook = Awaited<ReturnType<Fixture['sandbox']['control']['createWebhooks']>>[number];
const HOLD_SHOES_JP = { ...ACTIVE_SHOES, region: 'JP', status: 'HOLD' } as const;
let fixture: Fixture;
let webhook: Hook;
beforeEach(async () => {
	fixture = await openFixture();
	const [created] = await fixture.sandbox.control.createWebhooks({ count: 1 });
	webhook = created!;
});
afterEach(() => fixture.close());

const start = (options: Partial<EngineOptions> = {}) =>
	fixture.start({ sources: [], alertWebhook: webhook, alertEveryMs: 50, ...options });
async function alerts(): Promise<string[]> {
	const messages = await fixture.sandbox.control.messages();
	return messages.map(({ body }) => (body as { embeds: { description: string }[] }).embeds[0]?.description ?? '');
}
const alerted = (count: number) => until(`${count} alerts`, async () => (await alerts()).length >= count);
/** Not the first by name, which is the one that alerts. */
const OTHER = '~other';
/** Another engine process that watches Nike in these regions, with a round of 10 s. */
async function watching(regions: readonly string[], state: Partial<SourceRound>): Promise<void> {
	const { knex } = fixture.db;
	await addLivingEngine(fixture.db, OTHER);
	const row = { worker: OTHER, source: 'NIKE', host: '', watched: 9, neverChecked: 0, blocked: 0, roundMs: 10_000 };
	const rows = regions.map((region) => ({ ...row, region, blockedSince: null, waitingSince: Date.now(), ...state }));
	await knex('source_rounds').insert(rows).onConflict(['worker', 'source', 'region', 'host']).merge();
}
/** Products that their shop has not let us read for this long in these regions. */
const block = (regions: readonly string[], forMs: number, blocked = 9) =>
	watching(regions, { blocked, blockedSince: Date.now() - forMs, blockedReason: 'Nike answered 403' });
const beat = (name: string, agoMs: number) =>
	fixture.db
		.knex('monitors')
		.insert({ name, everyMs: 1000, sources: '[]', reportedBy: '1', lastAt: Date.now() - agoMs, lastEvents: 0 })
		.onConflict('name')
		.merge();

test('a problem is reported once when it begins and once when it ends, for all regions together', async () => {
	// The embedded database is for one process.
	const engines = onServer ? [await start(), await start()] : [await start()];
	await until('they know each other', () => engines.every((engine) => engine.pulse().liveWorkers === engines.length));
	await block(['US', 'JP'], 61_000);
	await alerted(1);
	await watching(['US', 'JP'], {});
	await alerted(2);
	await beat('night watch', 3100);
	await alerted(3);
	await beat('night watch', 0);
	await alerted(4);
	await watching(['US', 'JP'], { waitingSince: Date.now() - 31_000 });
	await alerted(5);
	await watching(['US', 'JP'], { waitingSince: Date.now() - 29_000 });
	await alerted(6);
	expect(await alerts()).toEqual([
		'🔴 NIKE cannot be read in US, JP: Nike answered 403',
		'🟢 Over: ~~NIKE cannot be read in US, JP: Nike answered 403~~',
		expect.stringMatching(/^🔴 The external monitor "night watch" has not called since <t:\d+:f>$/),
		expect.stringMatching(/^🟢 Over: ~~The external monitor "night watch"/),
		expect.stringMatching(
			/^🔴 NIKE is checked late in US, JP: a product has waited since <t:\d+:f>, and a round takes 10 s$/,
		),
		expect.stringMatching(/^🟢 Over: ~~NIKE is checked late in US, JP/),
	]);
});

test('a single page that cannot be read does not hide that the whole shop cannot be read later', async () => {
	await start();
	await block(['US'], 61_000, 1);
	await alerted(1);
	await block(['US'], 61_000);
	await alerted(2);
	expect(await alerts()).toEqual([
		'🔴 1 of 9 products of NIKE cannot be read in US: Nike answered 403',
		expect.stringMatching(/^🔴 NIKE cannot be read in US: Nike answered 403\n🟢 Over: ~~1 of 9 products/),
	]);
});

test('problems that begin together share a message', async () => {
	await block(['GB'], 30_000);
	await beat('late', 60_000);
	await fixture.subscribeAll([
		{ id: '400000000000000077', token: 'gone', url: `${fixture.sandbox.origin}/api/webhooks/400000000000000077/gone` },
	]);
	await fixture.db.knex('webhooks').update({ active: false, offAt: Date.now(), offReason: 'Unknown Webhook' });
	await start();
	await alerted(1);
	const [text = '', ...others] = await alerts();
	expect(text.split('\n')).toEqual([
		expect.stringContaining('"late"'),
		'🔴 Discord rejects webhooks, which are now off: …/webhooks/400000000000000077/••••',
	]);
	expect(others).toEqual([]);
});

test('alerts survive restarts and failed requests', async () => {
	await fixture.sandbox.control.failDiscord({ times: 2, fault: { status: 503 } });
	await beat('night watch', 60_000);
	const engine = await start();
	await alerted(1);
	await until('it is stored', async () => (await fixture.db.knex('alerts')).length === 1);
	await engine.stop();
	await start();
	await beat('day watch', 60_000);
	await alerted(2);
	expect((await alerts())[1]).toContain('day watch');
	expect((await alerts())[1]).not.toContain('night watch');
});

test('a source that stops answering is late, and is reported once', async () => {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	const shop = { held: false, waiting: 0 };
	const ask: Source['ask'] = async (...call) => {
		shop.waiting++;
		while (shop.held && !call[2].aborted) await new Promise((resolve) => setTimeout(resolve, 10));
		shop.waiting--;
		return adidas.ask(...call);
	};
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.subscribeEverywhere();
	await start({ sources: [{ ...adidas, ask }], pollIntervalMs: 1000 });
	await until('it was checked', async () => (await fixture.db.knex('check_batches')).length === 1);
	expect(await alerts()).toEqual([]);
	shop.held = true;
	await until('a check waits', () => shop.waiting > 0);
	// Products are late after 15 s.
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 });
	onTestFinished(() => void vi.useRealTimers());
	await alerted(1);
	shop.held = false;
	await alerted(2);
	expect(await alerts()).toEqual([
		expect.stringMatching(/^🔴 ADIDAS is checked late in US: a product has waited since/),
		expect.stringMatching(/^🟢 Over: ~~ADIDAS is checked late in US/),
	]);
});

/** Adds a guild with a channel for a topic and its webhooks, in this order. */
async function joinGuild(
	guildId: string,
	topic: typeof ACTIVE_SHOES | typeof HOLD_SHOES_JP,
	webhooks: readonly Hook[],
) {
	const { db } = fixture;
	await db.transaction(async (trx) => {
		await trx('guilds').insert({ guildId, name: guildId, updatedAt: 1, sourceNotices: true });
		const { id: topicId } = await TopicRow.query(trx).findOne(topic).throwIfNotFound();
		const channel = await GuildChannel.query(trx).insert({ guildId, topicId, createdAt: 1 });
		await subscribeMany(
			trx,
			db.vault,
			webhooks.map((webhook) => ({ place: Place.channel(channel), webhook })),
		);
	});
}

test('servers that want it are notified once that a shop cannot be read, and once that it can be again', async () => {
	const { db, sandbox } = fixture;
	const hooks = (await sandbox.control.createWebhooks({ count: 6 })) as [Hook, Hook, Hook, Hook, Hook, Hook];
	const [off, oldest, newer, unwanted, elsewhere, paused] = hooks;
	await joinGuild('1', ACTIVE_SHOES, [off, oldest, newer]);
	await joinGuild('2', ACTIVE_SHOES, [unwanted]);
	await joinGuild('3', HOLD_SHOES_JP, [elsewhere]);
	await joinGuild('4', ACTIVE_SHOES, [paused]);
	await db.knex('webhooks').where({ discordId: off.id }).update({ active: false, offReason: 'Unknown Webhook' });
	await db.knex('guilds').where({ guildId: '2' }).update({ sourceNotices: false });
	await db.knex('guilds').where({ guildId: '4' }).update({ pausedAt: 1 });
	await fixture.watch('MONITOR2', 'CK9246-101');
	const noticePace = { everyMs: 20, afterMs: 0, steadyMs: 1 };
	// A stopped engine closes its sources.
	const watchNike = () => {
		const sources = sandboxSources(sandbox.origin).filter(({ name, offer }) => name === 'NIKE' && offer === undefined);
		return start({ alertWebhook: null, sources, noticePace });
	};
	const notices = async () =>
		(await sandbox.control.messages()).flatMap(({ webhookId, body }) => {
			const [embed] = (body as { embeds: { title: string; description: string }[] }).embeds;
			return /can(not)? be read/.test(embed?.title ?? '') ? [{ webhookId, ...embed }] : [];
		});
	const outages = () => db.knex('source_outages').where({ region: 'US' });
	const engines = onServer ? [await watchNike(), await watchNike()] : [await watchNike()];
	await until('it was checked', async () => (await db.knex('check_batches')).length > 0);

	await sandbox.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	await until('the notice', async () => (await notices()).length > 0);
	await Promise.all(engines.map((engine) => engine.stop()));
	await watchNike();
	const rounds = () => db.knex('source_rounds').where({ region: 'US', blocked: 1 });
	await until('the restarted engine finds the shop as it was', async () => (await rounds()).length === 1);
	await sandbox.control.healNike();
	await until('the second notice', async () => (await notices()).length > 1 && (await outages()).length === 0);
	expect(await notices()).toEqual([
		expect.objectContaining({
			webhookId: oldest.id,
			title: 'Nike US cannot be read',
			description: expect.stringMatching(/since <t:\d+:f> \(.*403.*\)\. No message means: we do not know\.$/),
		}),
		expect.objectContaining({ webhookId: oldest.id, title: 'Nike US can be read again' }),
	]);
	const deliveries = await db
		.knex('deliveries as d')
		.join('messages as m', 'm.id', 'd.messageId')
		.where('m.kind', 'NOTICE');
	expect(deliveries).toMatchObject([{ guildId: '1' }, { guildId: '1' }]);
});

test('messages that wait for more than a minute are reported', async () => {
	const at = Date.now() - 61_000;
	const message = { kind: 'TEST', body: '{}', seenAt: at, queuedAt: at, expiresAt: at + 3_600_000 };
	const [messageId] = await fixture.db.knex('messages').insert(message);
	await fixture.subscribeAll([webhook]);
	const [webhookId] = await fixture.db.knex('webhooks').pluck('id');
	await start();
	// Another process holds it.
	const leaseUntil = Date.now() + 3_600_000;
	await fixture.db.knex('webhooks').update({ claimedBy: OTHER, leaseUntil, pausedUntil: leaseUntil });
	const delivery = { messageId, webhookId, target: '…', status: 'pending', queuedAt: at };
	await fixture.db.knex('deliveries').insert(delivery);
	// Discord pauses it: its messages wait for nothing that operators could do.
	expect(await readProblems(fixture.db.knex, Date.now())).toEqual([]);
	await fixture.db.knex('webhooks').update({ pausedUntil: 0 });
	await alerted(1);
	expect(await alerts()).toEqual(['🔴 Messages wait for more than a minute before the first attempt']);
});

/** Adds a webhook with deliveries that were queued four minutes ago, one for each of these states. */
async function waitingAt(pausedUntil: number, states: readonly ('pending' | 'retrying')[]): Promise<void> {
	const { knex } = fixture.db;
	const queuedAt = Date.now() - 240_000;
	const discordId = String(10n ** 17n + BigInt((await knex('webhooks')).length));
	const [webhookId] = await knex('webhooks').insert({
		discordId,
		urlHash: discordId,
		urlSealed: 's',
		createdAt: 1,
		pausedUntil,
	});
	for (const status of states) {
		const message = { kind: 'EVENT', body: '{}', seenAt: queuedAt, queuedAt, expiresAt: queuedAt + 3_600_000 };
		const [messageId] = await knex('messages').insert(message);
		await knex('deliveries').insert({ messageId, webhookId, target: '…', status, queuedAt });
	}
}

test('a message that waits for its first attempt is found behind a hundred that Discord does not accept', async () => {
	for (let n = 0; n < 100; n++) await waitingAt(0, ['retrying']);
	expect(await readProblems(fixture.db.knex, Date.now())).toEqual([]);
	await waitingAt(0, ['pending']);
	expect(await readProblems(fixture.db.knex, Date.now())).toMatchObject([{ key: 'queue' }]);
});

test('a pause between two attempts of a message does not hide those that wait behind it, unlike one that Discord orders', async () => {
	const paused = Date.now() + 60_000;
	await waitingAt(paused, ['pending']);
	await waitingAt(paused, ['retrying']);
	expect(await readProblems(fixture.db.knex, Date.now())).toEqual([]);
	await waitingAt(paused, ['retrying', 'pending']);
	expect(await readProblems(fixture.db.knex, Date.now())).toMatchObject([{ key: 'queue' }]);
});

test('a list of entitlements that cannot be read for a minute is reported', async () => {
	const failing = (agoMs: number | null) =>
		fixture.db
			.knex('entitlement_readings')
			.insert({ id: 1, failingSince: agoMs && Date.now() - agoMs, problem: 'Discord answered 401' })
			.onConflict('id')
			.merge();
	await failing(61_000);
	await start();
	await alerted(1);
	await failing(null);
	await alerted(2);
	expect(await alerts()).toEqual([
		expect.stringMatching(
			/^🔴 Discord's list of entitlements cannot be read since <t:\d+:f>, .*: Discord answered 401$/,
		),
		expect.stringMatching(/^🟢 Over: ~~Discord's list of entitlements/),
	]);
});

test('an engine that is silent for a minute is reported until another one replaces it', async () => {
	const { db } = fixture;
	const now = databaseClock(db);
	const worker = (id: string, egress: string, ageMs: number) =>
		db.knex('workers').insert({
			id,
			egress,
			host: 'x',
			pid: 1,
			startedAt: db.knex.raw('? - ?', [now, ageMs + 1000]),
			heartbeatAt: db.knex.raw('? - ?', [now, ageMs]),
		});
	await worker('~restarted', HOST_EGRESS.name, 61_000);
	await worker('~killed', 'elsewhere', 61_000);
	await worker('~replaced', 'elsewhere', 3_600_000);
	await start();
	await alerted(1);
	await worker('~new', 'elsewhere', 0);
	await alerted(2);
	expect(await alerts()).toEqual([
		expect.stringMatching(/^🔴 The engine ~killed has not answered since <t:\d+:f>: it was killed, hangs, or/),
		expect.stringMatching(/^🟢 Over: ~~The engine ~killed has not answered/),
	]);
});

test('servers report once that no engine lives, and an engine that it is over', async () => {
	const { db, sandbox } = fixture;
	const options = {
		db,
		log: pino({ level: 'silent' }),
		discordUrl: sandbox.origin,
		localAddress: null,
		webhook,
		everyMs: 20,
		lastingMs: 100,
	};
	const servers = [new NoEngineAlert(options), new NoEngineAlert(options)];
	try {
		for (const server of servers) server.start();
		await alerted(1);
		await start();
		await alerted(2);
		expect(await alerts()).toEqual([
			expect.stringMatching(/^🔴 No engine has answered since <t:\d+:f>: nothing is watched/),
			expect.stringMatching(/^🟢 Over: ~~No engine has answered/),
		]);
	} finally {
		await Promise.all(servers.map((server) => server.stop()));
	}
});

test.runIf(onServer)('a database that is away is reported, and so is its return', async () => {
	const away = await openThroughProxy(fixture.db.url);
	try {
		await start({ db: away.db, alertAwayMs: 0 });
		away.proxy.cut();
		await alerted(1);
		away.proxy.heal();
		await alerted(2);
		expect(await alerts()).toEqual([
			expect.stringMatching(/^🔴 The database does not answer since <t:/),
			expect.stringMatching(/^🟢 Over: ~~The database does not answer since <t:/),
		]);
	} finally {
		await fixture.stopEngines();
		await away.close();
	}
});

test('a link that shows another SKU or another site is reported once, and not as a shop that cannot be read', async () => {
	const { knex } = fixture.db;
	const product = { source: 'SHOPS', region: 'US', offer: 'NEW', state: 'read', checkedAt: 1, blockedSince: 1 };
	await knex('products').insert([
		{ ...product, sku: 'A', blockedReason: 'now shows: SKU B instead of A, "Shoe one"' },
		{ ...product, sku: 'C', blockedReason: 'moved: from shop.example to https://partner.example/c' },
	]);
	const problems = () => readProblems(knex, Date.now());
	expect(await problems()).toEqual([
		{
			key: 'shown/SHOPS/US/A',
			text: 'The link of SHOPS A now shows SKU B instead of A, "Shoe one". Renames often come an hour before a drop: remove the link and add it again to watch the new SKU.',
		},
		{
			key: 'shown/SHOPS/US/C',
			text: 'The link of SHOPS C moved from shop.example to https://partner.example/c. It is not checked until the link shows its product again, or is replaced.',
		},
	]);
	await watching(['US'], { source: 'SHOPS', blocked: 9, blockedSince: 1, blockedReason: 'now shows: SKU B' });
	expect(await problems()).toHaveLength(2);
});
