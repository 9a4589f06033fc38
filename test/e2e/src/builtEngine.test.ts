import { Product } from '@dropwire/db';
import { type Fixture, openFixture, until } from '@dropwire/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

/** Smaller answers are read in the main thread (reading/pool.ts). */
const INLINE_BYTES = 16 * 1024;
const SKUS = ['BV7114-001', 'CK9246-101', 'HQ7978-103', 'DD1391-100'];

test('the built engine reads a large answer in its second thread', async () => {
	const { sandbox, db } = fixture;
	const [webhook] = await sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll([webhook!]);
	await fixture.watch('MONITOR1', ...SKUS);
	await fixture.startProcess();
	await until('all were checked', async () => (await Product.query(db.knex).resultSize()) === SKUS.length);
	const filter = [
		'marketplace(US)',
		'language(en)',
		'channelId(d9a5bc42-4b9c-4976-858a-f159cf99c647)',
		`productInfo.merchProduct.styleColor(${SKUS.join()})`,
	];
	const query = new URLSearchParams(filter.map((one) => ['filter', one]));
	const answer = await fetch(`${sandbox.shopUrl('nike')}/product_feed/threads/v3?${query}`);
	expect((await answer.text()).length).toBeGreaterThan(INLINE_BYTES);

	await sandbox.control.setProduct({ sku: SKUS[0]!, region: 'US', change: { status: 'ACTIVE' } });
	const [message] = await sandbox.control.waitForMessages({ count: 1 });
	expect(message).toMatchObject({ webhookId: webhook!.id });
	expect(JSON.stringify(message!.body)).toContain(SKUS[0]);
});
