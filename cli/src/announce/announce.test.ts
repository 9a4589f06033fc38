import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { type CliFixture, type Office, openOffice } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const MESSAGE = [
	'--title',
	'Stock numbers',
	'--image',
	'https://img.example/a.jpg',
	'--description',
	'Size 42: 7\nSize 43: 9',
];

test('an announcement requires recipients and a description', async () => {
	const empty = await fixture.run(['announce', ...MESSAGE, '--all', '--dry-run']);
	expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('No webhooks for announcements yet') });
	expect((await fixture.run(['announce', ...MESSAGE, '--dry-run'])).code).toBe(2);
	expect((await fixture.run(['announce', ...MESSAGE, '--all', '--to', 'x'])).code).toBe(2);
	expect((await fixture.run(['announce', '--title', 'x', '--all'])).code).toBe(2);
});

test('--wait returns once all deliveries are done', async () => {
	const webhooks = await office.testServer.sandbox.control.createWebhooks({ count: 3 });
	for (const [at, { url }] of webhooks.entries())
		await fixture.run(['webhooks', 'add', `row ${at}`, url, '--brand', 'stock']);
	const dry = await fixture.run(['announce', ...MESSAGE, '--to', 'row 0', 'row 2', '--dry-run', '--quiet']);
	expect(dry).toMatchObject({ code: 0, err: 'Dry run: nothing was sent. Recipients: 2 webhooks.\n' });
	expect(dry.out).toMatch(
		/^┃ Stock numbers\n┃ Size 42: 7\n┃ Size 43: 9\n┃ https:\/\/img.example\/a.jpg\n\n {2}row 0 {2}….*\n {2}row 2/,
	);
	expect(await fixture.json(['announce', ...MESSAGE, '--all', '--dry-run'])).toMatchObject({
		dryRun: true,
		title: 'Stock numbers',
		deliveries: 3,
		webhooks: [{ label: 'row 0', active: true }, {}, {}],
	});
	expect((await fixture.json<object[]>(['deliveries'])).length).toBe(0);
	const typo = await fixture.run(['announce', ...MESSAGE, '--to', 'rwo 0', '--yes']);
	expect(typo).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean row 0?') });
	const unconfirmed = await fixture.run(['announce', ...MESSAGE, '--all']);
	expect(unconfirmed).toMatchObject({ code: 2, err: expect.stringContaining('Use --yes') });

	const sent = await fixture.run(['announce', ...MESSAGE, '--all', '--yes', '--wait', '--quiet']);
	expect(sent).toMatchObject({
		code: 0,
		err: expect.stringMatching(/^Announcement \d+: 3 deliveries are queued\.\n$/),
	});
	expect(sent.out).toMatch(/Announcement \d+: 3 delivered, 0 failed, 0 expired\.\n$/);
	expect(await office.testServer.sandbox.control.messages()).toHaveLength(3);
});

test('--servers sends an announcement to the servers that link Stock Numbers', async () => {
	const servers = ['announce', ...MESSAGE, '--title', 'For servers', '--servers'];
	expect(await fixture.run([...servers, '--dry-run'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('No server links Stock Numbers'),
	});
	const cleo = await office.testServer.signIn('cleo');
	const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
	const { id, token } = SANDBOX_CHANNELS[0]!.webhook;
	const link = { guildId, region: 'US', toolsName: 'Stock Numbers' };
	await cleo.api.channelInsert(link);
	const webHook = `${office.testServer.sandbox.origin}/api/webhooks/${id}/${token}`;
	await cleo.api.webhookInsert({ ...link, webHook });
	const dry = await fixture.run([...servers, '--to', 'row 0', '--dry-run', '--quiet']);
	expect(dry.err).toBe('Dry run: nothing was sent. Recipients: 1 webhook of the list and 1 webhook of 1 server.\n');
	expect((await fixture.run([...servers, '--dry-run', '--quiet'])).err).toContain('Recipients: 1 webhook of 1 server.');
	const one = ['announce', ...MESSAGE, '--title', 'For one server', '--server', guildId];
	expect(await fixture.run([...one, '--servers', '--dry-run'])).toMatchObject({ code: 2 });
	expect((await fixture.run([...one, '--dry-run', '--quiet'])).err).toContain('Recipients: 1 webhook of 1 server.');
	expect(await fixture.run([...one, '1'.repeat(18), '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('"111111111111111111" has no link to Stock Numbers that is on.'),
	});
	const sent = await fixture.run([...servers, '--yes', '--wait', '--quiet']);
	expect(sent).toMatchObject({ code: 0, out: expect.stringMatching(/1 delivered, 0 failed/) });
	expect(await office.testServer.sandbox.control.messages({ webhookId: id })).toHaveLength(1);
	expect((await fixture.run([...one, '--yes', '--wait', '--quiet'])).out).toMatch(/1 delivered, 0 failed/);
	expect(await office.testServer.sandbox.control.messages({ webhookId: id })).toHaveLength(2);
});

test('delivers two announcements with one key once', async () => {
	const key = ['--idempotency-key', 'only once', '--yes', '--to', 'row 1'];
	const first = await fixture.json<{ id: string }>(['announce', ...MESSAGE, ...key]);
	expect(first).toEqual({ id: expect.any(String), deliveries: 1 });
	expect(await fixture.json(['announce', ...MESSAGE, ...key])).toEqual(first);
	const other = await fixture.run(['announce', ...MESSAGE, ...key, '--title', 'Something else']);
	expect(other).toMatchObject({ code: 1, err: expect.stringContaining('another announcement') });
	const text = await fixture.run(['announce', ...MESSAGE, ...key]);
	expect(text.out).toContain(`Announcement ${first.id}: 1 delivery is queued`);
});

test('exits with 4 if some deliveries fail', async () => {
	const gone = (await office.testServer.sandbox.control.createWebhooks({ count: 1 }))[0]!;
	await fixture.run(['webhooks', 'add', 'gone', gone.url, '--brand', 'stock']);
	await office.testServer.sandbox.control.deleteWebhook(gone.id);
	const part = await fixture.run(['announce', ...MESSAGE, '--to', 'row 0', 'gone', '--yes', '--wait', '--json']);
	expect(part.code).toBe(4);
	expect(JSON.parse(part.out)).toMatchObject({ deliveries: 2, sent: 1, failed: 1, expired: 0 });
	expect(part.err).toContain('dropwire deliveries --announcement');
	const { out } = await fixture.run(['announce', ...MESSAGE, '--to', 'gone', '--dry-run']);
	expect(out).toContain('is off');
});
