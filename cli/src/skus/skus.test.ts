import { SKU_LISTS } from '@dropwire/bff/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, type Office, openOffice } from '../testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
});
afterAll(() => office.close());

const link = (n: number) => `https://shop.example/product-${n}`;
/** An entry as each list wants it. */
const entryOf = (list: string) => (SKU_LISTS[list] === 'link' ? link(1) : 'AB1234-001');

test.each(Object.keys(SKU_LISTS))('on %s an entry is added, listed and removed', async (list) => {
	const sku = entryOf(list);
	const more = SKU_LISTS[list] === 'sku and link' ? ['--link', link(2)] : [];
	const args = [sku, '--list', list.toLowerCase()];
	expect(await desk.run(['skus', 'add', ...args, ...more])).toEqual({
		code: 0,
		out: `added: ${sku} on ${list}\n`,
		err: '',
	});
	expect(await desk.json(['skus', 'add', ...args, ...more])).toEqual([{ outcome: 'unchanged', list, sku }]);
	expect(await desk.json(['skus', 'list', '--list', list])).toMatchObject([
		{ list, sku, productLink: more[1] ?? null, regions: [], blocked: [] },
	]);
	expect((await desk.run(['skus', 'list', '--list', list])).out).toContain(sku);
	expect(await desk.run(['skus', 'remove', ...args])).toEqual({
		code: 0,
		out: `removed: ${sku} on ${list}\n`,
		err: '',
	});
	expect(await desk.run(['skus', 'list', '--list', list])).toEqual({
		code: 0,
		out: '',
		err: 'Nothing stands there.\n',
	});
});

test('several SKUs go on several lists at once, from stdin too, and come off all or none', async () => {
	const lists = ['--list', 'MONITOR1,monitor2'];
	const added = await desk.json<object[]>(['skus', 'add', '-', ...lists], {
		input: ' aa1111-001\n\nBB2222-002\taa1111-001 ',
	});
	expect(added).toHaveLength(4);
	const removed = await desk.run(['skus', 'remove', 'AA1111-001', 'CC3333-003', ...lists]);
	expect(removed).toEqual({
		code: 1,
		out: '',
		err: 'error: CC3333-003 on MONITOR1 is not on this list; CC3333-003 on MONITOR2 is not on this list.\n',
	});
	expect(await desk.json<object[]>(['skus', 'list', ...lists])).toHaveLength(4);
	expect((await desk.run(['skus', 'remove', 'AA1111-001', 'BB2222-002', ...lists])).code).toBe(0);
});

test('what a list does not take is told in words of the command', async () => {
	const none = await desk.run(['skus', 'add', 'X', '--list', 'HOT_NEWBALANCE']);
	expect(none).toMatchObject({ code: 1, err: 'error: X on HOT_NEWBALANCE: --link must be the link of the product.\n' });
	expect((await desk.run(['skus', 'add', 'X', '--list', 'HOT_ASICS'])).err).toContain(
		'X on HOT_ASICS must be the link',
	);
	expect(await desk.run(['skus', 'add', 'X'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('--list is needed'),
	});
	const typo = await desk.run(['skus', 'list', '--list', 'MONITR1']);
	expect(typo).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean MONITOR1?') });
	expect((await desk.run(['skus', 'add', '-', '--list', 'MONITOR1'], { input: ' \n' })).code).toBe(2);
});

const HEADER = 'type,sku,productLink';

test('an import of all lists is exported byte for byte, and changed by line', async () => {
	const rows = [
		`HOT_ASICS,${link(1)},`,
		`HOT_NEWBALANCE,M990GL6,${link(2)}`,
		'MONITOR1,AA1111-001,',
		'MONITOR1,BB2222-002,',
		'REFURBISHED,CC3333-003,',
	];
	const first = `${[HEADER, ...rows].join('\n')}\n`;
	const done = await desk.run(['skus', 'import', '--yes'], { input: first });
	expect(done).toMatchObject({ code: 0, err: expect.stringContaining('5 to add') });
	const exported = async (...args: string[]) => (await desk.run(['skus', 'export', ...args])).out;
	expect(await exported()).toBe(first);
	for (const format of ['json', 'ndjson']) {
		const text = await exported('--format', format);
		expect((await desk.run(['skus', 'import', '--dry-run', '--prune'], { input: text })).err).toContain('5 unchanged');
	}
	const next = `type,sku,productLink\nhot_newbalance,m990gl6,${link(3)}\nMONITOR1,AA1111-001,\n`;
	const planned = await desk.run(['skus', 'import', '--yes', '--prune', '--list', 'HOT_NEWBALANCE,MONITOR1'], {
		input: next,
	});
	expect(planned).toMatchObject({
		code: 0,
		out: `~ HOT_NEWBALANCE  m990gl6  ${link(3)} (was ${link(2)})\n- MONITOR1  BB2222-002\n`,
	});
	expect(await exported('--list', 'HOT_NEWBALANCE,MONITOR1')).toBe(
		`${HEADER}\nHOT_NEWBALANCE,M990GL6,${link(3)}\nMONITOR1,AA1111-001,\n`,
	);
	const bad = await desk.run(['skus', 'import', '--yes'], { input: 'type,sku\nMONITOR9,X\nMONITOR1,Y\n' });
	expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('line 2, type must be one of') });
	expect(await exported()).not.toContain('Y');
});
