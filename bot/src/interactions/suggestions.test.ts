import { Product } from '@dropwire/db';
import { REGIONS, toolsNames } from '@dropwire/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, CHANNEL, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterEach(() => testServer.setConnection('open'));
afterAll(() => testServer.close());

/** The autocomplete choices for an option with this text. */
async function ask(name: string, focused: string, options: Record<string, string> = {}) {
	const place = { as: 'cleo', guildId: GUILD, channelId: CHANNEL } as const;
	const view = await testServer.sandbox.control.suggestions({ ...place, name, focused, options });
	expect(view.state).toBe('answered');
	return view;
}
const choicesFor = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).choices!;

test.each(['open', 'silent', 'down'] as const)(
	'suggestions appear within 500 ms while the connection to the BFF is %s',
	async (connection) => {
		testServer.setConnection(connection);
		for (const [name, option] of [
			['link', 'region'],
			['unlink', 'link'],
			['product', 'sku'],
		] as const) {
			const times = [];
			for (let n = 0; n < 5; n++) times.push((await ask(name, option)).acknowledgedMs!);
			// The fastest, because here Discord, the bot, the BFF and the engine share a processor with other programs.
			expect(Math.min(...times)).toBeLessThan(500);
		}
	},
);

test('regions are found by code or name and keep their order', async () => {
	expect((await choicesFor('link', 'region')).map(({ value }) => value)).toEqual(REGIONS);
	expect(await choicesFor('topics', 'region', { region: 'uni' })).toEqual([
		{ name: 'United States (US)', value: 'US' },
		{ name: 'United Kingdom (GB)', value: 'GB' },
	]);
	expect((await choicesFor('link', 'region', { region: 'jp' })).map(({ value }) => value)).toEqual(['JP']);
});

test('topics of the chosen region are found by any of their words', async () => {
	const names = async (options: Record<string, string>) =>
		(await choicesFor('link', 'topic', options)).map(({ value }) => value);
	expect(await names({ region: 'US' })).toEqual(toolsNames('US'));
	expect(await names({ region: 'JP', topic: 'hold' })).toEqual(['Nike Shoes Hold', 'Nike Equipment Hold']);
	expect(await names({ region: 'JP', topic: 'act sh' })).toEqual(['Nike Shoes Active']);
	expect(await names({ topic: 'discount' })).toEqual(['Nike Shoes Discount', 'Nike Equipment Discount']);
});

test('links of this server are suggested, from the cache while the BFF does not answer', async () => {
	expect(await choicesFor('unlink', 'link')).toEqual([]);
	await testServer.runCommand('link', { region: 'US', topic: 'HP Laptops' });
	const first = async () => (await choicesFor('unlink', 'link', { link: 'laptops' }))[0];
	const link = { name: 'HP Laptops (US) in #general', value: expect.stringMatching(/^\d+$/) };
	// A late response on a busy machine is empty.
	await expect.poll(first).toEqual(link);
	const choice = await first();
	for (const connection of ['silent', 'down'] as const) {
		testServer.setConnection(connection);
		expect(await choicesFor('test', 'link')).toEqual([choice]);
	}
});

test('SKUs are found by prefix or by words of the title; none are suggested while the BFF does not answer', async () => {
	const ada = await testServer.signIn('ada');
	await testServer.subscribeEverywhere();
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101', 'BV7114-001'], type: 'MONITOR1' });
	await expect.poll(() => Product.query(testServer.db.knex).where({ state: 'read' }).resultSize()).toBeGreaterThan(16);
	const found = async (sku: string) => (await choicesFor('product', 'sku', { sku })).map(({ value }) => value);
	// A late response on a busy machine is empty.
	await expect.poll(() => found('ck')).toEqual(['CK9246-101']);
	await expect.poll(() => found('jordan')).toContain('CK9246-101');
	await expect.poll(() => found('')).toHaveLength(2);
	testServer.setConnection('silent');
	expect(await found('ck')).toEqual([]);
});
