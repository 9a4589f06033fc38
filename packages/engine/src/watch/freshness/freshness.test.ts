import type { Source } from '@dropwire/retailers';
import { onServer } from '@dropwire/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSources, type SourceRow } from '../../sources/readSources.ts';
import { type Fixture, openFixture, sandboxSources, until } from '../../testing.ts';
import { skuHash } from '../lists/entries.ts';
import { Tally } from './tally.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const ADIDAS = ['EG4959', 'FW4904'];
const rowOf = async (source: string): Promise<SourceRow | undefined> =>
	(await readSources(fixture.db.knex)).find((row) => row.source === source);
const watched = (count: number) =>
	until(`${count} products are watched`, async () => (await rowOf('ADIDAS'))?.watched === count);
/** adidas's adapter, whose calls wait while `held` is true. */
function holdable() {
	const state = { held: false };
	const [source] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	const ask: Source['ask'] = async (...call) => {
		while (state.held && !call[2].aborted) await new Promise((resolve) => setTimeout(resolve, 10));
		return source.ask(...call);
	};
	return Object.assign(state, { sources: [{ ...source, ask }] });
}

test('a source reports its oldest check and unchecked products', async () => {
	const adidas = holdable();
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.start({ sources: adidas.sources });
	await until('it was checked', async () => (await rowOf('ADIDAS'))?.oldestCheckAt != null);
	adidas.held = true;
	await fixture.watch('ADIDASHOT1', 'FW4904');
	await watched(2);
	const before = await rowOf('ADIDAS');
	expect(before).toMatchObject({ neverChecked: 1, blocked: 0, polled: true, oldestCheckAt: expect.any(Number) });
	expect(before?.p95CheckAt).toBe(before?.oldestCheckAt);
	adidas.held = false;
	await until('all were checked', async () => (await rowOf('ADIDAS'))?.neverChecked === 0);
	expect((await rowOf('ADIDAS'))?.oldestCheckAt).toBeGreaterThan(before?.oldestCheckAt ?? 0);
});

test('a product that is blocked keeps the time of its last check', async () => {
	await fixture.watch('ADIDASHOT1', ...ADIDAS);
	await fixture.start();
	await until('all were checked', async () => (await rowOf('ADIDAS'))?.oldestCheckAt != null);
	await fixture.sandbox.control.failAdidas({ times: 'forever', fault: { accessDenied: true } });
	await until('all are blocked', async () => (await rowOf('ADIDAS'))?.blocked === 2);
	const { oldestCheckAt } = (await rowOf('ADIDAS')) as SourceRow;
	expect(await rowOf('ADIDAS')).toMatchObject({
		watched: 2,
		neverChecked: 0,
		waitingSince: null,
		blockedSince: expect.any(Number),
		blockedReason: 'wall (403): adidas answered 403',
	});
	await fixture.sandbox.control.healAdidas();
	await until('all are read again', async () => (await rowOf('ADIDAS'))?.blocked === 0, 20_000);
	expect((await rowOf('ADIDAS'))?.oldestCheckAt).toBeGreaterThan(oldestCheckAt ?? 0);
	expect(await rowOf('ADIDAS')).toMatchObject({ blockedSince: null, blockedReason: null });
});

test('a restarted engine continues from the stored check times', async () => {
	const adidas = holdable();
	await fixture.watch('ADIDASHOT1', ...ADIDAS);
	const first = await fixture.start({ sources: adidas.sources });
	await until('all were checked', async () => {
		const row = await rowOf('ADIDAS');
		return row?.neverChecked === 0 && row.watched === 2;
	});
	await first.stop();
	expect(await rowOf('ADIDAS')).toMatchObject({ watched: 0, roundMs: 0, oldestCheckAt: null });
	const hour = 3_600_000;
	const { knex } = fixture.db;
	for (const table of ['products', 'check_batches']) await knex(table).decrement('checkedAt', hour);
	const changedAt = Date.now() - 2 * hour;
	await knex('products').where({ sku: 'EG4959' }).update({ changedAt });

	const again = holdable();
	again.held = true;
	const startedAt = Date.now();
	await fixture.start({ sources: again.sources });
	await watched(2);
	const row = await rowOf('ADIDAS');
	expect(row).toMatchObject({ neverChecked: 0, lastChangeAt: changedAt });
	expect(row?.oldestCheckAt).toBeLessThan(startedAt - hour + 1000);
	// Nothing waited while no engine ran: the restart itself is no delay.
	expect(row?.waitingSince).toBeGreaterThanOrEqual(startedAt);
	again.held = false;
	await until('all were checked', async () => ((await rowOf('ADIDAS'))?.oldestCheckAt ?? 0) > startedAt);
});

test('rows of live processes are summed', async () => {
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.start();
	await until('it was checked', async () => (await rowOf('ADIDAS'))?.oldestCheckAt != null);
	const { knex } = fixture.db;
	const now = Date.now();
	const other = { source: 'ADIDAS', region: 'US', host: '', roundMs: 99_000, waitingSince: now - 4000 };
	const figures = { watched: 10, neverChecked: 3, blocked: 2, oldestCheckAt: now - 60_000, p95CheckAt: now - 50_000 };
	const blocked = { blockedSince: now - 90_000, blockedReason: 'wall', lastChangeAt: now + 1000 };
	const row = { ...other, ...figures, ...blocked };
	for (const [id, heartbeatAt] of [
		['alive', now],
		['dead', now - 60_000],
		// It died before the clock was set back.
		['ahead', now + 60_000],
	] as const) {
		await knex('workers').insert({ id, host: 'x', pid: 1, startedAt: 1, heartbeatAt });
		await knex('source_rounds').insert({ worker: id, ...row });
	}
	expect(await rowOf('ADIDAS')).toMatchObject({ ...row, host: null, watched: 11 });
});

test('each shop of a source that reads several has a row', async () => {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	await fixture.watch('ADIDASHOT1', ...ADIDAS);
	for (const sku of ADIDAS) {
		const productLink = `https://${sku.toLowerCase()}.example/shoe`;
		await fixture.db.knex('watch_entries').where({ sku }).update({ productLink });
	}
	await fixture.start({ sources: [{ ...adidas, byLink: 'each host' }] });
	const rows = async () =>
		(await readSources(fixture.db.knex)).filter(({ source, watched }) => source === 'ADIDAS' && watched > 0);
	await until('both were checked', async () => (await rows()).every(({ neverChecked }) => neverChecked === 0));
	await until('both have a row', async () => (await rows()).length === 2);
	expect((await rows()).map(({ host, watched }) => [host, watched])).toEqual([
		['eg4959.example', 1],
		['fw4904.example', 1],
	]);
	await fixture.db
		.knex('watch_entries')
		.where({ skuHash: skuHash('EG4959') })
		.delete();
	await until('one is gone', async () => (await rows()).length === 1);
});

test.runIf(onServer)('two engines share the products, and their rows add up', async () => {
	const skus = await fixture.sandbox.control.addProducts({ count: 40, regions: ['US'], prefix: 'TWO' });
	await fixture.watch('MONITOR1', ...skus);
	const engines = [await fixture.start(), await fixture.start()];
	const parts = () =>
		engines.map(
			(engine) =>
				engine.pulse().regions.find(({ source, region }) => source === 'NIKE' && region === 'US')?.watched ?? 0,
		);
	await until('each has a part', () => parts().every((part) => part > 0 && part < 40));
	await until('all are counted', async () => {
		const row = await rowOf('NIKE');
		return row?.watched === 40 && row.neverChecked === 0;
	});
	await engines[0]?.stop();
	await until('the other took over', async () => parts()[1] === 40 && (await rowOf('NIKE'))?.watched === 40, 20_000);
	expect((await rowOf('NIKE'))?.neverChecked).toBe(0);
});

test('the time by which an interval is longer than uniform is no delay', () => {
	const checked = { seen: true, checkedAt: 1000, blockedSince: null, blockedReason: null };
	const tally = new Tally();
	tally.add(checked, 0, true, 90_000);
	tally.add({ ...checked, checkedAt: 95_000 }, 0, true);
	expect(tally.figures()).toMatchObject({ oldestCheckAt: 1000, waitingSince: 91_000 });
});
