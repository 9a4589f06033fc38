import { maskWebhookUrl, TOPICS } from '@dropwire/contract';
import { SANDBOX_CHANNELS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
});
afterAll(() => office.close());

const hold = ['--brand', 'nike', '--category', 'shoes', '--region', 'us', '--status', 'hold'];

test('adds, changes and removes rows in one or several groups', async () => {
	expect(await fixture.run(['webhooks', 'add', 'lounge', webhookUrl(1), ...hold])).toEqual({
		code: 0,
		out: 'added: lounge in NIKE SHOES US HOLD\n',
		err: '',
	});
	const set = await fixture.json(['webhooks', 'set', 'lounge', '-', ...hold], { input: `${webhookUrl(2)}\n` });
	expect(set).toEqual([
		{
			outcome: 'changed',
			brand: 'NIKE',
			category: 'SHOES',
			region: 'US',
			status: 'HOLD',
			label: 'lounge',
			value: '…/webhooks/500000000000000002/••••',
		},
	]);
	const many = ['--brand', 'NIKE', '--category', 'SHOES', '--region', 'JP,gb', '--status', 'active,HOLD'];
	const added = await fixture.run(['webhooks', 'add', 'asia', webhookUrl(3), ...many]);
	expect(added.out.split('\n').filter(Boolean)).toHaveLength(4);
	const listed = await fixture.json<object[]>(['webhooks', 'list', '--region', 'JP']);
	expect(listed).toHaveLength(2);
	const removed = await fixture.json<object[]>(['webhooks', 'remove', 'asia', ...many, '--yes']);
	expect(removed.map((row) => (row as { outcome: string }).outcome)).toEqual(Array(4).fill('removed'));
	expect(await fixture.json(['webhooks', 'list', '--region', 'JP'])).toEqual([]);
});

test('writes to every group and lists it without the secret', async () => {
	const all = ['--brand', 'all', '--category', 'all', '--region', 'all', '--status', 'all'];
	expect((await fixture.run(['webhooks', 'add', 'everywhere', webhookUrl(4), ...all])).code).toBe(0);
	const rows = await fixture.json<{ brand: string; label: string; value: string }[]>(['webhooks', 'list']);
	const everywhere = rows.filter(({ label }) => label === 'everywhere');
	expect(everywhere).toHaveLength(TOPICS.length);
	expect(new Set(everywhere.map(({ brand }) => brand))).toEqual(
		new Set(['NIKE', 'HP', 'ADIDAS', 'ASICS', 'NEWBALANCE', 'JD', 'FNL', 'SHOPS', 'STOCK']),
	);
	const { out } = await fixture.run(['webhooks', 'list', '--brand', 'jd']);
	expect(out).toMatch(/^ID +BRAND +CATEGORY +REGION +STATUS +LABEL +WEBHOOK +HEALTH\n/);
	expect(out).not.toContain('token-4');
	expect((await fixture.run(['webhooks', 'list', '--brand', 'jd', '--reveal'])).out).toContain('token-4');
	expect((await fixture.run(['webhooks', 'remove', 'everywhere', ...all, '--yes'])).code).toBe(0);
});

test('adds a row to all groups or to none', async () => {
	await fixture.run(['webhooks', 'add', 'taken', webhookUrl(5), '--brand', 'hp']);
	const { code, err } = await fixture.run(['webhooks', 'add', 'taken', webhookUrl(6), '--brand', 'asics,hp']);
	expect({ code, err }).toEqual({
		code: 2,
		err: expect.stringContaining('--category is needed'),
	});
	const both = ['--brand', 'asics,hp', '--category', 'all', '--status', 'all'];
	expect(await fixture.run(['webhooks', 'add', 'taken', webhookUrl(6), ...both])).toEqual({
		code: 1,
		out: '',
		err: 'error: "taken" in HP LAPTOPS US LAPTOPS: label is already in this group.\n',
	});
	expect(await fixture.json(['webhooks', 'list', '--brand', 'asics'])).toEqual([]);
});

test('rejects ambiguous arguments', async () => {
	const { code, err } = await fixture.run(['webhooks', 'add', 'x', webhookUrl(7), '--brand', 'nike']);
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--category is needed') });
	expect((await fixture.run(['webhooks', 'add', 'x', webhookUrl(7)])).code).toBe(2);
	const typo = await fixture.run(['webhooks', 'list', '--brand', 'nkie']);
	expect(typo).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean NIKE?') });
	const none = await fixture.run(['webhooks', 'list', '--region', 'JP', '--status', 'discount']);
	expect(none).toMatchObject({ code: 2, err: expect.stringContaining('There is no group') });
});

test('rejects invalid webhook URLs and unknown labels', async () => {
	const wrong = await fixture.run(['webhooks', 'add', 'x', 'https://example.com', ...hold, '--json']);
	expect(wrong).toMatchObject({ code: 1, out: '' });
	expect(JSON.parse(wrong.err)).toEqual({
		error: {
			code: 'invalid_input',
			message: '"x" in NIKE SHOES US HOLD: value must be a Discord webhook URL (https://discord.com/api/webhooks/…).',
			fields: { 'rows.0.value': 'must be a Discord webhook URL (https://discord.com/api/webhooks/…)' },
		},
	});
	for (const args of [
		['set', 'nobody', webhookUrl(8)],
		['remove', 'nobody', '--yes'],
	])
		expect(await fixture.run(['webhooks', ...args, ...hold])).toMatchObject({
			code: 1,
			err: expect.stringContaining('is not in this group'),
		});
});

test("the command test prints Discord's answer for each webhook", async () => {
	const { id, token } = SANDBOX_CHANNELS[0]!.webhook;
	const alive = `${office.testServer.sandbox.origin}/api/webhooks/${id}/${token}`;
	await fixture.run(['webhooks', 'add', 'alive', alive, '--brand', 'hp']);
	await fixture.run(['webhooks', 'add', 'dead', webhookUrl(9), '--brand', 'hp']);
	const fine = await fixture.run(['webhooks', 'test', 'alive', '--brand', 'hp']);
	expect(fine).toEqual({ code: 0, out: expect.stringMatching(/^alive: sent after \d+ ms\n$/), err: '' });
	const part = await fixture.run(['webhooks', 'test', 'alive', 'dead', '--brand', 'hp', '--json']);
	expect(part.code).toBe(4);
	expect(JSON.parse(part.out)).toMatchObject([
		{ label: 'alive', status: 'sent', reason: null },
		{ label: 'dead', status: 'failed', reason: expect.stringContaining('404') },
	]);
	const none = await fixture.run(['webhooks', 'test', webhookUrl(99)]);
	expect(none).toMatchObject({ code: 1, out: expect.stringContaining('refused') });
	expect((await fixture.run(['webhooks', 'test', 'nobody', '--brand', 'hp'])).code).toBe(1);
	// Lists show that a webhook is off, and why.
	const { out } = await fixture.run(['webhooks', 'list', '--brand', 'hp']);
	expect(out).toMatch(/dead .*off: Discord answered 404/);
});

test('exits 3 for clients and for users who are not signed in', async () => {
	const cleo = await office.testServer.signIn('cleo');
	const { data } = await cleo.api.tokenCreate({ name: 'x', scopes: ['read', 'write'] });
	const client = await office.fixtureWith(data.token).run(['webhooks', 'list']);
	expect(client).toMatchObject({ code: 3, out: '', err: expect.stringContaining('This requires an operator account') });
	const stranger = await office.fixtureWith('dropwire_unknown').run(['webhooks', 'list', '--json']);
	expect(stranger).toMatchObject({ code: 3, out: '' });
	expect(JSON.parse(stranger.err)).toMatchObject({ error: { code: 'unauthenticated' } });
	expect((await office.fixtureWith(null).run(['webhooks', 'list'])).code).toBe(3);
});

test('replaces a webhook everywhere, after showing the lists', async () => {
	const [leaked, fresh] = [webhookUrl(18), webhookUrl(19)];
	const groups = ['--brand', 'jd', '--category', 'shoes', '--region', 'us', '--status', 'new,restock'];
	await fixture.run(['webhooks', 'add', 'leaked', leaked, ...groups]);
	await office.ada.api.webhooksReplace({ body: [leaked] });
	const places = '~ JD Sports New · US, "leaked"\n~ JD Sports Restock · US, "leaked"\n~ Broadcast list\n';
	expect(await fixture.run(['webhooks', 'replace', leaked, fresh, '--dry-run'])).toEqual({
		code: 0,
		out: places,
		err: 'Dry run: nothing was changed.\n',
	});
	expect(await fixture.run(['webhooks', 'replace', leaked, fresh])).toMatchObject({
		code: 2,
		err: expect.stringContaining('Use --yes'),
	});
	expect(await fixture.run(['webhooks', 'replace', fresh, leaked, '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('is on no list, so there is nothing to replace'),
	});
	const input = `${fresh}\n`;
	expect(await fixture.run(['webhooks', 'replace', leaked, '-', '--yes'], { input })).toEqual({
		code: 0,
		out: places,
		err: '',
	});
	expect(await office.ada.api.webhooks()).toEqual([fresh]);
	const rows = await fixture.json<object[]>(['webhooks', 'list', ...groups]);
	expect(rows).toMatchObject(['US', 'US'].map((region) => ({ region, label: 'leaked', value: maskWebhookUrl(fresh) })));
	await office.ada.api.webhooksReplace({ body: [] });
});

test('an empty list of failing webhooks points to those that are off', async () => {
	await office.testServer.db.knex('webhooks').update({ active: false });
	const { out, err } = await fixture.run(['webhooks', 'list', '--brand', 'jd', '--health', 'failing']);
	expect(out).toBe('');
	expect(err).toMatch(/^\d+ webhooks of these groups are off, which --health off lists\.\nNo webhooks match\.\n$/);
});
