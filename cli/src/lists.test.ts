import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, type Office, openOffice, webhookUrl } from './testing.ts';

const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
const THREAD = '700000000000000009';
let office: Office;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	fixture = office.fixture;
	const { api } = office.ada;
	await api.nikeWebhooksChange({
		region: 'US',
		category: 'shoes',
		action: 'INSERT',
		status: 'HOLD',
		data: { label: 'a hold', value: webhookUrl(1) },
	});
	await api.webhooksReplace({ body: [`${webhookUrl(2)}?thread_id=${THREAD}`] });
	await api.channelInsert({ guildId, region: 'US', toolsName: 'Nike Shoes Active' });
	await api.webhookInsert({
		guildId,
		region: 'US',
		toolsName: 'Nike Shoes Active',
		webHook: `${webhookUrl(3)}?thread_id=${THREAD}`,
	});
	await api.urlShorten({ originalUrl: 'https://www.nike.com/t/dunk' });
	await api.promoInsert({ promocode: 'SAVE20', description: 'all shoes' });
	await api.blacklistInsert({ blacklist: 'socks', category: 'shoe' });
	await api.keywordInsert({ keyword: 'dunk', changeType: 'price', cooldown: 60, category: 'shoe' });
});
afterAll(() => office.close());

test.each<[args: string[], row: RegExp, search: string]>([
	[['audit'], /nikeWebhooksChange +\S+/, 'no such object'],
	[['webhooks', 'all'], /a hold +…\/webhooks\/5000…0001 /, 'zzz'],
	[['broadcast'], /…\/webhooks\/5000…0002\/••••\?thread_id=…0009/, 'zzz'],
	[['guilds'], new RegExp(`^${guildId}  \\S`, 'm'), 'zzz'],
	[['guilds', 'topics', guildId], /US +Nike Shoes Active +1/, 'zzz'],
	[['guilds', 'links', guildId], /US +Nike Shoes Active +webhook …0003, thread …0009/, 'zzz'],
	[['social', 'keywords'], /shoe +on +dunk +price +60 s|shoe +off +dunk +price +60 s/, 'zzz'],
	[['social', 'promocodes'], /SAVE20 +all shoes/, 'zzz'],
	[['social', 'blacklist'], /shoe +socks/, 'zzz'],
	[['short-urls'], /\/s\/\w+ +0 .*https:\/\/www.nike.com\/t\/dunk/, 'zzz'],
])('%j lists rows, searches them, and limits their number', async (args, row, search) => {
	const { code, out, err } = await fixture.run(args);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(out).toMatch(row);
	const all = await fixture.json<object[]>(args);
	expect(all.length).toBeGreaterThan(0);
	expect(await fixture.json([...args, '--limit', '1'])).toHaveLength(1);
	const none = await fixture.run([...args, '--search', search]);
	expect(none).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/\w\.\n$/) });
	expect(await fixture.json([...args, '--search', search])).toEqual([]);
});

test('--jq filters JSON and rejects an invalid filter first', async () => {
	const jq = (filter: string, ...args: string[]) => fixture.run([...args, '--jq', filter]);
	const labels = '.[] | select(.label) | "\\(.label): \\(.topics | length)"';
	expect(await jq(labels, 'webhooks', 'all')).toEqual({ code: 0, out: 'a hold: 1\n', err: '' });
	expect(await jq('.data[0:] | length', 'api', 'GET', '/api/tokens')).toMatchObject({ code: 0, out: '1\n' });
	expect(await jq('.[0].id.no', 'webhooks', 'all')).toMatchObject({
		code: 1,
		out: '',
		err: expect.stringContaining('The filter of --jq failed: Cannot index string with'),
	});
	expect(await jq('.[].label', 'webhooks', 'export')).toEqual({ code: 0, out: 'a hold\n', err: '' });
	expect(await jq('.[].label', 'webhooks', 'export', '--output', 'file.json')).toMatchObject({ code: 2, out: '' });
	expect(await jq('.[].label', 'webhooks', 'export', '--format', 'csv')).toMatchObject({ code: 2, out: '' });
	const before = await fixture.json(['short-urls']);
	expect(await jq('.[', 'shorten', 'https://www.nike.com/t/late')).toMatchObject({
		code: 2,
		out: '',
		err: expect.stringContaining('--jq is not a filter of jq: syntax error'),
	});
	expect(await fixture.json(['short-urls'])).toEqual(before);
});

test('shows complete webhook URLs only with --reveal', async () => {
	for (const args of [['broadcast'], ['broadcast', '--json']]) {
		expect((await fixture.run(args)).out).not.toContain('token-2');
		expect((await fixture.run([...args, '--reveal'])).out).toContain(webhookUrl(2));
	}
	expect((await fixture.run(['webhooks', 'all', '--json'])).out).not.toContain('token-');
});

test.each([
	['events', '--kind', 'restock'],
	['events', '--brand', 'nike'],
	['events', '--region', 'us'],
	['messages', '--kind', 'Restock'],
	['messages', '--region', ' us '],
	['webhooks', 'all', '--brand', 'nike'],
	['webhooks', 'all', '--region', 'us'],
	['skus', 'list', '--region', 'us'],
	['skus', 'list', '--state', 'OK'],
	['sources', 'list', '--brand', 'nike'],
	['deliveries', '--status', 'SENT'],
])('%s %s %s ignores letter case and rejects unknown words', async (...args) => {
	expect(await fixture.run(args)).toMatchObject({ code: 0 });
	for (const wrong of ['zz', '']) {
		expect(await fixture.run([...args.slice(0, -1), wrong])).toMatchObject({
			code: 2,
			err: expect.stringContaining(`argument '${wrong}' is invalid. Allowed choices are `),
		});
	}
});

test('--follow rejects unknown kinds, brands and regions', async () => {
	for (const filter of [
		['--kind', 'RESTOK'],
		['--brand', 'NIKEE'],
		['--region', 'UK'],
	])
		expect((await fixture.run(['events', '--follow', ...filter])).code).toBe(2);
});

test('a read-only token gets masked webhooks', async () => {
	const { data } = await office.ada.api.tokenCreate({ name: 'reader', scopes: ['read'] });
	const reader = office.fixtureWith(data.token);
	const masked = '…/webhooks/500000000000000001/••••';
	expect((await reader.run(['webhooks', 'list'])).out).toContain('…/webhooks/5000…0001  nothing');
	expect(await reader.json(['webhooks', 'list'])).toMatchObject([{ value: masked }]);
});

test('empty lists print a note; a span takes a time or a duration', async () => {
	for (const args of [['messages'], ['social', 'posts']]) {
		expect(await fixture.run(args)).toMatchObject({ code: 0, out: '', err: expect.stringContaining('No ') });
		expect(await fixture.json(args)).toEqual([]);
	}
	expect(await fixture.json(['audit', '--until', '7d'])).toEqual([]);
	expect(await fixture.json<object[]>(['audit', '--since', '1h'])).not.toEqual([]);
	expect(await fixture.json<object[]>(['audit', '--since', '2020-01-01', '--until', '2099-12-31 23:59'])).not.toEqual(
		[],
	);
	expect((await fixture.run(['audit', '--since', '2026-02-30 12:00'])).code).toBe(2);
	expect(await fixture.json<object[]>(['audit', '--since', 'yesterday'])).not.toEqual([]);
	expect(await fixture.json(['audit', '--until', 'Yesterday'])).toEqual([]);
	expect(await fixture.run(['audit', '--since', 'last week'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('Examples: 2026-04-17'),
	});
});

test("`guilds share` prints a link to the server's setup", async () => {
	const { code, out, err } = await fixture.run(['guilds', 'share', guildId]);
	expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^The link works until .*shown only now:\n$/) });
	const secret = /\/setup\/([\w-]+)\n$/.exec(out)?.[1] ?? '';
	const { data } = await office.ada.api.sharedSetup({ secret });
	expect(data.links.map(({ topic }) => topic)).toEqual(['Nike Shoes Active']);
});
