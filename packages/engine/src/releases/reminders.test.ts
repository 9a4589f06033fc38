import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Delivery, Message } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import { RELEASES, type SubscriptionOptions } from '@dropwire/domain';
import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { type Fixture, openFixture, until } from '../testing.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';
import { recordReleases } from './record.ts';
import { Reminders } from './reminders.ts';

const MINUTE = 60_000;
const TOPIC = { brand: 'NIKE', category: RELEASES, region: 'US', status: 'UPCOMING' } as const;

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

interface Body {
	embeds: [{ title: string; description: string }];
	flags?: number;
	components?: object[];
}
/** The flag with which Discord sends no notification (its documentation, "Message Flags": SUPPRESS_NOTIFICATIONS). */
const SILENT = 4096;

/** Subscribes a webhook to the releases in the US. @returns the webhook's ID at Discord */
async function subscribeWith(options: SubscriptionOptions) {
	const wanted = { count: 1, ownChannels: true, applicationId: SANDBOX_APP.clientId };
	const [webhook] = await fixture.sandbox.control.createWebhooks(wanted);
	await fixture.subscribeAll([webhook!], TOPIC);
	const { columns } = storeOptions(options);
	await fixture.db.knex('subscriptions').where({ label: webhook!.id }).update(columns);
	return webhook!.id;
}
/** The beginning of an hour from now, in UTC: `09:00`. */
const hour = (ahead: number) => `${new Date(Date.now() + ahead * 60 * MINUTE).toISOString().slice(11, 13)}:00`;
/** Names a launch, as a shop. */
async function announce(launchAt: number | null, sku = 'CK9246-101') {
	const place = { brand: 'NIKE', sku, region: 'US' } as const;
	const snapshot = { ...releaseSnapshot({ ...place, title: `Vomero ${sku}`, launchAt: launchAt ?? 0 }), launchAt };
	await fixture.db.transaction((trx) =>
		recordReleases(trx, [{ ...place, origin: 'source', snapshot, at: Date.now() }]),
	);
}
/** Lets a release have been known for a day. */
const knownSince = (ms: number) => fixture.db.knex('releases').update({ datedAt: Date.now() - ms });
const subscribedSince = (ms: number) => fixture.db.knex('subscriptions').update({ createdAt: Date.now() - ms });
const bodies = async (webhookId: string) =>
	(await fixture.sandbox.control.messages())
		.filter((message) => message.webhookId === webhookId)
		.map(({ body }) => body as Body)
		.filter(({ embeds: [{ title, description }] }) => /soon/.test(title) || description.startsWith('**Release soon'));
const reminders = async (webhookId: string) => (await bodies(webhookId)).map(({ embeds: [{ title }] }) => title);
const messages = () => Message.query(fixture.db.knex).where({ kind: 'REMINDER' }).orderBy('id');
const started = async (options: Parameters<Fixture['start']>[0] = {}) => {
	const engine = await fixture.start(options);
	await until('news is published', async () => (await fixture.db.knex('release_news').first('id')) === undefined);
	return engine;
};

test('a reminder is sent once within a second of its minute, with what each subscription wants', async () => {
	const plain = await subscribeWith({});
	const five = await subscribeWith({ reminders: [5] });
	const both = await subscribeWith({ reminders: [5, 6], include: ['AA1'] });
	const none = await subscribeWith({ reminders: [] });
	const quiet = await subscribeWith({ reminders: [5], quiet: { from: hour(-1), to: hour(2), zone: 'UTC' } });
	const buttonApplication = SANDBOX_APP.clientId;
	await fixture.db.knex('webhooks').update({ applicationId: buttonApplication });
	await fixture.start({ buttonApplication });
	if (onServer) await fixture.start({ buttonApplication });
	const stalls = monitorEventLoopDelay();
	stalls.enable();
	const dueAt = Date.now() + 4000;
	await announce(dueAt + 5 * MINUTE, 'AA1');
	await announce(dueAt + 5 * MINUTE, 'AA2');
	await announce(dueAt + 6 * MINUTE, 'AA3');
	for (const id of [five, both, quiet]) await until('it is sent', async () => (await reminders(id)).length > 0);
	const flags = async (webhookId: string) => (await bodies(webhookId)).map((body) => body.flags);
	expect([await flags(five), await flags(quiet)]).toEqual([[undefined], [SILENT]]);
	// Only a message about one product has the button Watch.
	const buttons = async (webhookId: string) => JSON.stringify((await bodies(webhookId)).map((body) => body.components));
	expect(await buttons(both)).toContain('watch|add|NIKE|AA1');
	expect(await buttons(five)).toBe('[null]');
	const [message] = await messages();
	expect(message?.queuedAt).toBeGreaterThanOrEqual(dueAt);
	stalls.disable();
	// A busy machine can hold up the whole process, and its reminders with it.
	expect(message?.queuedAt).toBeLessThan(dueAt + 1000 + stalls.max / 1e6);
	await fixture.stopEngines();
	await fixture.start();
	// What is due at the start is sent before what becomes due later.
	await announce(Date.now() + 4000 + 5 * MINUTE, 'AA4');
	await until('the next one is sent', async () => (await reminders(five)).includes('Vomero AA4'));
	expect(await reminders(five)).toEqual(['2 Nike releases soon', 'Vomero AA4']);
	expect(await reminders(both)).toEqual(['Vomero AA1']);
	expect([await reminders(plain), await reminders(none)]).toEqual([[], []]);
	expect(await messages()).toHaveLength(2);
});

test('a late reminder is sent up to five minutes after its minute, and then not at all', async () => {
	const five = await subscribeWith({ reminders: [5] });
	await announce(Date.now() + 3 * MINUTE, 'LATE2');
	await knownSince(30 * MINUTE);
	await announce(Date.now() + 4 * MINUTE, 'UNKNOWN');
	await subscribedSince(30 * MINUTE);
	await fixture.db.knex('subscriptions').update({ remindersAt: Date.now() - 30 * MINUTE });
	const late = await subscribeWith({ reminders: [5, 9] });
	await started();
	await until('it is sent', async () => (await reminders(five)).length > 0);
	expect(await reminders(five)).toEqual(['Vomero LATE2']);
	// It was subscribed after the minute.
	expect(await reminders(late)).toEqual([]);
	// Nine minutes before is more than five minutes ago.
	expect((await fixture.db.knex('release_reminders')).map(({ minutes }) => minutes)).toEqual([5]);
});

test('a launch that moves takes its reminders along, also those that wait to be sent', async () => {
	const five = await subscribeWith({ reminders: [5] });
	const dueAt = Date.now() + 3000;
	await announce(dueAt + 5 * MINUTE);
	const engine = await started();
	await fixture.sandbox.control.failDiscord({ times: 'forever', fault: { status: 503 } });
	await until('it is queued', async () => (await messages()).length === 1);
	await engine.stop();
	const again = Date.now() + 3000;
	await announce(again + 5 * MINUTE);
	expect(await Delivery.query(fixture.db.knex).whereIn('messageId', [(await messages())[0]!.id])).toMatchObject([
		{ status: 'expired', reason: 'The launch was moved or cancelled' },
	]);
	await fixture.sandbox.control.healDiscord();
	await fixture.start();
	await until('the new one is queued', async () => (await messages()).length === 2);
	await until('it is sent', async () => (await reminders(five)).length > 0);
	expect((await messages())[1]!.queuedAt).toBeGreaterThanOrEqual(again);
	await fixture.stopEngines();
	expect(await reminders(five)).toHaveLength(1);
});

test('a reminder that an engine has in memory is not sent once its launch is cancelled', async () => {
	const both = await subscribeWith({ reminders: [5] });
	const [gone, stays] = [
		await subscribeWith({ reminders: [5], include: ['GONE'] }),
		await subscribeWith({ reminders: [5], include: ['STAYS', 'GONE', 'LAST'], exclude: ['LAST'] }),
	];
	const dueAt = Date.now() + 3000;
	for (const sku of ['GONE', 'STAYS', 'LAST']) await announce(dueAt + 5 * MINUTE, sku);
	await started();
	await until(
		'news is sent',
		async () => (await Delivery.query(fixture.db.knex).where({ status: 'pending' }).resultSize()) === 0,
	);
	await fixture.sandbox.control.failDiscord({ times: 'forever', fault: { status: 503 } });
	await until(
		'it was tried',
		async () => (await Delivery.query(fixture.db.knex).where({ status: 'retrying' }).resultSize()) === 3,
	);
	await announce(null, 'GONE');
	// Engines check every 100 ms whether reminders were withdrawn, and nothing shows that they have.
	await new Promise((resolve) => setTimeout(resolve, 500));
	await fixture.sandbox.control.healDiscord();
	await until(
		'the others are sent',
		async () => (await reminders(both)).length + (await reminders(stays)).length === 2,
	);
	expect([await reminders(both), await reminders(stays), await reminders(gone)]).toEqual([
		['2 Nike releases soon'],
		['Vomero STAYS'],
		[],
	]);
	await fixture.stopEngines();
	expect(await reminders(gone)).toEqual([]);
});

test('a clock that is set back repeats no reminder, and an hour of clocks that change makes none late', async () => {
	await subscribeWith({ reminders: [1440] });
	// The day before has 25 hours in New York.
	const launchAt = Date.UTC(2027, 10, 8, 4);
	await announce(Date.now() + 2 * MINUTE);
	await fixture.db.knex('releases').update({ launchAt, datedAt: 1 });
	await fixture.db.knex('subscriptions').update({ createdAt: 1, remindersAt: 1 });
	const changes = { releasesAt: 1, remindersAt: 1 };
	const dueAt = launchAt - 1440 * MINUTE;
	const reminding = new Reminders(fixture.db, null);
	expect(await reminding.queueDue(changes, dueAt - 1)).toEqual({ queued: false, nextAt: dueAt });
	expect((await reminding.queueDue(changes, dueAt)).queued).toBe(true);
	for (const one of [reminding, new Reminders(fixture.db, null)]) {
		for (const now of [dueAt - 60 * MINUTE, dueAt - 1000, dueAt, dueAt + MINUTE]) {
			expect([now - dueAt, (await one.queueDue(changes, now)).queued]).toEqual([now - dueAt, false]);
		}
	}
	expect(await messages()).toHaveLength(1);
});

test('a cancelled launch has no reminder', async () => {
	await subscribeWith({ reminders: [5] });
	const five = await subscribeWith({ reminders: [5, 6] });
	const dueAt = Date.now() + 2000;
	await announce(dueAt + 5 * MINUTE, 'GONE');
	await announce(dueAt + 6 * MINUTE, 'STAYS');
	await started();
	await announce(null, 'GONE');
	await until('the other is sent', async () => (await reminders(five)).length > 0);
	expect(await reminders(five)).toEqual(['Vomero STAYS']);
});
