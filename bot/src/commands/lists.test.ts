import { Product } from '@dropwire/db';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOPICS, toolsNames } from '@dropwire/bff/contract';
import { type BotHouse, buttonsOf, CHANNEL, embedOf, GUILD, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterAll(() => house.close());

async function press(answer: { id: string } & Parameters<typeof buttonsOf>[0], label: string) {
	const button = buttonsOf(answer).find((known) => known.label === label && !known.disabled);
	return house.sandbox.control.click({ interactionId: answer.id, customId: button!.custom_id });
}

test('/links of a server without any says what to do', async () => {
	expect(embedOf(await house.give('links')).description).toContain('`/link` sends a topic to a channel');
});

test('/links shows what goes where and how it fares, page by page', async () => {
	const bot = await house.bot();
	const [webhook] = await house.sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const place = { guildId: GUILD, guildName: 'Sole Searchers', region: 'US', channelName: 'general' };
	for (const toolsName of toolsNames('US').slice(0, 10)) {
		await bot.linkInsert({ ...place, toolsName, channelId: CHANNEL, webHook: webhook!.url });
	}
	const first = await house.give('links');
	expect(embedOf(first).description.match(/→/g)).toHaveLength(8);
	expect(embedOf(first)).toMatchObject({
		description: expect.stringContaining(`**Nike Shoes Active** (US) → <#${CHANNEL}>\nOn, no message yet`),
		footer: { text: 'Dropwire · page 1 of 2' },
	});
	expect(buttonsOf(first).map(({ label, disabled }) => [label, disabled])).toEqual([
		['Previous', true],
		['Next', false],
	]);
	const second = await press(first, 'Next');
	expect(embedOf(second).description.match(/→/g)).toHaveLength(2);
	expect(embedOf(await press(second, 'Previous')).footer.text).toBe('Dropwire · page 1 of 2');
});

test('/test sends a sample the real way; what Discord refuses is told, and shows in /links', async () => {
	const bot = await house.bot();
	const { data } = await bot.linkList({ guildId: GUILD });
	const { id, webhookId, toolsName } = data[0]!;
	const before = (await house.sandbox.control.messages({ webhookId })).length;
	const answer = embedOf(await house.give('test', { link: id }));
	expect(answer).toMatchObject({ title: 'Delivered', description: expect.stringMatching(/after \d+ ms/) });
	const messages = await house.sandbox.control.messages({ webhookId });
	expect(messages).toHaveLength(before + 1);
	expect(JSON.stringify(messages.at(-1)?.body)).toContain(toolsName);
	expect(embedOf(await house.give('links')).description).toContain('On, last message <t:');

	await house.sandbox.control.deleteWebhook(webhookId);
	const bad = await house.give('test', { link: id });
	expect(embedOf(bad).description).toMatch(/Unknown Webhook|was deleted/);
	await expect
		.poll(async () => embedOf(await house.give('links')).description)
		.toContain('10 links, **10 off**. `/link` in a channel makes its links work again.');
	expect(embedOf(await house.give('links'))).toMatchObject({ color: 0xff4d4f });
});

test('/topics shows every topic of a region and which of them this server gets', async () => {
	const first = await house.give('topics', { region: 'us' });
	expect(embedOf(first).title).toBe('Topics: United States');
	const pages = [first];
	while (buttonsOf(pages.at(-1)!).some(({ label, disabled }) => label === 'Next' && !disabled)) {
		pages.push(await press(pages.at(-1)!, 'Next'));
	}
	const text = pages.map((page) => embedOf(page).description).join('\n');
	for (const { toolsName } of TOPICS.filter(({ region }) => region === 'US')) expect(text).toContain(toolsName);
	expect(text).toContain('**Nike Shoes Active** → #general');
	const jp = embedOf(await house.give('topics', { region: 'JP' })).description;
	expect(jp).toContain('Nike Shoes Active\n');
	expect(jp).not.toContain('→');
	expect(embedOf(await house.give('topics', { region: 'Mars' })).title).toBe('Not done');
});

test('/product shows a watched product in every region in short, and one region in full', async () => {
	const ada = await house.signIn('ada');
	await ada.api.skusChange({ action: 'ADD', sku: ['CK9246-101'], type: 'MONITOR1' });
	await expect
		.poll(() => Product.query(house.db.knex).where({ sku: 'CK9246-101', state: 'read' }).resultSize())
		.toBe(16);
	const all = embedOf(await house.give('product', { sku: 'ck9246-101' }));
	expect(all).toMatchObject({ title: expect.stringContaining('Jordan'), footer: { text: 'Dropwire · watched' } });
	expect(all.thumbnail?.url).toMatch(/^https?:/);
	expect(all.description).toMatch(/\*\*US\*\* [A-Z]+ · .*\$\d+/);
	const one = embedOf(await house.give('product', { sku: 'CK9246-101', region: 'Japan' }));
	expect(one.description).toMatch(/\*\*Japan\*\* · [A-Z]+/);
	expect(one.description).toContain('Seen <t:');
	expect(embedOf(await house.give('product', { sku: 'SX5090-014' })).footer.text).toContain('not watched');
	expect(embedOf(await house.give('product', { sku: 'NO-SUCH' }))).toMatchObject({
		title: 'Not done',
		description: 'NO-SUCH does not exist.',
	});
});

test('/status says that all is well, and when nothing is watched or sent', async () => {
	const well = embedOf(await house.give('status'));
	expect(well).toMatchObject({
		title: 'All is well',
		color: 0x3ecf8e,
		description: expect.stringContaining('Engine: running'),
	});
	expect(well.description).toMatch(/Last hour: \d+ sent, \d+ failed/);
	await house.engine.stop();
	await expect
		.poll(async () => embedOf(await house.give('status')), { timeout: 20_000 })
		.toMatchObject({ title: 'Nothing is watched or sent', color: 0xff4d4f });
});

test('/help names every command, in every server', async () => {
	const { commands } = await house.sandbox.control.commands();
	const { description } = embedOf(
		await house.give('help', {}, { guildId: SANDBOX_GUILDS.restockRadar.id, channelId: '300000000000000021' }),
	);
	expect(commands).toHaveLength(8);
	for (const { name } of commands) expect(description).toContain(`**/${name}**`);
	expect(description).toContain('**/link** region topic [channel]');
});
