import { Delivery, EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStage, type Stage, until } from './testing.ts';

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage.close());

const SKU = 'BV7114-001';
const looked = (count = 16) =>
	until('every region was looked at', async () => (await Product.query(stage.db.knex).resultSize()) >= count);

interface Message {
	embeds: { title: string; description: string; fields: { name: string; value: string }[]; url?: string }[];
}

test('a product that goes from HOLD to ACTIVE stands in the channel that wants it, once, and nowhere else', async () => {
	const { sandbox, db } = stage;
	const [active, hold] = await sandbox.control.createWebhooks({ count: 2, ownChannels: true });
	await stage.subscribeAll([active!]);
	await stage.subscribeAll([hold!], { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'HOLD' });
	await stage.watch('MONITOR1', SKU);
	await stage.start();
	await looked();
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
