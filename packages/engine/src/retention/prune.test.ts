import { Delivery, EventLink, EventRow, Message, RetailerToken } from '@dropwire/db';
import { afterEach, expect, test } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture } from '../testing.ts';
import { forgetExpired, prune } from './prune.ts';

let fixture: Fixture;
afterEach(() => fixture.close());

test('old finished messages are deleted with their deliveries', async () => {
	fixture = await openFixture();
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 1 }));
	const publish = (sku: string) => {
		const event = {
			source: 'NIKE',
			sku,
			region: 'US',
			kind: 'STATUS',
			before: null,
			after: aSnapshot(),
			at: Date.now(),
		} as const;
		return queueEvent(fixture.db, event, undefined, { clickUrl: 'https://dropwire.example' });
	};
	for (const sku of ['A', 'B', 'C']) await publish(sku);
	const old = Date.now() - 31 * 86_400_000;
	await fixture.db.knex('messages').whereIn('id', [1, 2]).update({ queuedAt: old });
	await fixture.db.knex('events').whereIn('id', [1]).update({ at: old });
	await fixture.db.knex('deliveries').where({ messageId: 1 }).update({ status: 'sent' });
	const holds = [1, 2].map((eventId) => ({ eventId, owners: 'server' as const, after: 0, packed: Buffer.alloc(9) }));
	await fixture.db.knex('event_holds').insert(holds);
	const checked = { source: 'NIKE', sku: 'A', region: 'US', offer: 'NEW', spans: '[]' } as const;
	const days = [old - 86_400_000, old + 86_400_000].map((at) => Math.floor(at / 86_400_000));
	await fixture.db.knex('check_spans').insert(days.map((day) => ({ ...checked, day })));
	// A delivery, its message, its event, what held the event back, and a day of checks.
	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(5);
	expect(await fixture.db.knex('event_holds').pluck('eventId')).toEqual([2]);
	expect(await fixture.db.knex('check_spans').pluck('day')).toEqual(days.slice(1));
	expect((await Message.query(fixture.db.knex).orderBy('id')).map(({ id }) => id)).toEqual([2, 3]);
	expect((await EventRow.query(fixture.db.knex).orderBy('id')).map(({ id }) => id)).toEqual([2, 3]);
	expect((await EventLink.query(fixture.db.knex).orderBy('eventId')).map(({ eventId }) => eventId)).toEqual([2, 3]);
	expect(await Delivery.query(fixture.db.knex).resultSize()).toBe(2);
	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(0);
});

test('a large message is deleted in small statements', async () => {
	fixture = await openFixture();
	const { knex } = fixture.db;
	const old = Date.now() - 31 * 86_400_000;
	await knex('events').insert({ source: 'NIKE', sku: 'X', region: 'US', kind: 'NEW', at: old });
	const message = { kind: 'EVENT', eventId: 1, body: '{}', seenAt: old, queuedAt: old, expiresAt: old };
	await knex('messages').insert(message);
	await knex('messages').insert({ ...message, kind: 'TEST', eventId: null, queuedAt: Date.now() });
	const delivery = { messageId: 1, target: 'x', status: 'sent', queuedAt: old };
	for (let n = 0; n < 20; n++) await knex('deliveries').insert(Array.from({ length: 500 }, () => delivery));
	await knex('deliveries').insert([
		{ ...delivery, status: 'pending' },
		{ ...delivery, messageId: 2 },
	]);
	const stop = new AbortController();
	const deleted: number[] = [];
	knex.on('query', ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
		// The message's ID, the two open statuses, and the rows.
		if (/^delete from .deliveries/.test(sql)) deleted.push(bindings.length - 3);
		if (deleted.length === 3) stop.abort();
	});

	await prune(fixture.db, 30, { auditDays: 365, signal: stop.signal });
	expect(deleted).toHaveLength(3);
	expect(await Message.query(knex).resultSize()).toBe(2);
	const left = await Delivery.query(knex).resultSize();
	expect(left).toBeGreaterThanOrEqual(10_002 - 3000);

	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(left - 2);
	expect(await Delivery.query(knex).select('messageId', 'status').orderBy('messageId')).toEqual([
		{ messageId: 1, status: 'pending' },
		{ messageId: 2, status: 'sent' },
	]);
	// An event stays as long as its message, which an open delivery keeps.
	expect(await EventRow.query(knex).resultSize()).toBe(1);

	await knex('deliveries').where({ messageId: 1 }).update({ status: 'sent' });
	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(3);
	expect((await Message.query(knex)).map(({ id }) => id)).toEqual([2]);
	expect(Math.max(...deleted)).toBeLessThanOrEqual(1000);
});

test('the audit log is kept longer than deliveries', async () => {
	fixture = await openFixture();
	const { knex } = fixture.db;
	const row = { actor: null, via: 'session', action: 'skusChange' };
	const ages = { young: 0, 'as old as deliveries': 31, 'nearly too old': 364, 'too old': 366 };
	for (const [target, days] of Object.entries(ages)) {
		await knex('audit').insert({ ...row, target, at: Date.now() - days * 86_400_000 });
	}
	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(1);
	expect(await knex('audit').orderBy('id').pluck('target')).toEqual(Object.keys(ages).slice(0, 3));
	expect(await prune(fixture.db, 30, { auditDays: 7 })).toBe(2);
});

test("a retailer's token is deleted once it has expired", async () => {
	fixture = await openFixture();
	const now = Date.now();
	const rows = [now - 1, now + 60_000].map((expiresAt, n) => ({
		discordId: `${n}`,
		sealed: 'x',
		savedAt: 1,
		expiresAt,
	}));
	await fixture.db.knex('retailer_tokens').insert(rows);
	await forgetExpired(fixture.db);
	expect((await RetailerToken.query(fixture.db.knex)).map(({ discordId }) => discordId)).toEqual(['1']);
});

test('resale prices without a report within the retention are deleted', async () => {
	fixture = await openFixture();
	const { knex } = fixture.db;
	const row = { brand: 'NIKE', sku: 'A', market: 'GOAT', currency: 'USD', highestBid: 1 } as const;
	const old = Date.now() - 31 * 86_400_000;
	await knex('market_prices').insert([
		{ ...row, size: '8', observedAt: old },
		{ ...row, size: '9', observedAt: Date.now() },
		{ ...row, sku: 'B', size: '9', observedAt: old },
	]);
	expect(await prune(fixture.db, 30, { auditDays: 365 })).toBe(2);
	expect(await knex('market_prices').pluck('size')).toEqual(['9']);
});
