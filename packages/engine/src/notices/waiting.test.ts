import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { until } from '../testing.ts';
import { dueInTurn } from './dueInTurn.ts';
import { MIA, useNotices } from '../testing/notices.ts';

const personal = useNotices();
const { start, watch, change, messages, notices, statuses, settled } = personal;

test('a notice whose delivery failed is sent before those of later events', async () => {
	const engine = await start();
	for (const sku of ['CK9210-101', 'CK9211-101']) await watch(MIA.id, { sku });
	engine.wake();
	await settled(MIA.id);
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { status: 502 } });
	await change({ engine, sku: 'CK9210-101' });
	await until('it has failed', async () =>
		(await notices(MIA.id)).some(({ attempts, status }) => attempts === 1 && status === 'queued'),
	);
	await change({ engine, sku: 'CK9211-101' });
	await settled(MIA.id);
	const links = (await messages()).map(({ body }) => body.components[0]?.components[2]?.url);
	expect(links).toEqual([undefined, 'https://shop.example.com/CK9210-101', 'https://shop.example.com/CK9211-101']);
});

test('a deferred message leaves the process free, however many notices of its person wait', async () => {
	const engine = await start();
	const watchId = await watch(MIA.id);
	engine.wake();
	await settled(MIA.id);
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { status: 502 } });
	await change({ engine });
	const { knex } = personal.fixture.db;
	const failed = () => knex('watch_notices').where({ attempts: 1, status: 'queued' });
	await until('it has failed', async () => (await failed()).length === 1);
	await failed().update({ notBefore: Date.now() + 6000 });
	const [event] = await knex('events').select('id');
	const waiting = { discordId: MIA.id, watchId, eventId: event!.id, status: 'queued', queuedAt: Date.now() } as const;
	await knex('watch_notices').insert(Array.from({ length: 250 }, () => waiting));
	engine.wake();
	const since = performance.now();
	for (let n = 0; n < 10; n++) await sleep(20);
	expect(performance.now() - since).toBeLessThan(3000);
});

test('people with a deferred message are not ready, unless their clock was set back', async () => {
	const { knex } = personal.fixture.db;
	const [now, queued] = [1_000_000_000, { status: 'queued', queuedAt: 1 } as const];
	const waits = { '1': 1, '2': 60_000, '3': 60_001, '4': 0 };
	for (const [discordId, wait] of Object.entries(waits)) {
		await knex('watch_places').insert({ discordId, directId: `1${discordId}` });
		await knex('watch_notices').insert({
			...queued,
			discordId,
			watchId: 1,
			eventId: 1,
			sentWith: 1,
			notBefore: now + wait,
		});
		await knex('watch_notices').insert({ ...queued, discordId, watchId: 2, eventId: 2 });
	}
	expect([...(await dueInTurn(knex, now, 100)).people]).toEqual(['3', '4']);
	expect([...(await dueInTurn(knex, now, 4)).people].toSorted()).toEqual(['3', '4']);
});

test('a clock that was set back delays no notice', async () => {
	const ahead = Date.now() + 3_600_000;
	await personal.fixture.db.knex('direct_messages').insert({ id: 1, sender: 'killed', senderUntil: ahead });
	const engine = await start();
	await watch(MIA.id);
	await change({ engine });
	await settled(MIA.id);
	await personal.fixture.db.knex('watch_notices').where({ status: 'sent' }).update({ sentAt: ahead });
	await change({ engine, kind: 'PRICE' });
	await settled(MIA.id);
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { status: 502 } });
	await personal.fixture.db.knex('watch_notices').update({ sentAt: 1 });
	await change({ engine, kind: 'PRICE' });
	const failed = () => personal.fixture.db.knex('watch_notices').where({ attempts: 1, status: 'queued' });
	await until('it has failed', async () => (await failed()).length === 1);
	await failed().update({ notBefore: ahead });
	await settled(MIA.id);
	expect(await messages()).toHaveLength(4);
});

test('a limit of one channel delays no other person', async () => {
	const engine = await start();
	const people = [MIA.id, SANDBOX_USERS.dan.id];
	for (const person of people) await watch(person);
	engine.wake();
	for (const person of people) await settled(person);
	const limited = { retryAfter: 60, scope: 'user' } as const;
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { limited } });
	await change({ engine });
	const sent = async () => (await Promise.all(people.map(statuses))).flat().filter((status) => status === 'sent');
	await until('the other one gets it', async () => (await sent()).length === 3);
	const [waiting] = await personal.fixture.db.knex('watch_notices').where({ status: 'queued' });
	expect(waiting?.notBefore).toBeGreaterThan(Date.now() + 50_000);
	expect(waiting?.attempts).toBe(0);
});

test('while Discord pauses the bot, events are matched, and no opening of direct messages is used up', async () => {
	const engine = await start();
	const dan = SANDBOX_USERS.dan.id;
	for (const person of [MIA.id, dan]) await watch(person);
	engine.wake();
	for (const person of [MIA.id, dan]) await settled(person);
	const limited = { retryAfter: 30, scope: 'global' } as const;
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot POST', times: 1, fault: { limited } });
	await change({ engine });
	const { knex } = personal.fixture.db;
	await until(
		'Discord has limited it',
		async () => (await knex('watch_notices').where('notBefore', '>', 0)).length > 0,
	);
	const [stranger] = await personal.fixture.sandbox.control.addPeople(1);
	await watch(stranger!);
	await knex('watch_notices').update({ notBefore: 0 });
	engine.wake();
	await sleep(2500);
	await change({ engine, kind: 'PRICE' });
	await until(
		'it is matched',
		async () => (await knex('watch_notices').where({ discordId: stranger! })).length === 2,
		5000,
	);
	expect(await knex('direct_openings')).toHaveLength(2);
	expect(await messages()).toHaveLength(2);
});

test('a rejected token pauses the bot, and its answers count towards the ban of the address', async () => {
	const engine = await start();
	const { knex } = personal.fixture.db;
	const people = await personal.fixture.sandbox.control.addPeople(60);
	for (const [n, discordId] of people.entries()) {
		await knex('watch_places').insert({ discordId, directId: `1${n}` });
		await watch(discordId);
	}
	await personal.fixture.sandbox.control.failDiscord({ webhookId: 'bot', times: 'forever', fault: { status: 401 } });
	await change({ engine });
	await until('Discord rejects it', () => engine.pulse().invalidAnswers > 0);
	await sleep(4000);
	expect(engine.pulse().invalidAnswers).toBeLessThan(20);
	const queued = await knex('watch_notices');
	expect(queued.filter(({ status, attempts }) => status === 'queued' && attempts === 0)).toHaveLength(60);
});

test('events take turns while more notices wait than are read at a time', async () => {
	const { knex } = personal.fixture.db;
	const queued = { status: 'queued', queuedAt: 1 } as const;
	for (const [eventId, person] of [...[1, 2, 3, 4, 5].map((n) => [1, n]), [2, 6], [3, 7]] as [number, number][]) {
		const discordId = String(person);
		await knex('watch_places').insert({ discordId, directId: `1${person}` });
		await knex('watch_notices').insert({ ...queued, discordId, watchId: person, eventId });
	}
	const due = async (limit: number) => [...(await dueInTurn(knex, 2, limit)).people].join('');
	expect(await due(8)).toBe('1234567');
	expect(await due(6)).toBe('1672345');
});

test('one of several processes sends, and another continues when it stops', async () => {
	const [first, second] = [await start(), await start()];
	await watch(MIA.id);
	first.wake();
	await settled(MIA.id);
	await first.stop();
	await change({ engine: second });
	await settled(MIA.id);
	expect(await messages()).toHaveLength(2);
});
