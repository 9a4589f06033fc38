import { Delivery, Message } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import { RELEASES } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { type Fixture, kill, openFixture, until } from '../testing.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';
import { recordReleases } from './record.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

test.each([-20, 0, 5, 20])(
	'kill -9 %s ms after the minute of a reminder queues it once, within a second while another engine runs',
	async (afterMs) => {
		const webhooks = await fixture.sandbox.control.createWebhooks({ count: 60, ownChannels: true });
		const topic = { brand: 'NIKE', category: RELEASES, region: 'US', status: 'UPCOMING' } as const;
		await fixture.subscribeAll(webhooks, topic);
		await fixture.db.knex('subscriptions').update(storeOptions({ reminders: [5] }).columns);
		const first = await fixture.startProcess();
		if (onServer) await fixture.startProcess();
		const dueAt = Date.now() + 2500;
		const place = { brand: 'NIKE', sku: 'CK9246-101', region: 'US' } as const;
		const snapshot = releaseSnapshot({ ...place, title: 'Vomero', launchAt: dueAt + 300_000 });
		const report = { ...place, origin: 'source', snapshot, at: Date.now() } as const;
		await fixture.db.transaction((trx) => recordReleases(trx, [report], { isSilent: true }));
		await until('its minute has come', () => Date.now() >= dueAt + afterMs);
		await kill(first);
		if (!onServer) await fixture.startProcess();
		await until('all are queued', async () => (await Delivery.query(fixture.db.knex).resultSize()) === webhooks.length);
		const messages = await Message.query(fixture.db.knex).where({ kind: 'REMINDER' });
		expect(messages).toHaveLength(1);
		if (onServer) expect(messages[0]!.queuedAt - dueAt).toBeLessThan(1000);
		await fixture.db.knex('webhooks').whereNotNull('claimedBy').update({ leaseUntil: 1 });
		await until(
			'all are sent',
			async () => (await Delivery.query(fixture.db.knex).where({ status: 'sent' }).resultSize()) === webhooks.length,
		);
		expect(await fixture.db.knex('release_reminders')).toHaveLength(1);
	},
);
