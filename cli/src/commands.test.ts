import { freePort, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, type Office, openOffice } from './testing.ts';

let office: Office;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	desk = office.desk;
});
afterAll(() => office.close());

const { id } = SANDBOX_USERS.dan;

test('somebody is put on the access list, given roles, and taken off it', async () => {
	expect(await desk.run(['users', 'add', id])).toEqual({ code: 0, out: `added: ${id}, client\n`, err: '' });
	expect(await desk.run(['users', 'add', id])).toMatchObject({ code: 1, out: '' });
	expect(await desk.run(['users', 'grant', id, 'premium'])).toMatchObject({ out: `granted: ${id}, client, premium\n` });
	expect(await desk.json(['users', 'list'])).toContainEqual(
		expect.objectContaining({ discordId: id, roles: ['premium'] }),
	);
	expect((await desk.run(['users', 'list'])).out).toMatch(/^DISCORD ID +NAME +ROLES\n/);
	expect(await desk.json(['users', 'revoke', id, 'premium'])).toMatchObject({ discordId: id, roles: [] });
	expect(await desk.run(['users', 'remove', id])).toEqual({ code: 0, out: `removed: ${id}, client\n`, err: '' });
	expect(await desk.run(['users', 'remove', id])).toMatchObject({
		code: 1,
		err: expect.stringContaining('does not exist'),
	});
	expect((await desk.run(['users', 'grant', id, 'king'])).code).toBe(2);
	expect(await desk.run(['users', 'add', 'dan'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('17 to 20 digits'),
	});
	expect(await desk.json(['users', 'add', id, '--admin'])).toMatchObject({ client: 'false', roles: ['admin'] });
});

test('tokens are listed without themselves, and ended', async () => {
	const { data } = await office.ada.api.tokenCreate({ name: 'to end', scopes: ['read'] });
	const listed = await desk.json<{ id: string; name: string }[]>(['tokens', 'list']);
	expect(listed.map(({ name }) => name)).toEqual(['desk', 'to end']);
	expect(JSON.stringify(listed)).not.toContain('dropwire_');
	expect((await desk.run(['tokens', 'list'])).out).toMatch(/^ID +NAME +MAY +MADE +UNTIL +LAST USED\n/);
	expect(await desk.run(['tokens', 'remove', data.id])).toEqual({ code: 0, out: `ended: token ${data.id}\n`, err: '' });
	expect((await desk.run(['tokens', 'remove', data.id, '--json'])).code).toBe(1);
});

test('a product is shown in every region; one that nobody has is a failure', async () => {
	const { out, code, err } = await desk.run(['product', 'ck9246-101']);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(out).toMatch(/REGION +PRICE +IN +DISCOUNT +RELEASE +TITLE\n/);
	const found = await desk.json<{ regions: Record<string, { styleColor: string }> }>(['product', 'CK9246-101']);
	expect(Object.values(found.regions)[0]?.styleColor).toBe('CK9246-101');
	const none = await desk.run(['product', 'NONE-000', '--json']);
	expect(none).toMatchObject({ code: 1 });
	expect(JSON.parse(none.out)).toEqual({ regions: {}, regionsFailed: [] });
});

test('regions that do not answer are named, and the answer counts as partial', async () => {
	const { control } = office.house.sandbox;
	await control.failNike({ region: 'JP', times: 'forever', fault: { accessDenied: true } });
	const { code, err } = await desk.run(['product', 'HQ7978-103']);
	await control.healNike();
	expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('did not answer: JP') });
});

test('a long address gets two short ones', async () => {
	const { out, code } = await desk.run(['shorten', 'https://www.nike.com/t/dunk']);
	expect({ code, lines: out.trim().split('\n') }).toEqual({
		code: 0,
		lines: Array(2).fill(expect.stringMatching(/\/s\/\w+$/)),
	});
	expect(await desk.json(['shorten', 'https://www.nike.com/t/dunk'])).toEqual({
		shortUrl: expect.any(String),
		secondShortUrl: expect.any(String),
	});
	expect(await desk.run(['shorten', 'javascript:alert(1)'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('http'),
	});
});

test('status tells how the server is and who one is there', async () => {
	const { out, code } = await desk.run(['status']);
	expect(code).toBe(0);
	expect(out).toMatch(
		/^server {3}http.* answers in \d+ ms\nready {4}yes\nyou {6}Ada \(admin\)\ndropwire 0\.0\.0, Node \d/,
	);
	expect(await desk.json(['status'])).toMatchObject({ reachable: true, ready: true, user: { username: 'Ada' } });
	expect(await office.deskWith(null).json(['status'])).toMatchObject({ ready: true, user: null });
	const closed = `http://127.0.0.1:${await freePort()}`;
	const nowhere = await desk.run(['status', '--url', closed]);
	expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached (ECONNREFUSED)') });
});
