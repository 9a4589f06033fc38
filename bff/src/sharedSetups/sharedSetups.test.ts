import { SharedSetup } from '@dropwire/db';
import { LIMITS } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../testing.ts';
import { openTestServer, type TestServer } from '../testing.ts';

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const [JP, THREAD] = ['300000000000000013', '600000000000000001'];
const link = { region: 'US', toolsName: 'Nike Shoes Active' } as const;

let testServer: TestServer;
let ada: Browser;
let cleo: Browser;
beforeEach(async () => {
	testServer = await openTestServer();
	[ada, cleo] = await Promise.all([testServer.signIn('ada'), testServer.signIn('cleo')]);
});
afterEach(() => testServer.close());

async function add(region: 'US' | 'JP', options = {}): Promise<void> {
	await cleo.api.serverSetup({ guildId, changes: [{ ...link, action: 'ADD', region, channelId: JP, options }] });
}
const share = async () => (await cleo.api.sharedSetupCreate({ guildId })).data;
const secretOf = ({ url }: { url: string }) => /\/setup\/([\w-]{32})$/.exec(url)?.[1] ?? '';

test('a share link shows the setup as it was, without ids, webhooks and what belongs to its server', async () => {
	await add('US', { minPrice: 50, mentions: ['500000000000000001'], thread: { id: THREAD } });
	const shared = await share();
	await add('JP');
	const { data } = await ada.api.sharedSetup({ secret: secretOf(shared) });
	expect(data).toEqual({
		guildName: 'Sole Searchers',
		createdAt: shared.createdAt,
		expiresAt: shared.createdAt + 7 * 86_400_000,
		links: [{ region: 'US', topic: 'Nike Shoes Active', channel: 'nike-jp', options: { minPrice: 50 } }],
	});
	const [row] = await SharedSetup.query(testServer.db.knex);
	expect(JSON.stringify(row)).not.toContain(secretOf(shared));
	expect(row?.links).not.toMatch(/\d{17}/);
});

test('a share link is listed without its secret, and ends when a person of its server ends it', async () => {
	await add('US');
	const { url, ...shown } = await share();
	expect(shown).toMatchObject({ by: 'Cleo', links: 1 });
	expect((await cleo.api.sharedSetups({ guildId })).data).toEqual([shown]);
	const other = { guildId: SANDBOX_GUILDS.restockRadar.id, id: shown.id };
	await expect(ada.api.sharedSetupEnd(other)).rejects.toMatchObject({ status: 404 });
	await cleo.api.sharedSetupEnd({ guildId, id: shown.id });
	expect((await cleo.api.sharedSetups({ guildId })).data).toEqual([]);
	await expect(ada.api.sharedSetup({ secret: secretOf({ url }) })).rejects.toMatchObject({ status: 404 });
	const changes = (await cleo.api.guildChanges({ guildId })).data.slice(0, 2);
	expect(changes.map(({ name, what }) => [name, what])).toEqual([
		['Cleo', 'Ended a share link of the setup.'],
		['Cleo', 'Shared the setup by a link.'],
	]);
});

test('expired and unknown share links are answered alike', async () => {
	await add('US');
	const shared = await share();
	await SharedSetup.query(testServer.db.knex).patch({ expiresAt: Date.now() });
	expect((await cleo.api.sharedSetups({ guildId })).data).toEqual([]);
	for (const secret of [secretOf(shared), 'unknown'])
		await expect(ada.api.sharedSetup({ secret })).rejects.toMatchObject({
			status: 404,
			message: 'This share link has ended, or never existed.',
		});
});

test('a server has a limited number of share links, and none without a link', async () => {
	await expect(share()).rejects.toMatchObject({ status: 409 });
	await add('US');
	for (let count = 0; count < LIMITS.sharedSetups; count++) await share();
	await expect(share()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('End one first') });
});
