import { EventRow, Product } from '@dropwire/db';
import { CHECK_KINDS } from '@dropwire/domain';
import { onServer } from '@dropwire/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, until } from '../../testing.ts';

const SKU = 'CK9246-101';
const HOUR = 3_600_000;

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const events = () =>
	EventRow.query(fixture.db.knex)
		.where({ region: 'US' })
		.whereIn('kind', [...CHECK_KINDS])
		.orderBy('id');
const launchIn = (ms: number) => {
	const launchAt = Math.ceil(Date.now() + ms);
	const startEntryDate = new Date(launchAt).toISOString();
	return fixture.sandbox.control
		.setProduct({ sku: SKU, region: 'US', change: { startEntryDate } })
		.then(() => launchAt);
};
const read = (sku = SKU) =>
	until(
		'it was read',
		async () => (await Product.query(fixture.db.knex).findOne({ sku, region: 'US' }))?.state === 'read',
	);

test('a launch is LIVE once at its time', async () => {
	await fixture.watch('MONITOR1', SKU);
	const launchAt = await launchIn(6000);
	await fixture.start({ pollIntervalMs: HOUR });
	if (onServer) await fixture.start({ pollIntervalMs: HOUR });
	await read();
	await until('it is live', async () => (await events()).length > 0);
	const [event] = await events();
	expect(event).toMatchObject({ kind: 'LIVE', sku: SKU });
	expect(event!.at).toBeGreaterThanOrEqual(launchAt);
	await fixture.stopEngines();
	expect(await events()).toHaveLength(1);
});

test('a launch without an engine is LIVE once at the first check', async () => {
	await fixture.watch('MONITOR1', SKU);
	await launchIn(HOUR);
	const first = await fixture.start({ pollIntervalMs: HOUR });
	await read();
	await first.stop();
	// As if the clock had moved on to a minute after the launch.
	const row = await Product.query(fixture.db.knex).findOne({ sku: SKU, region: 'US' }).throwIfNotFound();
	const launchAt = await launchIn(-60_000);
	const snapshot = JSON.stringify({ ...(JSON.parse(row.snapshot as string) as object), launchAt });
	await fixture.db
		.knex('products')
		.where({ id: row.id })
		.update({ snapshot, checkedAt: launchAt - 30_000 });
	await fixture.db.knex('check_batches').update({ checkedAt: launchAt - 30_000 });
	const second = await fixture.start({ pollIntervalMs: HOUR });
	await until('it is live', async () => (await events()).length > 0);
	await second.stop();
	const { count } = await fixture.sandbox.control.nikeRequests();
	await fixture.start({ pollIntervalMs: HOUR });
	await until('it is checked again', async () => (await fixture.sandbox.control.nikeRequests()).count >= count + 16);
	expect((await events()).map(({ kind }) => kind)).toEqual(['LIVE']);
});

test('a product missing around its launch is LIVE when it returns', async () => {
	await fixture.watch('MONITOR1', SKU);
	const launchAt = await launchIn(3000);
	await fixture.start({ pollIntervalMs: 200 });
	await read();
	const change = (gone: boolean) => fixture.sandbox.control.setProduct({ sku: SKU, region: 'US', change: { gone } });
	await change(true);
	await until('the launch has passed', () => Date.now() > launchAt);
	const { count } = await fixture.sandbox.control.nikeRequests();
	await until('it was checked again', async () => (await fixture.sandbox.control.nikeRequests()).count >= count + 48);
	expect(await events()).toEqual([]);
	await change(false);
	await until('it is live', async () => (await events()).length > 0);
	await fixture.stopEngines();
	expect((await events()).map(({ kind }) => kind)).toEqual(['LIVE']);
});
