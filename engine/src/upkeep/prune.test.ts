import { Delivery, EventRow, Message } from '@dropwire/db';
import { afterEach, expect, test } from 'vitest';
import { queueEvent } from '../delivery/outbox.ts';
import { aSnapshot, openStage, type Stage } from '../testing.ts';
import { prune } from './prune.ts';

let stage: Stage;
afterEach(() => stage.close());

test('what is old and finished goes, with its deliveries; what is open or young stays', async () => {
	stage = await openStage();
	await stage.subscribeAll(await stage.sandbox.control.createWebhooks({ count: 1 }));
	const tell = () =>
		queueEvent(stage.db, {
			source: 'NIKE',
			sku: 'X',
			region: 'US',
			kind: 'STATUS',
			before: null,
			after: aSnapshot(),
			at: Date.now(),
		});
	for (let n = 0; n < 3; n++) await tell();
	const old = Date.now() - 31 * 86_400_000;
	await stage.db.knex('messages').whereIn('id', [1, 2]).update({ queuedAt: old });
	await stage.db.knex('events').whereIn('id', [1]).update({ at: old });
	await stage.db.knex('deliveries').where({ messageId: 1 }).update({ status: 'sent' });
	expect(await prune(stage.db, 30)).toBe(2);
	expect((await Message.query(stage.db.knex).orderBy('id')).map(({ id }) => id)).toEqual([2, 3]);
	expect((await EventRow.query(stage.db.knex).orderBy('id')).map(({ id }) => id)).toEqual([2, 3]);
	expect(await Delivery.query(stage.db.knex).resultSize()).toBe(2);
	expect(await prune(stage.db, 30)).toBe(0);
});
