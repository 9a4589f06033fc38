import { once } from 'node:events';
import { createServer } from 'node:http';
import { addLivingEngine } from '@dropwire/bff/testing';
import type { ProductCard } from '@dropwire/contract';
import { freePort, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice } from './testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const { id } = SANDBOX_USERS.dan;

test('adds, changes and removes users of the access list', async () => {
	expect(await fixture.run(['users', 'add', id])).toEqual({ code: 0, out: `added: ${id}, client\n`, err: '' });
	expect(await fixture.run(['users', 'add', id])).toMatchObject({ code: 1, out: '' });
	expect(await fixture.run(['users', 'grant', id, 'premium'])).toMatchObject({
		out: `granted: ${id}, client, premium\n`,
	});
	expect(await fixture.json(['users', 'list'])).toContainEqual(
		expect.objectContaining({ discordId: id, roles: ['premium'] }),
	);
	expect((await fixture.run(['users', 'list'])).out).toMatch(/^DISCORD ID +NAME +ROLES +PLAN +EXPIRES +SEEN\n/);
	expect((await fixture.run(['users', 'edit', id, '--plan', 'Pro', '--expires', '2031-12-31'])).out).toBe(
		`changed: ${id}, client, premium, plan Pro, expires 2031-12-31 23:59:59\n`,
	);
	expect((await fixture.run(['users', 'edit', id])).code).toBe(2);
	expect((await fixture.run(['users', 'edit', id, '--expires', 'soon'])).code).toBe(2);
	expect((await fixture.run(['users', 'edit', id, '--expires', '2031-02-30'])).code).toBe(2);
	expect((await fixture.run(['users', 'edit', id, '--plan', '', '--expires', 'never'])).out).toBe(
		`changed: ${id}, client, premium\n`,
	);
	const [eve, pia] = [SANDBOX_USERS.eve.id, SANDBOX_USERS.pia.id];
	const many = ['users', 'add', id, eve, pia, '--plan', 'Pro', '--expires', '30d'];
	const planned = `unchanged: ${id}\nwould be added: ${eve}\nwould be added: ${pia}\n`;
	expect(await fixture.run([...many, '--dry-run'])).toMatchObject({ code: 0, out: planned });
	const outcomes = planned.replaceAll('would be ', '');
	expect(await fixture.run(many)).toMatchObject({ code: 0, out: outcomes });
	expect(await fixture.json(['users', 'list'])).toContainEqual(
		expect.objectContaining({ discordId: eve, plan: 'Pro' }),
	);
	expect(await fixture.json(['users', 'revoke', id, 'premium'])).toMatchObject({ discordId: id, roles: [] });
	expect(await fixture.run(['users', 'remove', id, '--yes'])).toEqual({
		code: 0,
		out: `removed: ${id}, client\n`,
		err: '',
	});
	expect(await fixture.run(['users', 'remove', id, '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('does not exist'),
	});
	expect((await fixture.run(['users', 'grant', id, 'king'])).code).toBe(2);
	expect(await fixture.run(['users', 'add', id, 'dan'])).toMatchObject({
		code: 2,
		out: '',
		err: 'error: Not a Discord id of 17 to 20 digits: "dan".\n',
	});
	const outcome = [{ discordId: id, outcome: 'added', problem: null }];
	expect(await fixture.json(['users', 'add', id, '--dry-run'])).toEqual(outcome);
	expect(await fixture.json(['users', 'add', id, '--admin'])).toEqual(outcome);
	expect(await fixture.json(['users', 'list'])).toContainEqual(
		expect.objectContaining({ discordId: id, client: 'false', roles: ['admin'] }),
	);
});

test('lists, approves and declines requests for access', async () => {
	await office.testServer.db.knex('users').whereIn('discordId', [SANDBOX_USERS.dan.id, SANDBOX_USERS.eve.id]).delete();
	const people = ['mia', 'dan', 'eve'] as const;
	for (const name of people) {
		const person = await office.testServer.signIn(name);
		await person.api.accessRequestCreate({ note: `I am ${name}` });
	}
	const [mia, dan, eve] = people.map((name) => SANDBOX_USERS[name].id);
	const listed = await fixture.run(['access', 'requests']);
	expect(listed.out).toMatch(new RegExp(`^DISCORD ID +NAME +REQUESTED +NOTE\n${mia} +mia +\\S+ \\S+ +I am mia\n`));
	expect(await fixture.json(['access', 'requests', '--search', 'AM DAN'])).toMatchObject([{ discordId: dan }]);
	expect(await fixture.json(['access', 'requests', '--limit', '2'])).toHaveLength(2);

	expect((await fixture.run(['access', 'approve', mia!, 'dan'])).code).toBe(2);
	expect((await fixture.run(['access', 'approve', mia!, '--role', 'king'])).code).toBe(2);
	const approve = ['access', 'approve', mia!, eve!, '--plan', 'Pro', '--role', 'premium'];
	expect(await fixture.run(approve)).toMatchObject({
		code: 0,
		out: expect.stringContaining(`(${mia}), client, premium, plan Pro\napproved: `),
	});
	expect(await fixture.run(['access', 'decline', eve!, dan!, '--reason', 'no proof'])).toEqual({
		code: 4,
		out: `declined: ${dan}\n`,
		err: `${eve}: An open request of this person does not exist.\n`,
	});
	expect(await fixture.json(['access', 'approve', dan!])).toMatchObject([{ discordId: dan, status: null }]);
	expect(await fixture.run(['access', 'requests'])).toEqual({ code: 0, out: '', err: 'No open requests.\n' });
});

test('lists tokens without their secrets, and revokes them', async () => {
	const { data } = await office.ada.api.tokenCreate({ name: 'unused', scopes: ['read'] });
	const listed = await fixture.json<{ id: string; name: string }[]>(['tokens', 'list']);
	expect(listed.map(({ name }) => name)).toEqual(['fixture', 'unused']);
	expect(JSON.stringify(listed)).not.toContain('dropwire_');
	expect((await fixture.run(['tokens', 'list'])).out).toMatch(/^ID +NAME +SCOPES +CREATED +EXPIRES +LAST USED\n/);
	expect(await fixture.run(['tokens', 'remove', data.id, '--yes'])).toEqual({
		code: 0,
		out: `revoked: token ${data.id}\n`,
		err: '',
	});
	expect((await fixture.run(['tokens', 'remove', data.id, '--json', '--yes'])).code).toBe(1);
});

test('shows a product in every region, or in one with its sizes', async () => {
	const { out, code, err } = await fixture.run(['product', 'ck9246-101']);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(out).toMatch(
		/REGION +STATUS +PRICE +LAUNCH +SIZES +CHECKED\nUS +ACTIVE +\$205.00 +2026-04-30 14:00 UTC +\d+\/\d+ /,
	);
	const card = await fixture.json<ProductCard>(['product', 'CK9246-101']);
	expect(card.regions[0]).toMatchObject({ region: 'US', status: 'ACTIVE', launchAt: Date.parse('2026-04-30T14:00Z') });
	const one = await fixture.run(['product', 'CK9246-101', '--region', 'us']);
	expect(one.out).toMatch(
		/^Status +ACTIVE\nPrice +\$205.00\nLaunch +2026-04-30 14:00 UTC · .+\nSizes +\d+\/\d+, levels/m,
	);
	expect((await fixture.json<ProductCard>(['product', 'CK9246-101', '--brand', 'nike'])).brand).toBe('NIKE');
	expect((await fixture.run(['product', 'CK9246-101', '--brand', 'jd'])).code).toBe(1);
	const none = await fixture.run(['product', 'NONE-000', '--json']);
	expect(none).toMatchObject({
		code: 1,
		out: '',
		err: expect.stringContaining('NONE-000 does not exist in any region'),
	});
});

test('exits with 4 if a region does not answer', async () => {
	const { control } = office.testServer.sandbox;
	await control.failNike({ region: 'JP', times: 'forever', fault: { accessDenied: true } });
	const { code, err } = await fixture.run(['product', 'HQ7978-103', '--quiet']);
	await control.healNike();
	expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('did not answer: JP') });
});

test('shorten creates two short URLs', async () => {
	const { out, code } = await fixture.run(['shorten', 'https://www.nike.com/t/dunk']);
	expect({ code, lines: out.trim().split('\n') }).toEqual({
		code: 0,
		lines: Array(2).fill(expect.stringMatching(/\/s\/\w+$/)),
	});
	expect(await fixture.json(['shorten', 'https://www.nike.com/t/dunk'])).toEqual({
		shortUrl: expect.any(String),
		secondShortUrl: expect.any(String),
	});
	expect(await fixture.run(['shorten', 'javascript:alert(1)'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('http'),
	});
});

test('status shows the server, the account and connection errors', async () => {
	const { out, code } = await fixture.run(['status']);
	expect(code).toBe(0);
	expect(out).toMatch(
		/^server {3}http.* answers in \d+ ms\nready {4}yes\naccount {2}Ada \(admin\)\nchecks {3}.+\ndropwire \d+\.\d+\.\d+, server \d+\.\d+\.\d+, Node \d/,
	);
	expect(await fixture.json(['status'])).toMatchObject({ reachable: true, ready: true, user: { username: 'Ada' } });
	expect(await office.fixtureWith(null).json(['status'])).toMatchObject({ ready: true, user: null, sources: null });
	const adidas = { source: 'ADIDAS', region: 'US', host: '', watched: 5, neverChecked: 2, blocked: 0, roundMs: 40_000 };
	const { knex } = office.testServer.db;
	await addLivingEngine(office.testServer.db);
	await knex('source_rounds').insert({
		worker: '~x',
		...adidas,
		oldestCheckAt: Date.now() - 600_000,
		waitingSince: Date.now() - 600_000,
	});
	await expect
		.poll(async () => (await fixture.run(['status'])).out)
		.toContain('checks   ADIDAS 5 SKUs, oldest check 10 min ago in US late (round 40 s, 2 never checked)\n');
	await knex('workers').where({ id: '~x' }).delete();
	const closed = `http://127.0.0.1:${await freePort()}`;
	const unreachable = await fixture.run(['status', '--url', closed]);
	expect(unreachable).toEqual({
		code: 1,
		out: '',
		err: `error: Could not connect to ${closed} (ECONNREFUSED).\nCheck the URL, which comes from --url.\n`,
	});
	const redirecting = createServer((request, response) => {
		response.writeHead(301, { location: `https://drop.example${request.url}` }).end();
	}).listen(0, '127.0.0.1');
	await once(redirecting, 'listening');
	const insecure = `http://127.0.0.1:${(redirecting.address() as { port: number }).port}`;
	for (const command of [['status'], ['users', 'list'], ['users', 'add', '1'.repeat(17)], ['events', '--follow']]) {
		expect(await fixture.run([...command, '--url', insecure])).toEqual({
			code: 1,
			out: '',
			err: `error: ${insecure} redirects to https://drop.example.\nUse that URL: --url https://drop.example\n`,
		});
	}
	redirecting.close();
	const other = await fixture.run(['status', '--url', office.testServer.sandbox.origin]);
	expect(other.err).toContain(`${office.testServer.sandbox.origin} answered 404, but not as Dropwire.`);
});
