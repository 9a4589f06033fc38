import { Delivery } from '@dropwire/db';
import { expect, test } from 'vitest';
import { useDeliveries } from './testing.ts';

const deliveries = useDeliveries();
const { withWebhooks, tell, titles, statuses, settled } = deliveries;

test.each([
	['a 500', { status: 500 }],
	['a reset connection', { drop: true }],
	['a 429 for this webhook', { limited: { retryAfter: 0.2, scope: 'user' } }],
	['a shared 429', { limited: { retryAfter: 0.2, scope: 'shared' } }],
	['a global 429', { limited: { retryAfter: 0.2, scope: 'global' } }],
	["Cloudflare's 429, which is HTML", { cloudflare: true }],
	['a 429 that tells no sensible time', { limited: { retryAfter: -5, scope: 'user' } }],
	['a slow answer', { delayMs: 300 }],
] as const)('%s delays a message and loses none', async (_, fault) => {
	await withWebhooks(1);
	await deliveries.stage.sandbox.control.failDiscord({ times: 2, fault });
	await tell();
	await deliveries.stage.start();
	await settled(1);
	expect(await titles()).toHaveLength(1);
	expect((await statuses()).every(({ status }) => status === 'sent')).toBe(true);
	expect((await deliveries.stage.sandbox.control.stats()).limitBroken).toBe(0);
});

test('a Discord that hangs is given up after the time limit and tried again', async () => {
	await withWebhooks(1);
	await deliveries.stage.sandbox.control.failDiscord({ times: 1, fault: { hang: true } });
	await tell();
	await deliveries.stage.start({ discordTimeoutMs: 300 });
	await settled(1);
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 2 }]);
});

test('a message that is stored but not acknowledged may come twice, and never gets lost', async () => {
	await withWebhooks(1);
	await deliveries.stage.sandbox.control.failDiscord({ times: 1, fault: { dropAfter: true } });
	await tell();
	await deliveries.stage.start();
	await settled(1);
	expect(await titles()).toEqual(['Vomero', 'Vomero']);
});

test('what is stale is never sent, and says why', async () => {
	await withWebhooks(1);
	await tell('too old');
	await deliveries.stage.db.knex('messages').update({ expiresAt: Date.now() - 1 });
	await tell('fresh');
	await deliveries.stage.start();
	await settled(2);
	expect(await titles()).toEqual(['fresh']);
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({
		status: 'expired',
		attempts: 0,
		reason: 'Too old by the time it could be sent',
	});
});

test('a message that fails until it is stale expires with the last reason', async () => {
	await withWebhooks(1);
	await deliveries.stage.sandbox.control.failDiscord({ times: 'forever', fault: { status: 502 } });
	await tell();
	await deliveries.stage.db.knex('messages').update({ expiresAt: Date.now() + 1000 });
	await deliveries.stage.start();
	await settled(1);
	expect(await Delivery.query(deliveries.stage.db.knex).first()).toMatchObject({
		status: 'expired',
		reason: expect.stringMatching(/^Too old to try again\. Discord answered 502/),
	});
});

test('each webhook gets its messages in order, also while Discord fails', async () => {
	const [webhook] = await withWebhooks(1);
	await deliveries.stage.sandbox.control.failDiscord({ times: 3, fault: { status: 500 } });
	for (const title of ['one', 'two', 'three', 'four']) await tell(title);
	await deliveries.stage.start();
	await settled(4);
	expect(await titles(webhook!.id)).toEqual(['one', 'two', 'three', 'four']);
	expect(await statuses()).toEqual([
		{ status: 'sent', attempts: 4 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
	]);
});
