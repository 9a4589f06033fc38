import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { botToken, type TestServer, openTestServer } from '@dropwire/bff/testing';
import { SANDBOX_APP, SANDBOX_GROUP, SANDBOX_GUILDS, type SandboxUserName } from '@dropwire/sandbox';
import { type RunningBot, startBot } from './bot.ts';
import { createLog } from './log.ts';
import type { BotSettings } from './settings.ts';

/** The state of the connection from the bot to the BFF. */
export type Connection =
	/** The connection works. */
	| 'open'
	/** The port is closed. */
	| 'down'
	/** The BFF accepts requests but never responds. They are lost when the connection changes. */
	| 'silent'
	/** The BFF handles requests, but their responses are lost. */
	| 'responses lost'
	/** The first response is lost; then the connection works again. */
	| 'one response lost'
	/** The first response is lost; then the port is closed. */
	| 'one response lost, then down'
	/** The first request is answered; then the port is closed. */
	| 'one response, then down'
	/** Something else answers 200 with JSON of another form. */
	| 'unexpected'
	/** The BFF handles requests, but a proxy in front of it times out. */
	| '504';

/** The bot with the sandbox's Discord and a real BFF, and a connection between them that tests can break. */
export interface BotTestServer extends TestServer {
	running: RunningBot;
	settings: TestServer['settings'];
	botSettings: BotSettings;
	/** @param only affects requests whose path starts with this; by default all requests */
	setConnection(connection: Connection, only?: string): void;
	/** Number of affected requests so far. */
	lostCalls(): number;
	/**
	 * Runs a command, by default in the channel `general` of Sole Searchers, as its owner; with `guildId: null` in direct
	 * messages with the bot, or in another channel outside servers.
	 */
	runCommand(
		name: string,
		options?: Record<string, string>,
		where?: { as?: SandboxUserName; guildId?: string | null; channelId?: string; locale?: string },
	): Promise<Answer>;
	/** Uses the button or menu of an answer whose label or id has this text. */
	press(answer: Answer, text: string, values?: string[]): Promise<Answer>;
}

/** What the bot answered to a command, a button or a menu. */
export type Answer = Awaited<ReturnType<TestServer['sandbox']['control']['command']>>;

export const GUILD = SANDBOX_GUILDS.soleSearchers.id;
/** Where only commands for everybody work: direct messages with the bot, a group, and a server that a test removes the bot from. */
export const PLACES = {
	direct: { guildId: null },
	group: { guildId: null, channelId: SANDBOX_GROUP },
	server: { guildId: SANDBOX_GUILDS.restockRadar.id, channelId: '300000000000000021' },
} as const;
/** The channel `general` of Sole Searchers. */
export const CHANNEL = '300000000000000014';

/**
 * @param options.noticesEveryMs how often the bot asks for messages to write; hardly ever by default, because tests count
 *   the bot's requests
 */
export async function openBotTestServer(
	settings: Partial<BotSettings> = {},
	{ noticesEveryMs = 3_600_000 }: { noticesEveryMs?: number } = {},
): Promise<BotTestServer> {
	const testServer = await openTestServer();
	const connection = await openConnection(testServer.server.origin);
	const botSettings: BotSettings = {
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: testServer.sandbox.origin,
		BOT_SHARDS: 'auto',
		BFF_URL: connection.origin,
		BFF_TOKEN: await botToken(testServer.db),
		LOG_LEVEL: 'silent',
		...settings,
	};
	const running = await startBot(botSettings, createLog(process.env['TEST_LOG'] ?? 'silent'), {
		noticesEveryMs,
	});
	return {
		...testServer,
		running,
		botSettings,
		setConnection: connection.set,
		lostCalls: connection.lost,
		runCommand(name, options = {}, { as = 'cleo', guildId = GUILD, channelId, locale = 'en-US' } = {}) {
			const outside = channelId === undefined ? {} : { channelId };
			const place = guildId === null ? outside : { guildId, channelId: channelId ?? CHANNEL };
			return testServer.sandbox.control.command({ as, ...place, locale, name, options });
		},
		press(answer, text, values) {
			const found = buttonsOf(answer).find(({ label, custom_id: id }) => label === text || id.includes(`|${text}|`));
			if (!found) throw new Error(`no ${text} in ${JSON.stringify(answer.message?.components)}`);
			const pressed = { interactionId: answer.id, customId: found.custom_id };
			return testServer.sandbox.control.click(values ? { ...pressed, values } : pressed);
		},
		async close() {
			await running.stop();
			await connection.close();
			await testServer.close();
		},
	};
}

/** A proxy to the BFF with network faults on demand. */
async function openConnection(to: string) {
	let connection: Connection = 'open';
	let only: string | undefined;
	let lost = 0;
	const silent = new Set<Socket>();
	const server: Server = createServer((incoming, outgoing) => {
		const now = only === undefined || incoming.url?.startsWith(only) ? connection : 'open';
		if (now !== 'open') lost++;
		if (now === 'down') return void incoming.socket.destroy();
		if (now === 'silent') return void silent.add(incoming.socket);
		if (now === 'unexpected') return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		const { method, headers, url } = incoming;
		const forwarded = request(new URL(url ?? '/', to), { method, headers, agent: false }, (answer) => {
			if (now === 'one response, then down') connection = 'down';
			else if (now !== 'open') {
				if (now === 'one response lost') connection = 'open';
				if (now === 'one response lost, then down') [connection, only] = ['down', undefined];
				answer.resume().once('end', () => (now === '504' ? outgoing.writeHead(504).end() : incoming.socket.destroy()));
				return;
			}
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on('error', () => incoming.socket.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		lost: () => lost,
		set(next: Connection, calls?: string) {
			connection = next;
			only = calls;
			for (const socket of silent) socket.destroy();
			silent.clear();
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface ReplyEmbed {
	title: string;
	description: string;
	color: number;
	footer: { text: string };
	url?: string;
	thumbnail?: { url: string };
	image?: { url: string };
}

/** The embed of a reply; links to commands are shown as code, without their ids. */
export function embedOf(view: { message: { embeds: unknown[] } | null }): ReplyEmbed {
	const embed = view.message?.embeds[0] as ReplyEmbed;
	const description = embed?.description?.replaceAll(/<(\/[^:>]+):\d+>/g, '`$1`');
	return embed && { ...embed, description };
}

export function buttonsOf(view: { message: { components: unknown[] } | null }) {
	const rows = (view.message?.components ?? []) as {
		components: { custom_id: string; label: string; disabled: boolean }[];
	}[];
	return rows.flatMap(({ components }) => components);
}
