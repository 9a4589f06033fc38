import { EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import { type Fixture, openFixture, until } from '../../testing.ts';
import { forgetUnwatched } from '../lists/entries.ts';

let fixture: Fixture;
let engine: Engine;
const HOT1 = { brand: 'ADIDAS', category: 'HOT1', region: 'US', status: 'HOT1' } as const;

beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const row = (sku: string) => Product.query(fixture.db.knex).findOne({ sku, region: 'US' });
const events = () => EventRow.query(fixture.db.knex).orderBy('id');
const pulse = (source: string) => engine.pulse().regions.find((one) => one.source === source && one.region === 'US');

test("a source reads only its lists' SKUs in its regions", async () => {
	await fixture.watch('MONITOR1', 'CK9246-101');
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.watch('HOT_ADIDAS', 'FW4904', 'EG4959');
	engine = await fixture.start();
	await until('all have a baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 18);
	expect((await fixture.sandbox.control.nikeRequests()).last.join()).not.toContain('EG4959');
	expect((await fixture.sandbox.control.adidasRequests()).last.join()).not.toContain('CK9246');
	expect(await row('EG4959')).toMatchObject({ source: 'ADIDAS', state: 'read' });
	const rows = engine.pulse().regions;
	expect(rows.filter(({ source }) => source === 'NIKE').map(({ watched }) => watched)).toEqual(Array(16).fill(1));
	expect(rows.filter(({ source }) => source === 'ADIDAS')).toMatchObject([{ region: 'US', watched: 2 }]);
	expect(await events()).toEqual([]);
});

test("a restock at adidas reaches the webhooks of its topic, with the shop's counts", async () => {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1 });
	await fixture.subscribeAll([webhook!], HOT1);
	await fixture.watch('ADIDASHOT1', 'FW4904');
	engine = await fixture.start();
	await until('there is a baseline', async () => (await row('FW4904'))?.state === 'read');
	await fixture.sandbox.control.setAdidasProduct({ sku: 'FW4904', change: { counts: { '12.5': 4, '14': 15 } } });
	const [message] = await fixture.sandbox.control.waitForMessages({ count: 1 });
	expect((await events()).map(({ source, kind }) => [source, kind])).toEqual([['ADIDAS', 'RESTOCK']]);
	const text = JSON.stringify(message?.body);
	expect(text).toContain('12.5 · 4 ⬆');
	expect(text).toContain('14 · 15+ ⬆');
});

test('a sold-out adidas product that returns is RESTOCK', async () => {
	const none = Object.fromEntries(
		['6.5', '7', '7.5', '8', '8.5', '9', '9.5', '10', '10.5', '11', '11.5', '12', '13'].map((size) => [size, 0]),
	);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { counts: none } });
	await fixture.watch('HOT_ADIDAS', 'EG4959');
	engine = await fixture.start();
	await until('there is a baseline', async () => (await row('EG4959'))?.state === 'read');
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { counts: { '9': 15 } } });
	await until('its return is published', async () => (await events()).length === 1);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { gone: true } });
	await until('its end is published', async () => (await events()).length === 2);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { gone: false } });
	await until('it is listed again', async () => (await events()).length === 3);
	expect((await events()).map(({ kind }) => kind)).toEqual(['RESTOCK', 'STATUS', 'NEW']);
});

test('a blocked shop does not affect other shops', async () => {
	await fixture.watch('MONITOR4', 'CK9246-101');
	await fixture.watch('ADIDASHOT1', 'EG4959');
	engine = await fixture.start();
	await until('both have a baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 17);
	await fixture.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	await until('adidas is blocked', () => pulse('ADIDAS')?.blockedReason === 'wall (403): adidas answered 403');
	expect(await row('EG4959')).toMatchObject({ state: 'read', blockedReason: 'wall (403): adidas answered 403' });
	await fixture.sandbox.control.setProduct({ sku: 'CK9246-101', region: 'US', change: { currentPrice: 150 } });
	await until('Nike goes on', async () => (await events()).length === 1);
	expect(pulse('NIKE')).toMatchObject({ blockedSince: null });
	await fixture.sandbox.control.healAdidas();
	await until('adidas answers again', async () => (await row('EG4959'))?.blockedSince === null, 20_000);
});

test('a product is deleted with its last list entry', async () => {
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.watch('MONITOR1', 'CK9246-101');
	engine = await fixture.start();
	await until('both have a baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 17);
	await fixture.stopEngines();
	const { knex } = fixture.db;
	await forgetUnwatched(knex, 'HOT_ADIDAS', ['EG4959']);
	expect(await row('EG4959')).toMatchObject({ state: 'read' });
	await knex('watch_entries').where({ list: 'ADIDASHOT1' }).delete();
	await forgetUnwatched(knex, 'ADIDASHOT1', ['EG4959', 'CK9246-101']);
	expect(await row('EG4959')).toBeUndefined();
	expect(await row('CK9246-101')).toBeDefined();
});
