import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botToken, type House, openHouse } from '@dropwire/bff/testing';
import { SANDBOX_APP, SANDBOX_GUILDS, type SandboxUserName } from '@dropwire/sandbox';
import { type RunningBot, startBot } from './bot.ts';
import { createLog } from './log.ts';
import type { BotSettings } from './settings.ts';

/** What the way from the bot to our server is like. */
export type Road =
	/** As it should be. */
	| 'open'
	/** Nobody listens. */
	| 'down'
	/** The server takes the request and does not answer. */
	| 'silent'
	/** The server does what it is asked, and its answer is lost. */
	| 'answers lost'
	/** The same once, and from then on nobody listens. */
	| 'answer lost, then down'
	/** The server does what it is asked, but a proxy before it has given up. */
	| '504';

/** The real bot against the sandbox's Discord and the real server, with a road between that can be broken. */
export interface BotHouse extends House {
	running: RunningBot;
	settings: House['settings'];
	botSettings: BotSettings;
	/** @param only the calls of this path; all without it */
	setRoad(road: Road, only?: string): void;
	/** How many calls did not get through so far. */
	lostCalls(): number;
	/** Gives a command in Sole Searchers, in its channel `general`, as its owner unless said. */
	give(
		name: string,
		options?: Record<string, string>,
		where?: { as?: SandboxUserName; guildId?: string; channelId?: string },
	): ReturnType<House['sandbox']['control']['command']>;
}

export const GUILD = SANDBOX_GUILDS.soleSearchers.id;
/** The channel `general` of Sole Searchers. */
export const CHANNEL = '300000000000000014';

export async function openBotHouse(settings: Partial<BotSettings> = {}): Promise<BotHouse> {
	const house = await openHouse();
	const road = await openRoad(house.server.origin);
	const botSettings: BotSettings = {
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: house.sandbox.origin,
		BOT_SHARDS: undefined,
		BFF_URL: road.origin,
		BFF_TOKEN: await botToken(house.db),
		LOG_LEVEL: 'silent',
		...settings,
	};
	const running = await startBot(botSettings, createLog(process.env['TEST_LOG'] ?? 'silent'));
	return {
		...house,
		running,
		botSettings,
		setRoad: road.set,
		lostCalls: road.lost,
		give: (name, options = {}, { as = 'cleo', guildId = GUILD, channelId = CHANNEL } = {}) =>
			house.sandbox.control.command({ as, guildId, channelId, name, options }),
		async close() {
			await running.stop();
			await road.close();
			await house.close();
		},
	};
}

/** A proxy that can be made as bad as a network. */
async function openRoad(to: string) {
	let road: Road = 'open';
	let only: string | undefined;
	let lost = 0;
	const server: Server = createServer((incoming, outgoing) => {
		const now = only === undefined || incoming.url?.startsWith(only) ? road : 'open';
		if (now !== 'open') lost++;
		if (now === 'down') return void incoming.socket.destroy();
		if (now === 'silent') return;
		const { method, headers, url } = incoming;
		const forwarded = request(new URL(url ?? '/', to), { method, headers, agent: false }, (answer) => {
			if (now !== 'open') {
				if (now === 'answer lost, then down') [road, only] = ['down', undefined];
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
		set(next: Road, calls?: string) {
			road = next;
			only = calls;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The embed of an answer, as its reader sees it. */
export function embedOf(view: { message: { embeds: unknown[] } | null }) {
	return view.message?.embeds[0] as {
		title: string;
		description: string;
		color: number;
		footer: { text: string };
		url?: string;
		thumbnail?: { url: string };
	};
}

export function buttonsOf(view: { message: { components: unknown[] } | null }) {
	const rows = (view.message?.components ?? []) as {
		components: { custom_id: string; label: string; disabled: boolean }[];
	}[];
	return rows.flatMap(({ components }) => components);
}
