import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBot } from '../bot.ts';
import { createLog } from '../log.ts';
import { type BotTestServer, embedOf, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterAll(() => testServer.close());

const works = async () => expect(embedOf(await testServer.runCommand('status')).title).toBe('Everything is running');

const ADDED = new Set(['application_id', 'version', 'nsfw']);
const registerAtDiscord = (commands: readonly { application_id: string }[]) =>
	fetch(`${testServer.sandbox.origin}/api/v10/applications/${commands[0]!.application_id}/commands`, {
		method: 'PUT',
		headers: { authorization: `Bot ${testServer.botSettings.DISCORD_BOT_TOKEN}`, 'content-type': 'application/json' },
		// Without what Discord adds.
		body: JSON.stringify(commands, (key, value: unknown) => (ADDED.has(key) ? undefined : value)),
	});

test('the bot requests no privileged intents and uses one shard by default', async () => {
	const { sessions } = await testServer.sandbox.control.gateway();
	expect(sessions).toEqual([{ shard: 0, shards: 1, intents: (1 << 0) | (1 << 5), connected: true }]);
});

test('a lost connection is resumed, and missed commands are answered', async () => {
	await testServer.sandbox.control.dropGateway('close');
	await works();
	expect(await testServer.sandbox.control.gateway()).toMatchObject({ identifies: 1, resumes: 1, connected: 1 });
});

test('when Discord asks to reconnect, the session is resumed', async () => {
	await testServer.sandbox.control.dropGateway('reconnect');
	await expect.poll(async () => (await testServer.sandbox.control.gateway()).resumes).toBe(2);
	await works();
	expect((await testServer.sandbox.control.gateway()).identifies).toBe(1);
});

test('when Discord invalidates the session, the bot identifies again', async () => {
	await testServer.sandbox.control.dropGateway('invalid');
	// discord.js waits for up to five seconds, as Discord asks.
	await expect.poll(async () => (await testServer.sandbox.control.gateway()).identifies).toBe(2);
	await works();
});

/** The slash commands have another description: an entry of a menu has none. */
function redescribed<C extends { type: number }>(commands: readonly C[]) {
	return commands.map((command) => (command.type === 1 ? { ...command, description: 'Something else' } : command));
}

test('commands are registered once, and again only if they have changed', async () => {
	const { commands, registrations } = await testServer.sandbox.control.commands();
	expect(registrations).toBe(1);
	expect(commands.map(({ name, default_member_permissions: who }) => [name, who])).toContainEqual(['link', '32']);
	const again = await startBot(testServer.botSettings, createLog('silent'));
	expect((await testServer.sandbox.control.commands()).registrations).toBe(1);
	await again.stop();

	await registerAtDiscord(redescribed(commands));
	const third = await startBot(testServer.botSettings, createLog('silent'));
	expect((await testServer.sandbox.control.commands()).registrations).toBe(3);
	await third.stop();
});

test('starting with a token that Discord rejects fails with that reason', async () => {
	const started = startBot({ ...testServer.botSettings, DISCORD_BOT_TOKEN: 'wrong' }, createLog('silent'));
	await expect(started).rejects.toThrow(/token/i);
});

test('the bot serves registered commands while Discord rejects new ones', async () => {
	const { commands, registrations } = await testServer.sandbox.control.commands();
	await registerAtDiscord(redescribed(commands));
	const errors = { 0: { name: { _errors: [{ code: 'INVALID', message: 'Name is invalid.' }] } } };
	const lines: string[] = [];
	const log = createLog('info', { write: (line: string) => lines.push(line) });
	for (const body of [
		{ message: 'Invalid Form Body', code: 50035, errors },
		{ message: 'Max number', code: 30034 },
	]) {
		await testServer.sandbox.control.failDiscord({ webhookId: 'bot PUT', times: 1, fault: { status: 400, body } });
		const running = await startBot(testServer.botSettings, log);
		await works();
		await running.stop();
	}
	expect(lines.join('')).toContain('Name is invalid.');
	expect((await testServer.sandbox.control.commands()).registrations).toBe(registrations + 1);
});
