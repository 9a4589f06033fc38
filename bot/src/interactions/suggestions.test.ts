import { Product } from '@dropwire/db';
import { REGIONS, toolsNames } from '@dropwire/bff/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotHouse, CHANNEL, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterEach(() => house.setRoad('open'));
afterAll(() => house.close());

/** What is suggested for an option while somebody has typed so far. */
async function ask(name: string, focused: string, options: Record<string, string> = {}) {
	const place = { as: 'cleo', guildId: GUILD, channelId: CHANNEL } as const;
	const view = await house.sandbox.control.suggestions({ ...place, name, focused, options });
	expect(view.state).toBe('answered');
	return view;
}
const typing = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).choices!;

test.each(['open', 'silent', 'down'] as const)(
	'suggestions come within 500 ms, the way to our server being %s',
	async (road) => {
		house.setRoad(road);
		for (const [name, option] of [
			['link', 'region'],
			['unlink', 'link'],
			['product', 'sku'],
		] as const) {
			const times = [];
			for (let n = 0; n < 5; n++) times.push((await ask(name, option)).acknowledgedMs!);
			// The middle one: here Discord, the bot, the server and the engine share one processor.
			expect(times.sort((a, b) => a - b)[2]).toBeLessThan(500);
		}
	},
);

test('regions by code or name, in their order', async () => {
	expect((await typing('link', 'region')).map(({ value }) => value)).toEqual(REGIONS);
	expect(await typing('topics', 'region', { region: 'uni' })).toEqual([
		{ name: 'United States (US)', value: 'US' },
		{ name: 'United Kingdom (GB)', value: 'GB' },
	]);
	expect((await typing('link', 'region', { region: 'jp' })).map(({ value }) => value)).toEqual(['JP']);
});

test('topics of the region that is chosen, by what was typed', async () => {
	const names = async (options: Record<string, string>) =>
		(await typing('link', 'topic', options)).map(({ value }) => value);
	expect(await names({ region: 'US' })).toEqual(toolsNames('US'));
	expect(await names({ region: 'JP', topic: 'hold' })).toEqual(['Nike Shoes Hold', 'Nike Equipment Hold']);
	expect(await names({ topic: 'discount' })).toEqual(['Nike Shoes Discount', 'Nike Equipment Discount']);
});

test('the links of this server, also while ours does not answer', async () => {
	expect(await typing('unlink', 'link')).toEqual([]);
	await house.give('link', { region: 'US', topic: 'HP Laptops' });
	const [choice] = await typing('unlink', 'link', { link: 'laptops' });
	expect(choice).toEqual({ name: 'HP Laptops (US) in #general', value: expect.stringMatching(/^\d+$/) });
	for (const road of ['silent', 'down'] as const) {
		house.setRoad(road);
		expect(await typing('test', 'link')).toEqual([choice]);
	}
});

test('SKUs by their beginning or by words of the title, nothing while our server does not answer', async () => {
	const ada = await house.signIn('ada');
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101', 'BV7114-001'], type: 'MONITOR1' });
	await expect.poll(() => Product.query(house.db.knex).where({ state: 'read' }).resultSize()).toBeGreaterThan(16);
	const found = async (sku: string) => (await typing('product', 'sku', { sku })).map(({ value }) => value);
	// One that comes too late on a busy machine is empty; the next is not.
	await expect.poll(() => found('ck')).toEqual(['CK9246-101']);
	await expect.poll(() => found('jordan')).toContain('CK9246-101');
	await expect.poll(() => found('')).toHaveLength(2);
	house.setRoad('silent');
	expect(await found('ck')).toEqual([]);
});
