import { createInflate } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Sandbox, SANDBOX_APP, SANDBOX_GROUP, SANDBOX_GUILDS, SANDBOX_USERS, startSandbox } from '../../index.ts';

let sandbox: Sandbox;
const sockets: WebSocket[] = [];
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.terminate();
	await sandbox.close();
});

const GUILD = SANDBOX_GUILDS.soleSearchers.id;
const CHANNEL = '300000000000000014';
const APP = SANDBOX_APP.clientId;
const GUILDS_AND_WEBHOOKS = (1 << 0) | (1 << 5);

const api = (method: string, path: string, body?: unknown, token: string = SANDBOX_APP.botToken) =>
	fetch(`${sandbox.origin}/api/v10${path}`, {
		method,
		headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});

interface Message {
	op: number;
	t: string | null;
	s: number | null;
	d: Record<string, never>;
}

/** A minimal bot: the events it received, and functions to send messages. */
async function connect({ query = '', identify = {} }: { query?: string; identify?: object | null } = {}) {
	const { url } = (await (await api('GET', '/gateway/bot')).json()) as { url: string };
	const socket = new WebSocket(`${url}/?v=10&encoding=json${query}`);
	sockets.push(socket);
	const received: Message[] = [];
	const inflate = query.includes('zlib-stream') ? createInflate() : null;
	inflate?.on('data', (chunk: Buffer) => received.push(JSON.parse(chunk.toString()) as Message));
	socket.on('message', (data: Buffer) => {
		if (inflate) inflate.write(data);
		else received.push(JSON.parse(data.toString()) as Message);
	});
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	const say = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }));
	const event = async (t: string) => {
		await expect.poll(() => received.some((message) => message.t === t)).toBe(true);
		return received.findLast((message) => message.t === t)!;
	};
	await expect.poll(() => received[0]?.op).toBe(10);
	if (identify) say(2, { token: SANDBOX_APP.botToken, intents: GUILDS_AND_WEBHOOKS, ...identify });
	return { socket, received, say, event, closed };
}

async function register() {
	const options = [{ type: 3, name: 'word', description: 'A word', required: true, autocomplete: true }];
	const command = { name: 'say', description: 'Says it', options, default_member_permissions: '32' };
	expect((await api('PUT', `/applications/${APP}/commands`, [command])).status).toBe(200);
}

/** Runs the command with the control API without waiting for an answer; the bot answers with `callback`. */
async function given() {
	const bot = await connect();
	await bot.event('GUILD_CREATE');
	const run = sandbox.control.command({
		as: 'cleo',
		guildId: GUILD,
		channelId: CHANNEL,
		name: 'say',
		options: { word: 'hi' },
	});
	// The caller handles a failure later; until then it must not count as an unhandled rejection.
	run.catch(() => {});
	const { d } = await bot.event('INTERACTION_CREATE');
	const { id, token } = d as unknown as { id: string; token: string };
	return { run, d, callback: (body: unknown) => api('POST', `/interactions/${id}/${token}/callback`, body), token };
}

test.each(['', '&compress=zlib-stream'])('a bot is greeted, identified and gets its guilds (%s)', async (query) => {
	const bot = await connect({ query });
	const ready = await bot.event('READY');
	expect(ready.d).toMatchObject({ v: 10, user: { id: APP }, shard: [0, 1] });
	await expect.poll(() => bot.received.filter(({ t }) => t === 'GUILD_CREATE').length).toBe(3);
	expect(bot.received.filter(({ t }) => t !== null).map(({ s }) => s)).toEqual([1, 2, 3, 4]);
	bot.say(1, 4);
	await expect.poll(() => bot.received.at(-1)?.op).toBe(11);
});

test.each([
	['a wrong token', { token: 'wrong' }, 4004],
	['a privileged intent', { intents: 1 << 15 }, 4014],
	['a shard that there is not', { shard: [2, 2] }, 4010],
])('%s closes the connection', async (_, identify, code) => {
	const bot = await connect({ identify });
	expect(await bot.closed).toBe(code);
});

test('the gateway limits sessions, messages and guilds of a shard', async () => {
	const remaining = async () =>
		((await (await api('GET', '/gateway/bot')).json()) as { session_start_limit: { remaining: number } })
			.session_start_limit.remaining;
	await sandbox.control.setLimits({ concurrency: { limit: 1, windowMs: 60_000 } });
	const bot = await connect();
	await bot.event('READY');
	expect(await remaining()).toBe(999);
	const second = await connect();
	await expect.poll(() => second.received.at(-1)).toMatchObject({ op: 9, d: false });
	for (let n = 0; n < 121; n++) bot.say(1, n);
	expect(await bot.closed).toBe(4008);

	await sandbox.control.setLimits({ concurrency: null, identify: { limit: 2, windowMs: 60_000 } });
	await sandbox.control.failDiscord({ webhookId: 'gateway', times: 1, fault: { status: 4000 } });
	expect(await (await connect()).closed).toBe(4000);
	const third = await connect();
	await third.event('READY');
	const fourth = await connect();
	expect([await fourth.closed, await third.closed]).toEqual([4004, 4004]);

	await sandbox.control.setLimits({ identify: null });
	await sandbox.control.addGuilds({ count: 2500, channels: 0, roles: 0 });
	expect(await (await connect()).closed).toBe(4011);
});

test('a session can become resumable, dead, or end with a code', async () => {
	const bot = await connect();
	await bot.event('READY');
	await sandbox.control.dropGateway('resumable');
	await expect.poll(() => bot.received.at(-1)).toMatchObject({ op: 9, d: true });
	await sandbox.control.dropGateway('zombie');
	const before = bot.received.length;
	bot.say(1, null);
	await sandbox.control.dropGateway(4009);
	expect(await bot.closed).toBe(4009);
	expect(bot.received).toHaveLength(before);
});

test('a session is resumed with the missed events unless given up', async () => {
	const bot = await connect();
	const { d } = await bot.event('READY');
	const { session_id: session } = d as unknown as { session_id: string };
	await expect.poll(() => bot.received.at(-1)?.s).toBe(4);
	await sandbox.control.dropGateway('close');
	await bot.closed;
	await sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const again = await connect({ identify: null });
	again.say(6, { token: SANDBOX_APP.botToken, session_id: session, seq: 4 });
	expect((await again.event('WEBHOOKS_UPDATE')).d).toEqual({ guild_id: GUILD, channel_id: CHANNEL });
	await again.event('RESUMED');
	again.socket.close(1000);
	await again.closed;
	const late = await connect({ identify: null });
	late.say(6, { token: SANDBOX_APP.botToken, session_id: session, seq: 6 });
	await expect.poll(() => late.received.at(-1)).toMatchObject({ op: 9, d: false });
});

test('events go only to sessions that subscribed to them, and to the shard of their guild', async () => {
	const bot = await connect({ identify: { intents: 1 } });
	await bot.event('READY');
	await sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	await sandbox.control.removeBot(GUILD);
	await bot.event('GUILD_DELETE');
	expect(bot.received.some(({ t }) => t === 'WEBHOOKS_UPDATE')).toBe(false);
});

test('a command reaches the bot as Discord sends it, and its author sees the answer', async () => {
	await register();
	const { run, d, callback } = await given();
	expect(d).toMatchObject({
		type: 2,
		guild_id: GUILD,
		channel_id: CHANNEL,
		data: { name: 'say', options: [{ name: 'word', value: 'hi' }] },
		member: { user: { username: 'cleo' } },
		app_permissions: expect.any(String),
	});
	expect((await callback({ type: 4, data: { content: 'hi', flags: 64 } })).status).toBe(204);
	expect(await run).toMatchObject({ state: 'answered', message: { content: 'hi', ephemeral: true } });
	expect(await (await callback({ type: 4, data: { content: 'hi' } })).json()).toMatchObject({ code: 40060 });
});

test('an interaction expires after three seconds without acknowledgement', async () => {
	await register();
	const { run, callback } = await given();
	expect((await run).state).toBe('failed');
	const late = await callback({ type: 5 });
	expect([late.status, await late.json()]).toEqual([404, { message: 'Unknown interaction', code: 10062 }]);
});

test("a deferred answer is given by its token, without the bot's; before the acknowledgement it is not", async () => {
	await register();
	const { run, callback, token } = await given();
	const edit = () =>
		fetch(`${sandbox.origin}/api/v10/webhooks/${APP}/${token}/messages/@original`, {
			method: 'PATCH',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ content: 'done' }),
		});
	expect((await edit()).status).toBe(404);
	await callback({ type: 5, data: { flags: 64 } });
	expect((await edit()).status).toBe(200);
	expect(await run).toMatchObject({ state: 'answered', message: { content: 'done', ephemeral: true } });
});

test('an answer has files, which are kept by an edit, shown in its embed and fetched from their address', async () => {
	await register();
	const { run, callback, token } = await given();
	await callback({ type: 5, data: { flags: 64 } });
	const edit = (body: object, files: Uint8Array<ArrayBuffer>[]) => {
		const form = new FormData();
		form.set('payload_json', JSON.stringify(body));
		for (const [n, bytes] of files.entries())
			form.set(`files[${n}]`, new Blob([bytes], { type: 'image/png' }), 'a.png');
		const url = `${sandbox.origin}/api/v10/webhooks/${APP}/${token}/messages/@original`;
		return fetch(url, { method: 'PATCH', body: form });
	};
	const embeds = [{ title: 'x', image: { url: 'attachment://a.png' } }];
	const attachments = [{ id: '0', description: 'a picture' }];
	expect((await edit({ embeds, attachments }, [Uint8Array.of(1, 2, 3)])).status).toBe(200);
	const { message } = await run;
	const [file] = message!.attachments;
	expect(file).toMatchObject({ filename: 'a.png', description: 'a picture', size: 3, content_type: 'image/png' });
	expect(message!.embeds).toEqual([{ title: 'x', image: { url: file!.url } }]);
	expect([...new Uint8Array(await (await fetch(file!.url)).arrayBuffer())]).toEqual([1, 2, 3]);
	const kept = (await (await edit({ content: 'more' }, [Uint8Array.of(4)])).json()) as { attachments: object[] };
	expect(kept.attachments).toMatchObject([{ id: file!.id }, { size: 1 }]);
	const large = await edit({ content: 'x' }, [new Uint8Array(10 * 1024 * 1024 + 1)]);
	expect([large.status, await large.json()]).toEqual([413, { message: 'Request entity too large', code: 40005 }]);
	const many = Array.from({ length: 11 }, () => Uint8Array.of(1));
	expect(await (await edit({ content: 'x' }, many)).json()).toMatchObject({ code: 30015 });
});

test('a command reaches the bot outside servers, and in servers without it, where it is installed and allowed', async () => {
	const bot = await connect({ identify: { intents: 0 } });
	await bot.event('READY');
	const command = (contexts: number[], types: number[]) => [
		{ name: 'say', description: 'x', contexts, integration_types: types },
	];
	const put = (body: object) => api('PUT', `/applications/${APP}/commands`, body);
	for (const wrong of [command([3], [0]), command([0, 0], [0]), command([0, 2], [0]), command([0], [])]) {
		expect((await put(wrong)).status).toBe(400);
	}
	const run = async (place: { guildId?: string; channelId?: string }) => {
		const got = () => bot.received.filter(({ t }) => t === 'INTERACTION_CREATE');
		const before = got().length;
		sandbox.control.command({ as: 'dan', name: 'say', ...place }).catch(() => {});
		await expect.poll(() => got().length).toBe(before + 1);
		return got().at(-1)!.d;
	};
	const { id } = SANDBOX_USERS.dan;
	await put(command([0, 1, 2], [0, 1]));
	const direct = await run({});
	expect(direct).toMatchObject({ context: 1, user: { id }, authorizing_integration_owners: { 0: '0', 1: id } });
	expect(direct).not.toHaveProperty('guild_id');
	const group = await run({ channelId: SANDBOX_GROUP });
	expect(group).toMatchObject({ context: 2, channel: { type: 3 }, authorizing_integration_owners: { 1: id } });
	const place = { guildId: GUILD, channelId: CHANNEL };
	await sandbox.control.setMember(GUILD, { user: 'dan', permissions: '0' });
	await sandbox.control.removeBot(GUILD);
	expect(await run(place)).toMatchObject({ guild_id: GUILD, context: 0, authorizing_integration_owners: { 1: id } });
	await put(command([0], [0]));
	for (const where of [{}, { channelId: SANDBOX_GROUP }, place]) {
		await expect(sandbox.control.command({ as: 'dan', name: 'say', ...where })).rejects.toThrow('not available here');
	}
});

test("input that breaks Discord's rules is rejected: kinds, buttons, suggestions, names of commands", async () => {
	await register();
	const { callback } = await given();
	expect((await callback({ type: 7, data: { content: 'x' } })).status).toBe(400);
	const button = { type: 2, style: 2, label: 'x', custom_id: 'x'.repeat(101) };
	const components = [{ type: 1, components: [button] }];
	expect((await callback({ type: 4, data: { content: 'x', components } })).status).toBe(400);
	expect((await api('PUT', `/applications/${APP}/commands`, [{ name: 'Not Good', description: 'x' }])).status).toBe(
		400,
	);
	const place = { guildId: GUILD, channelId: CHANNEL, name: 'say', options: { word: 'x' } };
	await expect(sandbox.control.command({ ...place, as: 'mia' })).rejects.toThrow('may not use /say');
	await expect(sandbox.control.command({ ...place, as: 'dan' })).rejects.toThrow('is not in this server');
	await expect(sandbox.control.command({ ...place, as: 'cleo', options: {} })).rejects.toThrow('word is required');
});

test('the bot makes, lists and deletes webhooks, by its permissions and up to fifteen', async () => {
	const path = `/channels/${CHANNEL}/webhooks`;
	const made = (await (await api('POST', path, { name: 'Dropwire' })).json()) as { id: string; token: string };
	expect(made).toMatchObject({ application_id: APP, channel_id: CHANNEL, guild_id: GUILD, token: expect.any(String) });
	expect((await (await api('GET', path)).json()) as unknown[]).toHaveLength(2);
	expect((await api('POST', path, { name: 'Discord bot' })).status).toBe(400);
	for (let n = 0; n < 13; n++) await api('POST', path, { name: 'more' });
	expect(await (await api('POST', path, { name: 'one more' })).json()).toMatchObject({ code: 30007 });
	const commands = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `c${n}`, description: 'x' }));
	expect(await (await api('PUT', `/applications/${APP}/commands`, commands(201))).json()).toMatchObject({
		code: 30034,
	});
	expect((await api('DELETE', `/webhooks/${made.id}`)).status).toBe(204);
	expect(await (await api('GET', `/webhooks/${made.id}`)).json()).toMatchObject({ code: 10015 });
	await sandbox.control.setBotPermissions(GUILD, { permissions: '0' });
	expect(await (await api('POST', path, { name: 'Dropwire' })).json()).toMatchObject({ code: 50013 });
	await sandbox.control.removeBot(GUILD);
	expect(await (await api('GET', path)).json()).toMatchObject({ code: 50001 });
	expect((await api('GET', path, undefined, 'wrong')).status).toBe(401);
});

test("a webhook says which application made it and where it is; another's is manageable with the permission alone", async () => {
	const get = async (id: string) => (await (await api('GET', `/webhooks/${id}`)).json()) as Record<string, unknown>;
	const theirs = { count: 1, channelId: CHANNEL, applicationId: '900000000000000099' };
	const [other] = await sandbox.control.createWebhooks(theirs);
	const [byHand] = await sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const made = (await (await api('POST', `/channels/${CHANNEL}/webhooks`, { name: 'Dropwire' })).json()) as {
		id: string;
		token: string;
	};
	const place = { guild_id: GUILD, channel_id: CHANNEL };
	expect(await get(made.id)).toMatchObject({ ...place, application_id: APP, token: made.token });
	expect(await get(byHand!.id)).toMatchObject({ ...place, application_id: null, token: byHand!.token });
	const seen = await get(other!.id);
	expect(seen).toMatchObject({ ...place, application_id: theirs.applicationId });
	expect(seen).not.toHaveProperty('token');
	// Reading by URL returns the webhook with its token but without the user.
	expect(await (await fetch(other!.url.replace('/api/', '/api/v10/'))).json()).toMatchObject({
		...place,
		application_id: theirs.applicationId,
		token: other!.token,
	});

	await sandbox.control.setBotPermissions(GUILD, { permissions: '0' });
	for (const { id } of [other!, byHand!]) {
		expect(await get(id)).toMatchObject({ code: 50013 });
		expect((await api('DELETE', `/webhooks/${id}`)).status).toBe(403);
	}
	expect((await api('DELETE', `/webhooks/${made.id}`)).status).toBe(204);
});

test("scheduled events are checked, limited to 100 a server, and other people's need Manage Events", async () => {
	const path = `/guilds/${GUILD}/scheduled-events`;
	const launch = Date.now() + 3_600_000;
	const event = (change: object = {}) => ({
		name: 'Vomero',
		privacy_level: 2,
		scheduled_start_time: new Date(launch).toISOString(),
		scheduled_end_time: new Date(launch + 3_600_000).toISOString(),
		entity_type: 3,
		entity_metadata: { location: 'https://www.nike.com' },
		...change,
	});
	const call = async (method: string, at: string, body?: unknown) => {
		const response = await api(method, at, body);
		return (response.status === 204 ? {} : await response.json()) as { id: string; code: number; errors?: object };
	};
	const past = event({
		scheduled_start_time: new Date(0).toISOString(),
		entity_metadata: { location: 'x'.repeat(101) },
	});
	const refused = await call('POST', path, past);
	expect(Object.keys(refused.errors ?? {})).toEqual(['entity_metadata', 'scheduled_start_time']);
	const made = await call('POST', path, event());
	await call('PATCH', `${path}/${made.id}`, { name: 'Moved' });
	await sandbox.control.addScheduledEvents(GUILD, 99);
	expect(await call('POST', path, event())).toMatchObject({ code: 30_038 });
	const listed = (await (await api('GET', path)).json()) as { id: string; name: string }[];
	expect(listed).toHaveLength(100);
	expect(listed[0]).toMatchObject({ id: made.id, name: 'Moved', creator_id: APP, status: 1 });
	expect(await call('DELETE', `${path}/${listed[1]!.id}`)).toMatchObject({ code: 50_013 });
	await call('PATCH', `${path}/${made.id}`, { status: 4 });
	expect(await call('PATCH', `${path}/${made.id}`, { name: 'x' })).toMatchObject({ code: 180_000 });
	expect(await (await api('GET', path)).json()).toHaveLength(99);
	await sandbox.control.setBotPermissions(GUILD, { permissions: '0' });
	expect(await call('DELETE', `${path}/${made.id}`)).toMatchObject({ code: 50_013 });
	expect(await call('POST', path, event())).toMatchObject({ code: 50_013 });
});
