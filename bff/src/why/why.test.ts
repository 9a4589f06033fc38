import {
	type Client,
	type Contract,
	contract,
	createClient,
	isProductWhy,
	type ProductWhy,
	whyText,
	whyVerdictText,
} from '@dropwire/contract';
import type { EventKind, Region, SubscriptionOptions } from '@dropwire/domain';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
let mia: Browser;
/** Reports what an external monitor sees. */
let monitor: Client<Contract>;
/** The server's subscription, and its webhook. */
let linked: { id: string; webhookId: string } | undefined;
const guildId = SANDBOX_GUILDS.soleSearchers.id;
const ACTIVE = { guildId, region: 'US', toolsName: 'Nike Shoes Active' };
/** A product that the sandbox's shop sells in all regions. */
const SOLD = 'CK9246-101';
const HOUR = 3_600_000;

beforeAll(async () => {
	testServer = await openTestServer();
	[ada, cleo, mia] = [await testServer.signIn('ada'), await testServer.signIn('cleo'), await testServer.signIn('mia')];
	const { data } = await ada.api.tokenCreate({ name: 'monitor', scopes: ['read', 'write'] });
	monitor = createClient(contract, { origin: testServer.server.origin, token: data.token });
	for (const region of ['US', 'GB', 'FR', 'JP']) {
		await cleo.api.channelInsert({ ...ACTIVE, region });
		await link({}, region);
	}
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR2', sku: [SOLD, 'ZZ9999-999'] });
});
afterAll(() => testServer.close());

/** Links a new webhook in the server; in the US instead of the last one. */
async function link(options: SubscriptionOptions = {}, region = 'US'): Promise<void> {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	const { data } = await cleo.api.webhookInsert({ ...ACTIVE, region, webHook: webhook!.url });
	if (region !== 'US') return;
	if (linked) await unlink();
	linked = { id: data.id, webhookId: webhook!.id };
	await setOptions(options);
}

const unlink = () => cleo.api.webhookDelete({ guildId, id: linked!.id });
const setOptions = (options: SubscriptionOptions) => cleo.api.subscriptionEdit({ id: linked!.id, options });

const shoe = (available: boolean, change: object = {}) => ({
	title: 'Air Max',
	category: 'SHOES',
	status: 'ACTIVE',
	available,
	price: { current: 10_000, full: 10_000, currency: 'USD' },
	sizes: [{ size: '9', available }],
	launchAt: 1_760_000_000_000,
	...change,
});

type Reported = Parameters<typeof monitor.eventsIngest>[0];
async function report(sku: string, snapshot: object | null, rest: object = {}): Promise<EventKind | null> {
	const events = [{ source: 'NIKE', sku, region: 'US', ...(snapshot && { snapshot }), ...rest }];
	const { data } = await monitor.eventsIngest({ events } as Reported);
	return data[0]!.kind;
}

async function restock(sku: string, change: object = {}): Promise<void> {
	await report(sku, shoe(false, change));
	expect(await report(sku, shoe(true, change))).toBe('RESTOCK');
}

/** Moves the first check of a product out of the time that answers are about. */
async function forgetFirstCheck(sku: string, region: Region): Promise<void> {
	const rows = await testServer.db.knex('check_spans').where({ sku, region }).select('id', 'spans');
	for (const { id, spans } of rows) {
		const kept = (JSON.parse(spans) as number[][]).filter(([finding]) => finding !== 7 && finding !== 8);
		await testServer.db
			.knex('check_spans')
			.where({ id })
			.update({ spans: JSON.stringify(kept) });
	}
}

interface Asked {
	sku: string;
	region?: string;
	person?: Browser;
	guildId?: string;
	watchId?: string;
	at?: number;
}
async function why({ person = cleo, region = 'US', ...asked }: Asked): Promise<ProductWhy> {
	const answer = await person.api.why({ brand: 'NIKE', region, ...asked });
	if (!isProductWhy(answer)) throw new Error('The answer is about a subscription');
	return answer;
}

/** The verdict in short: step, outcome, code. */
async function verdict(asked: Asked): Promise<string> {
	const { verdict: found } = await why(asked);
	return found ? [found.step, found.outcome, found.code].filter(Boolean).join(': ') : 'none';
}

const steps = async (asked: Asked, step: string) => (await why(asked)).data.filter((row) => row.step === step);

test.each([
	['on no list', { sku: 'AA0000-000' }, 'listed: no'],
	['a region in which nobody subscribes', { sku: SOLD, region: 'AT' }, 'polled: no: no_subscriber'],
	['the first check', { sku: SOLD }, 'compared: baseline: first'],
	['a product that the shop does not sell', { sku: 'ZZ9999-999' }, 'compared: baseline: first'],
])('a check: %s', async (_, asked, expected) => {
	await expect.poll(() => verdict({ ...asked, guildId })).toBe(expected);
});

test('a check: no change, gone, or a shop that cannot be read', async () => {
	const { control } = testServer.sandbox;
	await control.failNike({ region: 'GB', times: 'forever', fault: { accessDenied: true } });
	await control.failNike({ region: 'FR', times: 'forever', fault: { status: 429 } });
	const asked = { sku: SOLD, guildId };
	const detail = async (region: string) => (await why({ ...asked, region })).verdict?.detail;
	await expect.poll(() => detail('GB')).toMatch(/^wall \(403\): /);
	await expect.poll(() => detail('FR')).toMatch(/^rate limited: /);
	expect(await verdict({ ...asked, region: 'GB' })).toBe('answer: blocked');
	await control.healNike();
	// Later checks are stored some seconds after the first.
	const later = async (one: Asked & { region: Region }) => {
		await forgetFirstCheck(one.sku, one.region);
		return verdict(one);
	};
	await expect.poll(() => later({ ...asked, region: 'JP' })).toBe('compared: no change');
	await expect.poll(() => later({ sku: 'ZZ9999-999', region: 'JP', guildId })).toBe('answer: gone');
	const polled = async () => (await steps({ ...asked, region: 'JP' }, 'polled')).map((row) => whyText(row));
	await expect.poll(polled).toContainEqual(expect.stringMatching(/^Checked \d+ times, at the longest .+ apart\.$/));
	await control.failNike({ region: 'JP', times: 1, fault: { emptyOk: true } });
	await expect.poll(() => verdict({ ...asked, region: 'JP' })).toBe('compared: held back: unconfirmed');
});

test('a change of stock within a minute of another one', async () => {
	const sku = 'IQ7634-003';
	const { setProduct } = testServer.sandbox.control;
	const compared = async () => (await steps({ sku, guildId }, 'compared')).map(({ code, outcome }) => code ?? outcome);
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR2', sku: [sku] });
	await expect.poll(compared).toContain('first');
	await setProduct({ sku, region: 'US', change: { levels: { '9': 'LOW' } } });
	await expect.poll(async () => (await steps({ sku, guildId }, 'event')).length).toBe(1);
	await setProduct({ sku, region: 'US', change: { levels: { '9': 'MEDIUM' } } });
	await expect
		.poll(async () => (await why({ sku, guildId })).data)
		.toContainEqual(expect.objectContaining({ step: 'compared', outcome: 'held back', code: 'quiet_time' }));
	expect(await steps({ sku, guildId }, 'event')).toHaveLength(1);
});

test('a check that was late', async () => {
	const now = Date.now();
	await report('LATE', shoe(true), { observedAt: new Date(now - 60_000).toISOString() });
	const observedAt = new Date(now).toISOString();
	const item = { source: 'NIKE', sku: 'LATE', region: 'US', snapshot: shoe(true), observedAt };
	await monitor.eventsIngest({ monitor: 'm', everyMs: 1000, events: [item] });
	await forgetFirstCheck('LATE', 'US');
	const polled = await steps({ sku: 'LATE', guildId }, 'polled');
	expect(polled.map((row) => whyText(row)).sort()).toEqual([
		'Checked 1 time, at the longest 1 min apart.',
		'Checked late: no check for 1 min.',
	]);
});

test.each<[string, SubscriptionOptions, string, string]>([
	['kinds', { kinds: ['PRICE'] }, 'held back: kinds', 'Held back by the kind of event.'],
	['include', { include: ['jordan'] }, 'held back: include', 'Held back by the required words.'],
	['exclude', { exclude: ['air'] }, 'held back: exclude', 'Held back by the excluded words.'],
	['sizes', { sizes: ['12'] }, 'held back: sizes', 'Held back by the sizes.'],
	['price', { maxPrice: 50 }, 'held back: price', 'Held back by the price.'],
	['discount', { minDiscount: 10 }, 'held back: discount', 'Held back by the discount.'],
	['a paused subscription', { paused: true }, 'paused: subscription', 'The subscription was paused.'],
])('a subscription held the event back, whatever its options are now: %s', async (name, options, expected, text) => {
	const sku = `RULE-${name.replaceAll(' ', '-').toUpperCase()}`;
	await setOptions(options);
	await restock(sku);
	await setOptions({});
	const answer = await why({ sku, guildId });
	expect(await verdict({ sku, guildId })).toBe(`subscription: ${expected}`);
	expect(whyVerdictText(answer)).toBe(text);
	expect(answer.data.map(({ step }) => step)).toEqual(
		expect.arrayContaining(['listed', 'event', 'topic', 'subscription']),
	);
});

test('a server that is paused, that has no subscription, or whose webhook Discord deleted', async () => {
	const server = testServer.db.knex('guilds').where({ guildId });
	await server.clone().update({ pausedAt: Date.now() });
	await restock('SERVER');
	await server.clone().update({ pausedAt: null });
	expect(await verdict({ sku: 'SERVER', guildId })).toBe('subscription: paused: server');
	expect(await verdict({ sku: 'SERVER', person: ada })).toBe('subscription: none');

	await testServer.sandbox.control.deleteWebhook(linked!.webhookId);
	await restock('DELETED');
	await expect.poll(() => verdict({ sku: 'DELETED', guildId })).toBe('failed: refused');
	expect(whyVerdictText(await why({ sku: 'DELETED', guildId }))).toMatch(/^Discord refused the message: .+\.$/);
	await restock('OFF');
	expect(await verdict({ sku: 'OFF', guildId })).toBe('subscription: off: webhook');
	await unlink();
	await restock('UNLINKED');
	expect(await verdict({ sku: 'UNLINKED', guildId })).toBe('subscription: none');
	// It was held back while there was a subscription.
	expect(await verdict({ sku: 'RULE-KINDS', guildId })).toBe('subscription: held back: kinds');
	linked = undefined;
	await link();
});

test('an event without a topic', async () => {
	await report('NOTOPIC', shoe(true));
	expect(await report('NOTOPIC', shoe(false, { status: 'INACTIVE' }))).toBe('STATUS');
	expect(await verdict({ sku: 'NOTOPIC', guildId })).toBe('topic: none');
});

test('a message that waits, that was sent, and that waited for too long', async () => {
	const { control } = testServer.sandbox;
	await restock('SENT');
	const sent = { sku: 'SENT', guildId };
	await expect.poll(async () => (await steps(sent, 'sent')).length).toBe(1);
	expect(await verdict(sent)).toBe('none');
	expect(whyVerdictText(await why(sent))).toMatch(/^Sent: .+ after the check: queued after .+, at Discord .+ later\.$/);

	await control.failDiscord({ webhookId: linked!.webhookId, times: 'forever', fault: { status: 500 } });
	await restock('WAITS');
	const waits = { sku: 'WAITS', guildId };
	expect(await verdict(waits)).toBe('none');
	expect(whyVerdictText(await why(waits))).toBe('The message waits to be sent.');
	// As the engine records it half an hour later.
	await testServer.db.knex('deliveries').whereIn('status', ['pending', 'retrying']).update({ status: 'expired' });
	expect(await verdict(waits)).toBe('failed: expired');
	await control.healDiscord();
});

async function watch(sku: string, change: object = {}): Promise<string> {
	const { data } = await mia.api.watchCreate({ brand: 'NIKE', sku, ...change });
	return data.id;
}

test.each<[string, object, string, string]>([
	['muted', { muted: true }, 'paused: muted', 'The watch was muted.'],
	['snoozed', { snoozedUntil: Date.now() + HOUR }, 'paused: snoozed', 'The watch was snoozed.'],
	['regions', { regions: ['JP'] }, 'held back: region', 'Held back by its regions.'],
	['sizes', { sizes: ['12'] }, 'held back: sizes', 'Held back by the sizes.'],
	['price', { maxPrice: { amount: 5000, currency: 'USD' } }, 'held back: price', 'Held back by the price.'],
])('a watch held the event back, whatever it wants now: %s', async (name, change, expected, text) => {
	const sku = `${name.toUpperCase().padEnd(6, '0').slice(0, 6)}-001`;
	const id = await watch(sku);
	await mia.api.watchEdit({ id, ...change });
	await restock(sku);
	testServer.engine.wake();
	const asked = { sku, person: mia, watchId: id };
	await expect.poll(() => verdict(asked)).toBe(`subscription: ${expected}`);
	await mia.api.watchEdit({ id, regions: null, sizes: null, maxPrice: null, muted: false, snoozedUntil: null });
	expect(whyVerdictText(await why(asked), true)).toBe(text);
	await expect(why({ ...asked, person: ada })).rejects.toMatchObject({ status: 404 });
	await mia.api.watchDelete({ id });
});

test('a watch whose notice was sent, whose person cannot be reached, and that is over the limit', async () => {
	const { control } = testServer.sandbox;
	const id = await watch('NOTICE-001');
	await restock('NOTICE-001');
	testServer.engine.wake();
	const asked = (sku: string, watchId: string) => ({ sku, person: mia, watchId });
	await expect.poll(async () => (await steps(asked('NOTICE-001', id), 'sent')).length).toBe(1);
	expect(await verdict(asked('NOTICE-001', id))).toBe('none');

	await control.directMessages({ user: 'mia', open: false });
	const closed = await watch('CLOSED-001');
	await restock('CLOSED-001');
	testServer.engine.wake();
	await expect.poll(() => verdict(asked('CLOSED-001', closed))).toBe('failed: unreachable');
	await control.directMessages({ user: 'mia', open: true });
	await mia.api.watchPlaceSet({ guildId: null });

	for (const n of [3, 4, 5]) await watch(`MORE00-00${n}`);
	const { discordId, options } = (await testServer.db
		.knex('watches')
		.where({ id: Number(id) })
		.first())!;
	const row = { discordId, options, brand: 'NIKE', sku: 'SIXTH', createdAt: 1 } as const;
	const [sixth] = await testServer.db.knex('watches').insert(row);
	await restock('SIXTH');
	testServer.engine.wake();
	await expect.poll(() => verdict(asked('SIXTH', String(sixth)))).toBe('subscription: off: over_limit');
	await expect(why(asked('SIXTH', id))).rejects.toMatchObject({ fields: { watchId: 'is a watch of NIKE NOTICE-001' } });
});

test('members do not see the lists, and only the right people can ask', async () => {
	const [listed] = await steps({ sku: SOLD, person: ada }, 'listed');
	expect(listed).toMatchObject({ outcome: 'yes', detail: 'MONITOR2' });
	expect((await steps({ sku: SOLD, guildId }, 'listed'))[0]).toMatchObject({ outcome: 'yes', detail: null });
	await expect(why({ sku: SOLD })).rejects.toMatchObject({ status: 403 });
	await expect(why({ sku: SOLD, guildId: '200000000000000099' })).rejects.toMatchObject({ status: 403 });
	await expect(why({ sku: SOLD, guildId, person: mia })).rejects.toMatchObject({ status: 403 });
	const bot = await testServer.bot(SANDBOX_USERS.dan.id);
	await expect(bot.why({ brand: 'NIKE', sku: SOLD, region: 'US' })).rejects.toMatchObject({ status: 403 });
});

test('rejects what cannot be answered, naming the field', async () => {
	const fieldsOf = async (query: string) => {
		const response = await ada.fetch(`/api/why?${query}`);
		expect(response.status).toBe(400);
		return ((await response.json()) as { error: { fields: object } }).error.fields;
	};
	const product = `brand=NIKE&sku=${SOLD}&region=US`;
	expect(Object.keys(await fieldsOf(''))).toEqual(['brand', 'sku', 'region']);
	expect(Object.keys(await fieldsOf('event=1'))).toEqual(['subscription']);
	expect(Object.keys(await fieldsOf(`${product}&guildId=${guildId}&watchId=1`))).toEqual(['watchId']);
	expect(Object.keys(await fieldsOf(`${product}&at=${Date.now() + HOUR}`))).toEqual(['at']);
	expect(Object.keys(await fieldsOf(`${product}&at=${Date.now() - 31 * 24 * HOUR}`))).toEqual(['at']);
});

test('what is older than the retention is no longer kept, which is no claim that nothing happened', async () => {
	testServer.settings.RETENTION_DAYS = 1;
	const answer = await why({ sku: SOLD, guildId, at: Date.now() - 25 * HOUR });
	testServer.settings.RETENTION_DAYS = 30;
	expect(answer.verdict).toBeNull();
	expect(answer.data).toMatchObject([{ step: 'event', outcome: 'no longer kept' }]);
	expect(whyVerdictText(answer)).toBe('Events of this time are no longer kept.');
});
