import { Delivery, EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, until } from './testing.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const SKU = 'BV7114-001';
const checked = () => until('it was checked', async () => (await Product.query(fixture.db.knex).resultSize()) > 0);

interface Message {
	embeds: { title: string; description: string; fields: { name: string; value: string }[]; url?: string }[];
}

test('a product that goes from HOLD to ACTIVE reaches the subscribed channel once, and no other', async () => {
	const { sandbox, db } = fixture;
	const [active, hold] = await sandbox.control.createWebhooks({ count: 2, ownChannels: true });
	await fixture.subscribeAll([active!]);
	await fixture.subscribeAll([hold!], { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' });
	await fixture.watch('MONITOR1', SKU);
	await fixture.start();
	await checked();
	expect(await sandbox.control.messages()).toEqual([]);

	await sandbox.control.setProduct({ sku: SKU, region: 'US', change: { status: 'ACTIVE' } });
	const [message] = await sandbox.control.waitForMessages({ count: 1 });
	expect(message).toMatchObject({ webhookId: active!.id });
	const { title, fields } = (message!.body as Message).embeds[0]!;
	expect(title).toContain('Doernbecher');
	expect(fields.find((field) => field.name === 'Status')?.value).toBe('~~HOLD~~ → **ACTIVE**');
	expect(fields.find((field) => field.name === 'SKU')?.value).toBe('`BV7114-001`');

	await until('it is recorded', async () => (await Delivery.query(db.knex).findOne({ status: 'sent' })) !== undefined);
	const delivery = await Delivery.query(db.knex).first();
	expect(delivery).toMatchObject({ attempts: 1, discordMessageId: message!.id });
	expect(await EventRow.query(db.knex).select('kind', 'region')).toEqual([{ kind: 'STATUS', region: 'US' }]);
	expect(await sandbox.control.messages()).toHaveLength(1);
});
