import { SNOOZE_MS } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { until } from '../testing.ts';
import { MIA, SKU, withSizes, useNotices } from '../testing/notices.ts';

const personal = useNotices();
const { start, watch, change, messages, place, notices, statuses, settled } = personal;

test('the first watch is confirmed, and an event that it wants is a direct message with its buttons', async () => {
	const engine = await start();
	const id = await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await change({ engine });
	await until('the notice arrives', async () => (await messages()).length === 2);
	const [confirmation, notice] = await messages();
	expect(confirmation?.body.embeds[0]?.description).toContain('press Mute');
	expect(notice?.place).toBe((await place(MIA.id))?.directId);
	expect(notice?.body.embeds[0]?.description).toContain('Restock');
	expect(notice?.body.components[0]?.components).toMatchObject([
		{ label: 'Mute', custom_id: `watch|mute|${id}` },
		{ label: 'Snooze 24 h', custom_id: `watch|snooze|${id}` },
		{ label: 'Buy', url: `https://shop.example.com/${SKU}` },
	]);
	await settled(MIA.id);
	expect(await personal.fixture.db.knex('watches').first()).toMatchObject({ lastAt: expect.any(Number) });
	// A known channel is never asked for again.
	expect(await personal.fixture.sandbox.control.openings()).toEqual({ opened: 1, isQuarantined: false });
});

test('a stock event edits the notice of the last minutes, whatever kinds the watch wants', async () => {
	const engine = await start();
	await watch(MIA.id);
	await change({ engine, to: ['8', '9'] });
	await until('the notice arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	await change({ engine, kind: 'STOCK', from: ['8', '9'], to: ['9'] });
	await until('it is edited', async () => (await messages())[1]?.edits === 1);
	expect(JSON.stringify((await messages())[1]?.body)).toContain('~~8~~');
	expect(await messages()).toHaveLength(2);
});

test.each([1, 12])('a deleted message is replaced once, and edited from then on (products: %i)', async (count) => {
	const skus = Array.from({ length: count }, (_, n) => `CK92${10 + n}-101`);
	const first = await start();
	for (const sku of skus) await watch(MIA.id, { sku });
	first.wake();
	await settled(MIA.id);
	await first.stop();
	for (const sku of skus) await change({ engine: first, sku });
	const engine = await start();
	const { knex } = personal.fixture.db;
	await settled(MIA.id);
	const [, notice] = await messages();
	const buttons = notice!.body.components[0]!.components.slice(0, 2);
	await personal.fixture.sandbox.control.deleteMessage(notice!.id);
	await knex('watch_places').update({ missed: 3 });
	for (const sku of [skus[0]!, skus.at(-1)!]) {
		await change({ engine, sku, kind: 'STOCK', from: ['9'], to: ['8', '9'] });
		await until('it is matched', async () => !(await knex('watch_fanouts').first()));
		await knex('watch_notices').update({ notBefore: 0 });
		engine.wake();
		await settled(MIA.id);
	}
	expect(await statuses(MIA.id)).toEqual(Array.from({ length: count + 3 }, () => 'sent'));
	const [, replacement, ...others] = await messages();
	expect(others).toEqual([]);
	expect(replacement?.edits).toBe(1);
	expect(replacement?.body.components[0]?.components.slice(0, 2)).toEqual(buttons);
	expect(await place(MIA.id)).toMatchObject({ missed: 0 });
});

test('edits of a notice are 20 s apart, although those that wait are replaced', async () => {
	const engine = await start();
	await watch(MIA.id);
	await change({ engine, to: ['8', '9', '10'] });
	await settled(MIA.id);
	const stock = (to: string[]) => change({ engine, kind: 'STOCK', from: ['8', '9', '10'], to });
	await stock(['8', '9']);
	await settled(MIA.id);
	const { sentAt } = (await notices(MIA.id)).at(-1)!;
	const { knex } = personal.fixture.db;
	const waiting = async () =>
		(await knex('watch_notices').where({ status: 'queued' })).map(({ notBefore }) => notBefore);
	for (const to of [['8'], ['9'], ['10']]) {
		await stock(to);
		await until('it is matched', async () => !(await knex('watch_fanouts').first()));
		expect(await waiting()).toEqual([sentAt! + 20_000]);
	}
	// An edit that was tried is not replaced: the next one follows it.
	await knex('watch_notices').where({ status: 'queued' }).update({ sentWith: 1 });
	const since = Date.now();
	await stock(['8', '10']);
	await until('it is matched', async () => !(await knex('watch_fanouts').first()));
	expect((await waiting())[1]).toBeGreaterThanOrEqual(since + 20_000);
});

test('changes of a product within a minute are one notice of the latest, which says what is no longer so', async () => {
	const engine = await start();
	await watch(MIA.id);
	await change({ engine });
	await until('the notice arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	const prices = [80_00, 90_00].map((current) => ({ current, full: 100_00, currency: 'USD' }));
	for (const price of prices) await change({ engine, kind: 'PRICE', price });
	const { knex } = personal.fixture.db;
	await until('they wait', async () => (await knex('watch_notices').where('notBefore', '>', Date.now())).length === 2);
	// The price has risen since, without a notice: the watch does not want it.
	const snapshot = JSON.stringify({ ...withSizes(SKU, ['9']), price: { ...prices[1], current: 205_00 } });
	const product = { source: 'NIKE', sku: SKU, region: 'US', offer: 'NEW', state: 'read', snapshot } as const;
	await knex('products').insert({ ...product, version: 1, checkedAt: Date.now() });
	await knex('watch_notices').update({ notBefore: 0 });
	await knex('watch_notices').where({ status: 'sent' }).update({ sentAt: 1 });
	engine.wake();
	await settled(MIA.id);
	const [, , notice, ...others] = await messages();
	expect(others).toEqual([]);
	expect(notice?.body.content).toMatch(
		/^<t:\d+:T> \*\*Price\*\* · \[.*\]\(.*\) · US · \$80\.00 → \$205\.00\nSince then: \$205\.00$/,
	);
	expect(JSON.stringify(notice?.body.embeds)).toContain('$90.00');
	expect(notice?.body.components[0]?.components.map(({ label }) => label)).toEqual(['Mute', 'Snooze 24 h', 'Buy']);
});

test('more than ten products at once are one message with buttons, which a change of stock edits', async () => {
	const engine = await start();
	const skus = Array.from({ length: 12 }, (_, n) => `CK92${10 + n}-101`);
	for (const sku of skus) await watch(MIA.id, { sku });
	engine.wake();
	await settled(MIA.id);
	await engine.stop();
	for (const sku of skus) await change({ engine, sku });
	const again = await start();
	await until('the list arrives', async () => (await messages()).length === 2);
	await settled(MIA.id);
	const list = async () => (await messages())[1];
	const notice = (await list())?.body;
	expect(notice?.embeds[0]?.title).toBe('12 products that you watch have changed');
	const [, first] = (await notices(MIA.id)).map((one) => one.id);
	const [own, ...buy] = notice!.components.map(({ components }) => components);
	expect(own).toMatchObject([{ custom_id: `watch|mute|n${first}` }, { custom_id: `watch|snooze|n${first}` }]);
	expect(buy.map(({ length }) => length)).toEqual([5, 5, 2]);
	expect(buy[0]?.[0]).toMatchObject({ label: expect.stringMatching(/^Buy ./), url: expect.stringContaining(skus[0]!) });
	// A change of stock edits the list.
	const product = { source: 'NIKE', sku: skus[3]!, region: 'US', offer: 'NEW', state: 'read', version: 1 } as const;
	const snapshot = JSON.stringify(withSizes(skus[3]!, []));
	await personal.fixture.db.knex('products').insert({ ...product, snapshot, checkedAt: Date.now() });
	await change({ engine: again, sku: skus[3]!, kind: 'STOCK', from: ['9'], to: [] });
	await until('the list is edited', async () => (await list())?.edits === 1);
	const lines = (await list())!.body.embeds[0]!.description.split('\n');
	expect(lines.map((line) => line.endsWith('→ sold out'))).toEqual(skus.map((_, n) => n === 3));
	expect(await messages()).toHaveLength(2);
});

test('a watch that is muted, snoozed, removed or over the limit while its notice waits sends nothing', async () => {
	const skus = ['CK9210-101', 'CK9211-101', 'CK9212-101', 'CK9213-101'] as const;
	const [muted, snoozed, removed] = [
		await watch(MIA.id, { sku: skus[0] }),
		await watch(MIA.id, { sku: skus[1] }),
		await watch(MIA.id, { sku: skus[2] }),
	];
	await watch(MIA.id, { sku: skus[3] });
	const first = await start({ botToken: null });
	for (const sku of skus) await change({ engine: first, sku });
	await until('they wait', async () => (await notices(MIA.id)).length === 5);
	await first.stop();
	const { knex } = personal.fixture.db;
	await knex('watches').where({ id: muted }).update({ muted: true });
	await knex('watches')
		.where({ id: snoozed })
		.update({ snoozedUntil: Date.now() + SNOOZE_MS });
	await knex('watches').where({ id: removed }).delete();
	await start({ watchesPerMember: 2 });
	await settled(MIA.id);
	expect(await statuses(MIA.id)).toEqual(['sent', 'dropped', 'dropped', 'dropped', 'dropped']);
});

test('a notice that waited too long expires, and the next one counts it, in the language of its person', async () => {
	const account = { username: 'Mia', discriminator: '0', signedInAt: 1, locale: 'de' };
	await personal.fixture.db.knex('accounts').insert({ discordId: MIA.id, ...account });
	await watch(MIA.id);
	const first = await start({ botToken: null, maxAgeMs: 1 });
	await change({ engine: first });
	await until('it expires', async () => (await statuses(MIA.id)).includes('expired'));
	await first.stop();
	await change({ engine: await start() });
	await until('the next one arrives', async () => (await messages()).length === 2);
	const [notice, confirmation] = (await messages()).toSorted(
		(a, b) => b.body.components.length - a.body.components.length,
	);
	expect(confirmation?.body).toMatchObject({
		content: '1 frühere Mitteilung wurde nicht rechtzeitig gesendet.',
		embeds: [{ description: expect.stringContaining('mit `/beobachtungen`') }],
	});
	const labels = notice?.body.components[0]?.components.map(({ label }) => label);
	expect(labels).toEqual(['Stummschalten', '24 Std. pausieren', 'Kaufen']);
});

test('notices that expire are counted only for watches that want them', async () => {
	const skus = ['CK9210-101', 'CK9211-101', 'CK9212-101', 'CK9213-101'] as const;
	const [, muted, removed] = [
		await watch(MIA.id, { sku: skus[0] }),
		await watch(MIA.id, { sku: skus[1] }),
		await watch(MIA.id, { sku: skus[2] }),
	];
	await watch(MIA.id, { sku: skus[3] });
	const { knex } = personal.fixture.db;
	const first = await start({ botToken: null });
	for (const sku of skus) await change({ engine: first, sku });
	await until('they wait', async () => (await notices(MIA.id)).length === 5);
	await first.stop();
	await knex('watches').where({ id: muted }).update({ muted: true });
	await knex('watches').where({ id: removed }).delete();
	await knex('watch_notices')
		.whereNotNull('eventId')
		.update({ queuedAt: Date.now() - 1_800_000 });
	const engine = await start({ watchesPerMember: 2 });
	await settled(MIA.id);
	expect((await notices(MIA.id)).map(({ status, reason }) => [status, reason])).toEqual([
		['sent', null],
		['expired', 'It waited for longer than notices are news'],
		['dropped', 'muted'],
		['dropped', null],
		['dropped', 'over_limit'],
	]);
	await change({ engine, sku: skus[0] });
	await settled(MIA.id);
	const missed = (await messages()).flatMap(({ body }) => body.content ?? []);
	expect(missed).toEqual(['1 earlier notice was not sent in time.']);
});

test('a notice is as old as its event, however late its watches are matched', async () => {
	const { knex } = personal.fixture.db;
	await watch(MIA.id);
	await knex('watch_notices').delete();
	const first = await start({ botToken: null });
	await first.stop();
	await change({ engine: first });
	await change({ engine: first, kind: 'STOCK', from: ['9'], to: ['8', '9'] });
	const queuedAt = Date.now() - 5 * 3_600_000;
	await knex('events').update({ at: queuedAt });
	await knex('watch_fanouts').update({ queuedAt });
	const engine = await start();
	await settled(MIA.id);
	expect(await statuses(MIA.id)).toEqual(['expired', 'expired']);
	expect((await notices(MIA.id)).map((one) => one.queuedAt)).toEqual([queuedAt, queuedAt]);
	expect(await place(MIA.id)).toMatchObject({ missed: 1 });
	// A late report is news when it arrives.
	await change({ engine, at: Date.now() - 540_000 });
	await settled(MIA.id);
	expect((await notices(MIA.id)).at(-1)!.queuedAt).toBeGreaterThan(Date.now() - 60_000);
});

test('a killed process sends no notice twice', async () => {
	const engine = await start();
	await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await change({ engine });
	await settled(MIA.id);
	await engine.stop();
	// As if it had ended before it recorded the result.
	await personal.fixture.db.knex('watch_notices').update({ status: 'queued', sentAt: null, messageId: null });
	await start();
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
});
