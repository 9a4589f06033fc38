import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotHouse, CHANNEL, embedOf, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterEach(async () => {
	house.setRoad('open');
	await house.sandbox.control.healDiscord();
});
afterAll(() => house.close());

const ours = async () =>
	(await house.sandbox.control.webhooks()).filter((webhook) => webhook.applicationId === SANDBOX_APP.clientId);
const link = (topic = 'HP Laptops', channel = CHANNEL) => house.give('link', { region: 'US', topic, channel });
const links = async () => (await (await house.bot()).linkList({ guildId: GUILD })).data;
async function unlinkAll() {
	const bot = await house.bot();
	for (const { id } of await links()) await bot.linkDelete({ guildId: GUILD, id });
	for (const { id } of await ours()) await house.sandbox.control.deleteWebhook(id);
}

test('with our server down a command is acknowledged in time and says so; no webhook was made', async () => {
	house.setRoad('down');
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer)).toMatchObject({
		title: 'Dropwire has trouble',
		description: 'Dropwire does not answer right now. Nothing was changed. Try again in a minute.',
		// The server gave no id, so it is the one that our own log has.
		footer: { text: `Dropwire · request ${answer.id}` },
	});
	expect(await ours()).toEqual([]);
});

test('with our server silent a command is acknowledged in time and gives up after a while', async () => {
	house.setRoad('silent');
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer).title).toBe('Dropwire has trouble');
	expect(await ours()).toEqual([]);
});

test('a link made while our server goes down leaves no webhook behind', async () => {
	house.setRoad('down', '/api/linkinsert');
	expect(embedOf(await link()).title).toBe('Dropwire has trouble');
	expect(await ours()).toEqual([]);
});

test('a link whose answer was lost stands, and is said to stand', async () => {
	house.setRoad('answers lost', '/api/linkinsert');
	expect(embedOf(await link()).title).toBe('Linked');
	expect(await links()).toHaveLength(1);
	expect(await ours()).toHaveLength(1);
	await unlinkAll();
});

test('a link of which nobody knows whether it stands is taken back, here and there, unless it is linked again meanwhile', async () => {
	expect(embedOf(await link('ASICS Restock')).title).toBe('Linked');
	// Stored, as the second try learns; not stored before the second try.
	for (const [road, topic, again] of [
		['answer lost, then down', 'Nike Shoes Hold', 'Not done'],
		['down', 'Nike Shoes Closeout', 'Linked'],
	] as const) {
		house.setRoad(road, '/api/linkinsert');
		expect(embedOf(await link(topic)).title).toBe('Dropwire has trouble');
		house.setRoad('open');
		expect(embedOf(await link(topic)).title).toBe(again);
	}
	house.setRoad('answer lost, then down', '/api/linkinsert');
	expect(embedOf(await link('HP Laptops', '300000000000000011')).title).toBe('Dropwire has trouble');
	expect(await ours()).toHaveLength(1);
	expect(await links()).toHaveLength(4);
	house.setRoad('open');
	// The last doubt is the last to be looked after.
	const topics = async () => (await links()).map(({ toolsName }) => toolsName);
	await expect.poll(topics, { timeout: 20_000 }).toEqual(['ASICS Restock', 'Nike Shoes Hold', 'Nike Shoes Closeout']);
	await unlinkAll();
});

test.each([1, 4])(
	'of a webhook that Discord made %i times without being heard one stays, and is used',
	async (times) => {
		await house.sandbox.control.failDiscord({ webhookId: 'bot POST', times, fault: { dropAfter: true } });
		expect(embedOf(await link()).title).toBe('Linked');
		const [stored] = await links();
		expect(await ours()).toMatchObject([{ id: stored!.webhookId }]);
		await unlinkAll();
	},
);

test('a Discord that limits is waited for, one that fails is said to fail, and nothing is left', async () => {
	const limited = { limited: { retryAfter: 0.2, scope: 'user' } } as const;
	await house.sandbox.control.failDiscord({ webhookId: 'bot', times: 2, fault: limited });
	expect(embedOf(await link()).title).toBe('Linked');
	await unlinkAll();
	await house.sandbox.control.failDiscord({ webhookId: 'bot', times: 'forever', fault: { status: 503 } });
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer)).toMatchObject({
		title: 'Discord does not answer',
		color: 0xff4d4f,
		footer: { text: `Dropwire · request ${answer.id}` },
	});
	expect(await ours()).toEqual([]);
});

test.each([
	['an error', { status: 500 }],
	['a limit', { limited: { retryAfter: 0.3, scope: 'user' } }],
	['a broken connection', { drop: true }],
] as const)('an acknowledgement that Discord meets with %s is tried again in time', async (_, fault) => {
	await house.sandbox.control.failDiscord({ webhookId: 'interactions', times: 1, fault });
	const answer = await house.give('help');
	expect(answer).toMatchObject({ state: 'answered' });
	expect(answer.acknowledgedMs).toBeLessThan(3000);
});

test('a command that could not be acknowledged does nothing', async () => {
	await house.sandbox.control.failDiscord({ webhookId: 'interactions', times: 'forever', fault: { status: 500 } });
	expect((await link()).state).toBe('failed');
	expect(await ours()).toEqual([]);
	expect(await links()).toEqual([]);
});

test("a token that our server does not accept is said to be the operators' business, with the request's id", async () => {
	await house.db.knex('api_tokens').delete();
	await expect
		.poll(async () => embedOf(await link()), { timeout: 5000 })
		.toMatchObject({
			title: 'The bot has no access',
			footer: { text: expect.stringMatching(/^Dropwire · request [\da-f-]{36}$/) },
		});
});
