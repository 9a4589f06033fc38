import { SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTING_USER } from '@dropwire/contract';
import { contract, type Endpoint } from '@dropwire/contract';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
/** Parts of webhook URLs, which only users who saved them can read. */
let secrets: string[];
const guildId = SANDBOX_GUILDS.soleSearchers.id;
const channelId = SANDBOX_CHANNELS.find((channel) => channel.guildId === guildId)!.id;
const HP = { region: 'US', toolsName: 'HP Laptops' };

beforeAll(async () => {
	testServer = await openTestServer();
	const [ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
	const urls = (await testServer.sandbox.control.createWebhooks({ count: 9, channelId })).map(({ url }) => url);
	secrets = urls.map((url) => url.split('/').at(-1)!);
	const data = { label: 'one', value: urls[0]! };
	await ada.api.nikeWebhooksChange({ region: 'US', category: 'SHOES', action: 'INSERT', status: 'ACTIVE', data });
	await ada.api.hpWebhooksChange({ action: 'INSERT', category: 'LAPTOPS', data: { ...data, value: urls[1]! } });
	await ada.api.adidasWebhooksChange({ action: 'INSERT', status: 'HOT1', data: { ...data, value: urls[2]! } });
	await ada.api.asicsWebhooksChange({ action: 'INSERT', status: 'RESTOCK', data: { ...data, value: urls[3]! } });
	const jd = { action: 'INSERT', status: 'NEW', data: { ...data, value: urls[4]! } };
	await ada.api.jdfnlWebhooksChange({ category: 'JDFNL', ...jd });
	await ada.api.stockNumberWebhooksChange({ action: 'CREATE', label: 'one', value: urls[5]! });
	await ada.api.webhooksReplace({ body: [urls[6]!] });
	await cleo.api.channelInsert({ guildId, ...HP });
	const { id } = (await cleo.api.webhookInsert({ guildId, ...HP, webHook: urls[7]! })).data;
	await cleo.api.linkTest({ guildId, id });
});
afterAll(() => testServer.close());

/** What the contract's reads are asked with; a call takes what its query names. */
const ASKED: Record<string, string> = {
	guildId,
	...HP,
	brand: 'NIKE',
	sku: 'CK9246-101',
	type: 'MONITOR1',
	q: 'one',
	text: 'ck',
	id: '1',
	event: '1',
	subscription: '1',
	ids: '1',
	slug: 'none',
	secret: 'unknown',
	near: 'New York',
};
/** Where one call takes another word for it, or none. */
const ASKED_OF: Record<string, Record<string, string>> = {
	nikeWebhooks: { category: 'SHOES' },
	adidasWebhooks: { category: 'HOT1' },
	asicsWebhooks: { category: 'SHOES' },
	jdfnlWebhooks: { category: 'JD' },
	hotSkus: { type: 'monitor4' },
	operatorWebhooks: { category: 'SHOES' },
	// The deliveries of one event, not those of a server.
	deliveries: { brand: '', sku: '', region: '' },
};
const READS = Object.entries(contract as Record<string, Endpoint>).filter(
	([, { method, output }]) => method === 'GET' && typeof output === 'object',
);

async function read(token: string, name: string, entry: Endpoint) {
	const wanted = { ...ASKED, ...ASKED_OF[name] };
	const url = new URL(
		entry.path.replace(/:(\w+)/g, (_, part: string) => wanted[part] ?? '1'),
		testServer.server.origin,
	);
	for (const field of Object.keys(entry.query?.shape ?? {})) {
		if (wanted[field]) url.searchParams.set(field, wanted[field]);
	}
	const headers = { authorization: `Bearer ${token}`, [ACTING_USER]: SANDBOX_USERS.ada.id };
	const response = await fetch(url, { headers });
	return { status: response.status, text: await response.text() };
}

/** An operator's token. */
async function token(...scopes: ('read' | 'write' | 'bot')[]): Promise<string> {
	const ada = await testServer.signIn('ada');
	return (await ada.api.tokenCreate({ name: scopes.join(), scopes })).data.token;
}

test.each([[['bot']], [['read']]] as const)(
	'with the scopes %j no read of the contract returns a webhook URL',
	async (scopes) => {
		const own = await token(...scopes);
		const answered: string[] = [];
		for (const [name, entry] of READS) {
			const { status, text } = await read(own, name, entry);
			expect({ name, status }).not.toEqual({ name, status: 400 });
			if (status === 200) answered.push(name);
			for (const secret of secrets) expect({ name, text }).not.toEqual({ name, text: expect.stringContaining(secret) });
			if (status === 200 && name === 'webhookList') expect(text).toMatch(/webhooks\/\d+\/••••/);
		}
		expect(answered).toEqual(expect.arrayContaining(['webhookList', 'linkList', 'channelList']));
	},
);

test('users who can edit the rows get unmasked URLs', async () => {
	const own = await token('read', 'write');
	const found = new Set<string>();
	for (const [name, entry] of READS) {
		const { text } = await read(own, name, entry);
		for (const secret of secrets) if (text.includes(secret)) found.add(secret);
	}
	// All that are saved: the last one is on no list.
	expect(found.size).toBe(secrets.length - 1);
});

test("answers to the bot's writes are masked", async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId });
	const bot = await testServer.bot(SANDBOX_USERS.cleo.id);
	const { data } = await bot.webhookInsert({ guildId, ...HP, webHook: webhook!.url });
	expect(data.webhook).toContain(`${webhook!.id}/••••`);
});

test('an unusual spelling of a webhook URL is normalized and masked', async () => {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, channelId });
	const odd = webhook!.url.replace('http://', 'HTTP://');
	const cleo = await testServer.signIn('cleo');
	expect((await cleo.api.webhookInsert({ guildId, ...HP, webHook: odd })).data.webhook).toBe(webhook!.url);
	const list = await read(await token('read'), 'webhookList', contract.webhookList);
	expect(list.text).toContain(`${webhook!.id}/••••`);
	expect(list.text).not.toContain(webhook!.token);
});
