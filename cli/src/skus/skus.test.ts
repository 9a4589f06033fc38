import { SKU_LISTS } from '@dropwire/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const link = (n: number) => `https://www.newbalance.com/product-${n}`;
const asics = 'https://www.asics.com/us/p/1.html';
/** An entry in the format that each list requires. */
const ENTRIES: Readonly<Record<string, string>> = {
	HOT_ASICS: asics,
	HOT_JD: 'https://www.jdsports.com/product/1?styleId=DZ5485&colorId=612',
	HOT_FNL: 'https://www.finishline.com/product/1?styleId=DZ5485&colorId=612',
	HOT_NEWBALANCE: 'M990GL6',
	HOT_ADIDAS: 'GW3773',
	ADIDASHOT1: 'GW3773',
	HP: '7Z5A1UA#ABA',
	LINKS: 'https://shoes.example/products/trail',
};
const entryOf = (list: string) => ENTRIES[list] ?? 'AB1234-001';

test.each(Object.keys(SKU_LISTS))('adds, lists and removes an entry of %s', async (list) => {
	const sku = entryOf(list);
	const more = SKU_LISTS[list] === 'sku and link' ? ['--link', link(2)] : [];
	const args = [sku, '--list', list.toLowerCase()];
	expect(await fixture.run(['skus', 'add', ...args, ...more])).toEqual({
		code: 0,
		out: `added: ${sku} on ${list}\n`,
		err: '',
	});
	expect(await fixture.json(['skus', 'add', ...args, ...more])).toEqual([{ outcome: 'unchanged', list, sku }]);
	expect(await fixture.json(['skus', 'list', '--list', list])).toMatchObject([
		{ list, sku, productLink: more[1] ?? null, regions: null, soldIn: [], problem: null },
	]);
	expect((await fixture.run(['skus', 'list', '--list', list])).out).toContain(sku);
	expect(await fixture.run(['skus', 'remove', ...args, '--yes'])).toEqual({
		code: 0,
		out: `removed: ${sku} on ${list}\n`,
		err: '',
	});
	expect(await fixture.run(['skus', 'list', '--list', list])).toEqual({
		code: 0,
		out: '',
		err: 'No SKUs match.\n',
	});
});

test('--limit reads no more of a long list than it shows', async () => {
	const rows = Array.from({ length: 1001 }, (_, n) => ({
		action: 'SET' as const,
		type: 'MONITOR1',
		sku: `AB${String(n).padStart(4, '0')}-001`,
		regions: 'US',
	}));
	await office.ada.api.bulkSkus({ rows });
	const calls = vi.spyOn(globalThis, 'fetch');
	const list = (...args: string[]) => fixture.json<{ sku: string }[]>(['skus', 'list', '--list', 'monitor1', ...args]);
	const all = await list();
	expect(calls).toHaveBeenCalledTimes(2);
	calls.mockClear();
	expect(await list('--limit', '2')).toEqual(all.slice(0, 2));
	expect(calls).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/[?&]limit=2(&|$)/), expect.anything());
	expect(await list('--limit', '2', '--search', all.at(-1)!.sku)).toEqual(all.slice(-1));
	calls.mockRestore();
	await fixture.run(['skus', 'remove', ...all.map(({ sku }) => sku), '--list', 'monitor1', '--yes']);
});

test('lists refurbished SKUs with the result of their latest check', async () => {
	const [webhook] = await office.testServer.sandbox.control.createWebhooks({ count: 1 });
	const topic = ['--brand', 'nike', '--category', 'refurbished'];
	await fixture.run(['webhooks', 'add', 'refurbished', webhook!.url, ...topic]);
	await fixture.run(['skus', 'add', 'DV0833-101', '--list', 'REFURBISHED']);
	await expect
		.poll(() => fixture.json(['skus', 'list', '--list', 'REFURBISHED', '--state', 'ok']))
		.toMatchObject([{ sku: 'DV0833-101', title: expect.any(String), soldIn: ['US'] }]);
	await fixture.run(['skus', 'remove', 'DV0833-101', '--list', 'REFURBISHED', '-y']);
	await fixture.run(['webhooks', 'remove', 'refurbished', ...topic, '-y']);
});

test('HP accepts part numbers and links, and joins spellings of one link', async () => {
	const omen = 'https://www.hp.com/us-en/shop/pdp/omen';
	const added = await fixture.run(['skus', 'add', '7z5a1ua', `${omen}?utm_source=mail#a`, '--list', 'HP']);
	expect(added).toMatchObject({ code: 0 });
	expect((await fixture.run(['skus', 'add', `${omen}#b`, '--list', 'HP'])).out).toContain('already there');
	const known = (await fixture.json<{ sku: string; note: string | null }[]>(['skus', 'list', '--list', 'HP'])).map(
		({ sku, note }) => [sku, note],
	);
	expect(Object.fromEntries(known)).toEqual({ [omen]: null, '7Z5A1UA': 'its link is not known yet' });
	expect((await fixture.run(['skus', 'list', '--list', 'HP'])).out).toContain('its link is not known yet');
	expect((await fixture.run(['skus', 'add', omen, '--list', 'LINKS'])).err).toContain(
		`${omen} on LINKS belongs on HP, the list for links at hp.com`,
	);
	expect((await fixture.run(['skus', 'remove', `${omen}?gclid=1`, '7Z5A1UA', '--list', 'HP', '-y'])).code).toBe(0);
});

test('adds and removes several SKUs on several lists, all or none', async () => {
	const lists = ['--list', 'MONITOR1,monitor2'];
	const added = await fixture.json<object[]>(['skus', 'add', '-', ...lists], {
		input: ' aa1111-001\n\nBB2222-002,aa1111-001; ',
	});
	expect(added).toHaveLength(4);
	const removed = await fixture.run(['skus', 'remove', 'AA1111-001', 'CC3333-003', ...lists, '-y']);
	expect(removed).toEqual({
		code: 1,
		out: '',
		err: 'error: CC3333-003 on MONITOR1 is not on this list; CC3333-003 on MONITOR2 is not on this list.\n',
	});
	expect(await fixture.json<object[]>(['skus', 'list', ...lists])).toHaveLength(4);
	expect((await fixture.run(['skus', 'remove', 'AA1111-001', 'BB2222-002', ...lists, '-y'])).code).toBe(0);
});

test('errors of an entry name the option and the list', async () => {
	const none = await fixture.run(['skus', 'add', 'M990GL6', '--list', 'HOT_NEWBALANCE']);
	expect(none).toMatchObject({
		code: 1,
		err: 'error: M990GL6 on HOT_NEWBALANCE: --link must be the link of the product.\n',
	});
	expect((await fixture.run(['skus', 'add', 'X', '--list', 'HOT_ASICS'])).err).toContain(
		'X on HOT_ASICS must be the link',
	);
	expect(await fixture.run(['skus', 'add', 'X'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('--list is needed'),
	});
	const typo = await fixture.run(['skus', 'list', '--list', 'MONITR1']);
	expect(typo).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean MONITOR1?') });
	expect((await fixture.run(['skus', 'add', '-', '--list', 'MONITOR1'], { input: ' \n' })).code).toBe(2);
});

test('--regions limits where entries are watched; a dry run estimates the round', async () => {
	const list = ['--list', 'MONITOR4'];
	const add = (sku: string, ...more: string[]) => fixture.run(['skus', 'add', sku, ...list, ...more]);
	expect((await add('RR0001-001', '--regions', 'jp,US')).out).toBe('added: RR0001-001 on MONITOR4\n');
	expect((await add('RR0001-001')).out).toBe('already there: RR0001-001 on MONITOR4\n');
	expect((await add('RR0001-001', '--regions', 'US')).out).toBe('changed: RR0001-001 on MONITOR4\n');
	const dry = await add('RR0002-002', '--dry-run');
	expect(dry).toMatchObject({ code: 0, out: 'added: RR0002-002 on MONITOR4\n' });
	expect((await add('RR0002-002', '--dry-run', '--quiet')).err).toBe('Dry run: nothing was changed.\n');
	const dryRun = ['skus', 'add', 'RR0002-002', '--dry-run', ...list];
	expect(await fixture.json(dryRun)).toEqual([{ outcome: 'added', list: 'MONITOR4', sku: 'RR0002-002' }]);
	expect(dry.err).toMatch(/(takes \d+ |no active subscription).*\nDry run: nothing was changed.\n$/s);
	expect(await fixture.json(['skus', 'list', ...list, '--region', 'us'])).toMatchObject([{ regions: ['US'] }]);
	expect(await fixture.json(['skus', 'list', ...list, '--region', 'JP'])).toEqual([]);
	expect(await fixture.json(['skus', 'list', ...list, '--state', 'blocked'])).toEqual([]);
	expect((await add('RR0001-001', '--regions', 'ZZ')).err).toContain(
		'RR0001-001 on MONITOR4: --regions must be among US, JP',
	);
	expect((await add('RR1')).err).toContain('RR1 on MONITOR4 must be a SKU of Nike (6 letters and digits, a dash');
	await fixture.run(['skus', 'remove', 'RR0001-001', ...list, '-y']);
});

test('a dry run shows separate rounds for new and refurbished products', async () => {
	const file = 'type,sku\nMONITOR1,AB0001-001\nREFURBISHED,DV0833-102\n';
	const args = ['skus', 'import', '--dry-run'];
	const { rounds } = await fixture.json<{ rounds: object[] }>(args, { input: file });
	expect(rounds).toMatchObject([
		{ source: 'NIKE', offer: 'NEW', added: 1 },
		{ source: 'NIKE', offer: 'REFURBISHED', added: 1 },
	]);
	const { err } = await fixture.run(args, { input: file });
	expect(err).toContain('Nike has no active subscription');
	expect(err).toContain('Nike refurbished has no active subscription');
});

const HEADER = 'type,sku,productLink,regions';

test('exports an import of all lists byte for byte', async () => {
	const rows = [
		`HOT_ASICS,${asics},,all`,
		`HOT_NEWBALANCE,M990GL6,${link(2)},all`,
		'MONITOR1,AA1111-001,,"US,JP"',
		'MONITOR1,BB2222-002,,all',
		'REFURBISHED,CC3333-003,,all',
	];
	const first = `${[HEADER, ...rows, '#end,,,'].join('\n')}\n`;
	const done = await fixture.run(['skus', 'import', '--yes'], { input: first });
	expect(done).toMatchObject({ code: 0, err: expect.stringContaining('5 to add') });
	const exported = async (...args: string[]) => (await fixture.run(['skus', 'export', ...args])).out;
	expect(await exported()).toBe(first);
	for (const format of ['json', 'ndjson']) {
		const text = await exported('--format', format);
		expect((await fixture.run(['skus', 'import', '--dry-run', '--prune'], { input: text })).err).toBe(
			'0 to add, 0 to change, 0 to remove, 5 unchanged.\nThere is nothing to change.\n',
		);
	}
	const next = `type,sku,productLink\nhot_newbalance,m990gl6,${link(3)}\nMONITOR1,AA1111-001,\n#end\n`;
	const pruning = ['--prune', '--max-removals', '1', '--list', 'HOT_NEWBALANCE,MONITOR1'];
	const planned = await fixture.run(['skus', 'import', '--yes', ...pruning], { input: next });
	expect(planned).toMatchObject({
		code: 0,
		out: `~ HOT_NEWBALANCE  m990gl6  ${link(3)} (was ${link(2)})\n- MONITOR1  BB2222-002\n`,
	});
	expect(await exported('--list', 'HOT_NEWBALANCE,MONITOR1')).toBe(
		`${HEADER}\nHOT_NEWBALANCE,M990GL6,${link(3)},all\nMONITOR1,AA1111-001,,"US,JP"\n#end,,,\n`,
	);
	const bad = await fixture.run(['skus', 'import', '--yes'], { input: 'type,sku\nMONITOR9,X\nMONITOR1,Y\n' });
	expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('line 2, type must be one of') });
	expect(await exported()).not.toContain('Y');
});

test('pins the interval of an entry, and ends that', async () => {
	const [sku, list] = ['AB1234-001', 'MONITOR1'];
	await fixture.run(['skus', 'add', sku, '--list', list]);
	const pin = (interval: string) => fixture.run(['skus', 'pin', sku, interval, '--list', list]);
	expect((await pin('10s')).out).toBe(`${sku} on ${list}: every 10 s, or as often as the shop's limit allows\n`);
	expect(await fixture.json(['skus', 'list', '--list', list])).toContainEqual(
		expect.objectContaining({ sku, intervalMs: 10_000 }),
	);
	expect((await pin('1s')).err).toContain('"1s" is no interval from 2s to 60min.');
	expect((await pin('none')).out).toBe(`${sku} on ${list}: not pinned\n`);
	await fixture.run(['skus', 'remove', sku, '--list', list, '--yes']);
	expect(await pin('10s')).toMatchObject({ code: 1, err: expect.stringContaining('Not on the list') });
});

test('reports the lists on which an entry was pinned if another list does not have it', async () => {
	const [sku, list] = ['AB1234-001', 'MONITOR1'];
	await fixture.run(['skus', 'add', sku, '--list', list]);
	const both = ['skus', 'pin', sku, '10s', '--list', `${list},MONITOR2`];
	expect(await fixture.run(both)).toMatchObject({
		code: 4,
		out: `${sku} on ${list}: every 10 s, or as often as the shop's limit allows\n`,
		err: expect.stringMatching(`^${sku} on MONITOR2: Not on the list`),
	});
	expect(await fixture.json(both)).toEqual([
		{ type: list, sku, intervalMs: 10_000, problem: null },
		{ type: 'MONITOR2', sku, problem: expect.stringContaining('Not on the list') },
	]);
	await fixture.run(['skus', 'remove', sku, '--list', list, '--yes']);
});
