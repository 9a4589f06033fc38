import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

/** The newest change in the log. */
const newest = async () => (await fixture.json<{ id: string }[]>(['audit', '--limit', '1']))[0]?.id ?? '';
const listed = async () => (await fixture.json<{ sku: string }[]>(['skus', 'list'])).map(({ sku }) => sku);

test('a removed SKU is added again once the undo is confirmed', async () => {
	await fixture.run(['skus', 'add', 'CK9246-101', '--list', 'monitor1']);
	const added = await newest();
	await fixture.run(['skus', 'remove', 'CK9246-101', '--list', 'monitor1', '--yes']);
	const removed = await newest();
	expect(await fixture.run(['audit', 'undo', removed, '--dry-run'])).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Add again: .*"sku":"CK9246-101"/),
		err: 'Dry run: nothing was changed.\n',
	});
	expect(await listed()).toEqual([]);
	expect(await fixture.run(['audit', 'undo', removed])).toMatchObject({ code: 2 });
	expect(await fixture.run(['audit', 'undo', removed, '--yes'])).toEqual({
		code: 0,
		out: 'CK9246-101 on MONITOR1 was added again.\n',
		err: '',
	});
	expect(await listed()).toEqual(['CK9246-101']);
	expect(await fixture.run(['audit', 'undo', added, '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('This change cannot be undone'),
	});
});

test('an undo does not overwrite a later change', async () => {
	const { api } = office.ada;
	await api.promoInsert({ promocode: 'DROP10', description: 'ten' });
	for (const description of ['eleven', 'twelve']) await api.promoEdit({ id: '1', promocode: 'DROP10', description });
	const last = await newest();
	expect(await fixture.run(['audit', 'undo', String(Number(last) - 1), '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('has since been changed'),
	});
	expect(await fixture.json(['audit', 'undo', last, '--yes'])).toMatchObject({ id: last, undo: 'Restore' });
});

test('an id that is not in the log is named', async () => {
	expect(await fixture.run(['audit', 'undo', '999999', '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('The audit log has no change 999999.'),
	});
	expect(await fixture.run(['audit', 'undo', 'x', '--yes'])).toMatchObject({ code: 2 });
});
