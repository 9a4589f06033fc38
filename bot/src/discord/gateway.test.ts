import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBot } from '../bot.ts';
import { createLog } from '../log.ts';
import { type BotHouse, embedOf, openBotHouse } from '../testing.ts';

let house: BotHouse;
beforeAll(async () => {
	house = await openBotHouse();
});
afterAll(() => house.close());

const works = async () => expect(embedOf(await house.give('status')).title).toBe('All is well');

test('the bot asks for no privileged intents, of one shard unless told otherwise', async () => {
	const { sessions } = await house.sandbox.control.gateway();
	expect(sessions).toEqual([{ shard: 0, shards: 1, intents: (1 << 0) | (1 << 5), connected: true }]);
});

test('a lost connection is resumed, and a command that was given meanwhile is answered', async () => {
	await house.sandbox.control.dropGateway('close');
	await works();
	expect(await house.sandbox.control.gateway()).toMatchObject({ identifies: 1, resumes: 1, connected: 1 });
});

test('Discord may ask to connect anew: the session goes on', async () => {
	await house.sandbox.control.dropGateway('reconnect');
	await expect.poll(async () => (await house.sandbox.control.gateway()).resumes).toBe(2);
	await works();
	expect((await house.sandbox.control.gateway()).identifies).toBe(1);
});

test('a session that Discord ends is begun anew', async () => {
	await house.sandbox.control.dropGateway('invalid');
	// discord.js waits for up to five seconds, as Discord asks.
	await expect.poll(async () => (await house.sandbox.control.gateway()).identifies, { timeout: 15_000 }).toBe(2);
	await works();
});

test('commands are registered once: a second start finds that they stand, a changed one is registered', async () => {
	const { commands, registrations } = await house.sandbox.control.commands();
	expect(registrations).toBe(1);
	expect(commands.map(({ name, default_member_permissions: who }) => [name, who])).toContainEqual(['link', '32']);
	const again = await startBot(house.botSettings, createLog('silent'));
	expect((await house.sandbox.control.commands()).registrations).toBe(1);
	await again.stop();

	const changed = commands.map((command) => ({ ...command, description: 'Something else' }));
	await fetch(`${house.sandbox.origin}/api/v10/applications/${commands[0]!.application_id}/commands`, {
		method: 'PUT',
		headers: { authorization: `Bot ${house.botSettings.DISCORD_BOT_TOKEN}`, 'content-type': 'application/json' },
		body: JSON.stringify(changed),
	});
	const third = await startBot(house.botSettings, createLog('silent'));
	expect((await house.sandbox.control.commands()).registrations).toBe(3);
	await third.stop();
});

test('a token that Discord does not know ends the start with what is wrong', async () => {
	const wrong = startBot({ ...house.botSettings, DISCORD_BOT_TOKEN: 'wrong' }, createLog('silent'));
	await expect(wrong).rejects.toThrow(/token/i);
});
